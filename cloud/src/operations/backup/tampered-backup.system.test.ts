import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { createFolder } from "../../testing/processes.ts";
import { runCloud } from "../commands/testing.ts";
import { type BackupManifest, readManifest } from "./manifest.ts";

const contentOf = (bytes: Buffer) => ({
  sizeBytes: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex"),
});

/** A service with one scan, its backup, and what an attacker uses who can write to the folder of the backup. */
async function createSystem() {
  const connection = await createTestDatabase();
  const cloud = await createTestApp({ connection });
  const { scan } = edgeSender(cloud);
  const { scanId } = (await scan("MSKU1234565", await scanBody())).body.data;
  const key = `scans/${scanId}/image`;
  const picture = async () => buffer((await cloud.parts.storage.read(key)) ?? new ReadableStream());
  const environment = { DATABASE_URL: connection.url, DATA_DIR: cloud.parts.settings.dataDir };
  const folder = path.join(await createFolder(), "backup");
  expect(await runCloud(environment, ["backup", folder])).toMatchObject({ code: 0 });
  const { original, inBackup } = { original: await picture(), inBackup: path.join(folder, "objects", key) };
  expect((await readFile(inBackup)).equals(original)).toBe(true);
  /** Replaces a file, and writes the hash into what lists it. */
  const replace = async (file: string, bytes: Buffer, note: (manifest: BackupManifest, content: object) => void) => {
    await writeFile(path.join(folder, file), bytes);
    const manifest = await readManifest(folder);
    note(manifest, contentOf(bytes));
    await writeFile(path.join(folder, "manifest.json"), JSON.stringify(manifest));
  };
  const replacePicture = async (bytes: Buffer) => {
    await writeFile(inBackup, bytes);
    const { objects } = await readManifest(folder);
    const lines = String(gunzipSync(await readFile(path.join(folder, objects.file))))
      .trimEnd()
      .split("\n");
    const changed = lines.map((line) => (line.includes(key) ? JSON.stringify({ key, ...contentOf(bytes) }) : line));
    const list = gzipSync(`${changed.join("\n")}\n`);
    await replace(objects.file, list, (manifest, content) => Object.assign(manifest.objects, content));
  };
  const changeRows = async (table: string, change: (text: string) => string) => {
    const found = (await readManifest(folder)).tables.find(({ name }) => name === table)!;
    const text = String(gunzipSync(await readFile(path.join(folder, found.file))));
    await replace(found.file, gzipSync(change(text)), (manifest, content) =>
      Object.assign(
        manifest.tables.find(({ name }) => name === table)!,
        content,
      ),
    );
  };
  const restore = () => runCloud(environment, ["restore", folder, "--replace"]);
  const count = async () => {
    const { rows } = await cloud.parts.db.execute<{ count: number }>("select count(*)::int as count from scans");
    return rows[0]?.count;
  };
  return { folder, original, picture, replace, replacePicture, changeRows, restore, count };
}

test("a tampered backup whose rows the database refuses changes neither rows nor pictures", async () => {
  const system = await createSystem();
  await system.replacePicture(Buffer.from("another picture"));
  await system.changeRows("scans", (text) => text.replace(/"[0-9a-f]{24}"/, "null"));
  const { code } = await system.restore();
  expect(code).not.toBe(0);
  expect([await system.count(), (await system.picture()).equals(system.original)]).toEqual([1, true]);
});

test("a backup whose secrets no service could start with changes nothing", async () => {
  const system = await createSystem();
  await system.replacePicture(Buffer.from("another picture"));
  await system.replace("secrets.json", Buffer.from("{}"), (manifest, content) =>
    Object.assign(manifest, { secrets: { file: "secrets.json", ...content } }),
  );
  const { code, output } = await system.restore();
  expect(code).not.toBe(0);
  expect(output).toContain("The secrets of the backup are damaged; nothing was restored.");
  expect([await system.count(), (await system.picture()).equals(system.original)]).toEqual([1, true]);
});
