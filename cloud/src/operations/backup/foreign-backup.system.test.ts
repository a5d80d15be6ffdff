import path from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { withPassword } from "../../people/second-factors/testing.ts";
import { readSettings } from "../../platform/settings/settings.ts";
import { createTestApp } from "../../testing/app.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { createEmptyDatabase, createFolder } from "../../testing/processes.ts";
import { runCloud } from "../commands/testing.ts";

const [OURS, THEIRS] = ["our-secret", "their-secret"].map((text) => text.padEnd(40, "-"));

/** An installation with accounts of its own and, where it is named, a container. */
async function createInstallation(containerNumber?: string) {
  const connection = await createTestDatabase();
  const cloud = await createTestApp({ connection, settings: { jwtSecret: OURS! } });
  if (containerNumber !== undefined) await edgeSender(cloud).scan(containerNumber, await scanBody());
  const environment = {
    DATABASE_URL: connection.url,
    DATA_DIR: cloud.parts.settings.dataDir,
    JWT_SECRET: OURS!,
    EDGE_API_KEY: "a key of edge devices, for tests",
  };
  const containers = async () => {
    const { rows } = await cloud.parts.db.execute(sql`select container_number as number from containers`);
    return rows.map(({ number }) => number);
  };
  const pictures = async () => {
    const keys: string[] = [];
    for await (const { key } of cloud.parts.storage.list("scans")) keys.push(key);
    return keys;
  };
  const run = (...args: string[]) => runCloud(environment, args);
  const backUp = async () => {
    const folder = path.join(await createFolder(), "backup");
    expect(await run("backup", folder)).toMatchObject({ code: 0 });
    return folder;
  };
  return { cloud, environment, containers, pictures, run, backUp };
}

describe("the backup of another installation", () => {
  test("replaces no containers until that is agreed to, and its pictures are not written before", async () => {
    const [ours, theirs] = [await createInstallation("MSKU1234565"), await createInstallation("CSQU3054383")];
    const folder = await theirs.backUp();
    const before = await ours.pictures();
    expect(before).not.toEqual([]);
    const { code, output } = await ours.run("restore", folder, "--replace");
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("is of another installation") });
    expect(output).toContain("Check DATABASE_URL and the folder of the backup");
    expect(await ours.containers()).toEqual(["MSKU1234565"]);
    expect(await ours.pictures()).toEqual(before);

    expect(await ours.run("restore", folder, "--replace", "--other-installation")).toMatchObject({ code: 0 });
    expect(await ours.containers()).toEqual(["CSQU3054383"]);
  });

  test("is restored into one that has no containers yet, as after the loss of a machine", async () => {
    const [lost, fresh] = [await createInstallation("MSKU1234565"), await createInstallation()];
    expect(await fresh.run("restore", await lost.backUp(), "--replace")).toMatchObject({ code: 0 });
    expect(await fresh.containers()).toEqual(["MSKU1234565"]);
  });
});

describe("a backup whose secrets were encrypted with another JWT_SECRET", () => {
  test("is refused before anything is written, by name, until the loss is agreed to", async () => {
    const ours = await createInstallation();
    await (await withPassword(ours.cloud)).addApp();
    const folder = await ours.backUp();
    const target = { ...ours.environment, DATA_DIR: await createFolder(), DATABASE_URL: await createEmptyDatabase() };
    const restore = (secret: string, ...options: string[]) =>
      runCloud({ ...target, JWT_SECRET: secret }, ["restore", folder, ...options]);
    const { code, output } = await restore(THEIRS!);
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining("secrets of 1 authenticator apps and 0 webhooks"),
    });
    expect(output).toContain("Set JWT_SECRET to that of the installation that made the backup");
    // Nothing was written: without --replace, only an empty database is restored into.
    expect(await restore(OURS!)).toMatchObject({ code: 0 });
    expect(await restore(THEIRS!, "--replace", "--other-installation")).toMatchObject({ code: 0 });
  });

  test("brings its generated secret along, unless a setting gives another one", async () => {
    const connection = await createTestDatabase();
    const settings = { dataDir: await createFolder() };
    const generated = { DATABASE_URL: connection.url, DATA_DIR: settings.dataDir };
    const folder = path.join(await createFolder(), "backup");
    // The first command generates the secret.
    await runCloud(generated, ["backup", path.join(await createFolder(), "first")]);
    const jwtSecret = readSettings(generated).jwtSecret;
    await (await withPassword(await createTestApp({ connection, settings: { ...settings, jwtSecret } }))).addApp();
    expect(await runCloud(generated, ["backup", folder])).toMatchObject({ code: 0 });
    const target = { DATABASE_URL: await createEmptyDatabase(), DATA_DIR: await createFolder() };
    expect(await runCloud({ ...target, JWT_SECRET: THEIRS! }, ["restore", folder])).toMatchObject({ code: 1 });
    expect(await runCloud(target, ["restore", folder])).toMatchObject({ code: 0 });
    expect(readSettings(target).jwtSecret).toBe(jwtSecret);
  });
});
