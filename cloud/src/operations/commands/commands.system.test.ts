import { workers } from "../../workers.ts";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { newestMigration } from "../../platform/db/migrate.ts";
import { createTestDatabase } from "../../testing/database.ts";
import type { Environment } from "../../platform/settings/settings.ts";
import { createEmptyDatabase, createFolder, startCloud } from "../../testing/processes.ts";
import { withPassword } from "../../people/second-factors/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { runCommand } from "./run-command.ts";

const database = await createTestDatabase();
const cloud = await createTestApp({ connection: database });
const environment = { DATABASE_URL: database.url, DATA_DIR: cloud.parts.settings.dataDir };

/** Runs a command as main.ts does: its exit code, its result, and its notes. */
const run = (...args: string[]) => runWith(environment, ...args);

async function runWith(environment: Environment, ...args: string[]) {
  const [printed, noted]: [string[], string[]] = [[], []];
  const context = {
    environment,
    nowMs: Date.now,
    jobKinds: workers.map(({ kind }) => kind),
    print: (line: string) => void printed.push(line),
  };
  const code = await runCommand(args, { ...context, note: (line) => void noted.push(line) });
  return { code, printed: printed.join("\n"), noted: noted.join("\n") };
}

const signIn = (email: string, password: string | undefined) =>
  cloud.send("POST", "/v1/user/auth/email/login", { body: { email, password } });
const entryOf = async (userId: string, action: string) => {
  const { authorization: headers } = await cloud.signIn("admin");
  return (await cloud.send("GET", `/v1/admin/audit-log?subject=user:${userId}&action=${action}`, { headers })).body.data
    .items[0];
};
const passwordIn = (text: string) => / \/ (\S+)$/.exec(text)?.[1];

describe("create-admin", () => {
  test("makes an admin who signs in with the password that is printed once, and is audited", async () => {
    const made = await run("create-admin", "Ops@Example.com");
    expect(made).toMatchObject({ code: 0, printed: expect.stringMatching(/^Admin: ops@example\.com \/ \S{20}$/) });
    const signedIn = await signIn("ops@example.com", passwordIn(made.printed));
    expect(signedIn.status).toBe(200);
    const headers = { Authorization: `Bearer ${signedIn.body.data.token}` };
    const { body } = await cloud.send("GET", "/v1/user/me", { headers });
    expect(body.data).toMatchObject({ email: "ops@example.com", role: "admin" });
    const entry = await entryOf(body.data.id, "user.create");
    expect(entry).toMatchObject({
      action: "user.create",
      actor: { type: "system", name: "command line" },
      before: null,
    });
    expect(JSON.stringify(entry)).not.toContain(passwordIn(made.printed));
  });

  test("leaves an existing account as it is", async () => {
    const { email } = await cloud.signIn("operator");
    const refused = await run("create-admin", email);
    expect(refused).toMatchObject({ code: 1, printed: "", noted: expect.stringContaining(`reset-password ${email}`) });
    expect(await run("create-admin", "unknown")).toMatchObject({
      code: 1,
      noted: '"unknown" is not an email address.',
    });
  });
});

describe("reset-password", () => {
  test("gives a new password, ends the sessions at once, and is audited", async () => {
    const user = await cloud.signIn("supervisor");
    const reset = await run("reset-password", user.email.toUpperCase());
    expect(reset).toMatchObject({ code: 0, noted: expect.stringContaining("sessions of the account have ended") });
    expect(await cloud.send("GET", "/v1/user/me", { headers: user.authorization })).toMatchObject({ status: 401 });
    expect(await signIn(user.email, passwordIn(reset.printed))).toMatchObject({ status: 200 });
    const entry = await entryOf(user.id, "user.reset-password");
    expect(entry).toMatchObject({ action: "user.reset-password", actor: { name: "command line" } });
    expect(JSON.stringify(entry)).not.toContain(passwordIn(reset.printed));
  });

  test("explains what to do about an address without an account, and gives devices no password", async () => {
    const refused = await run("reset-password", "unknown@example.com");
    expect(refused).toMatchObject({ code: 1, noted: expect.stringContaining("create-admin unknown@example.com") });
    expect(await run("reset-password", "edge-device@localhost")).toMatchObject({ code: 1, printed: "" });
  });
});

describe("reset-second-factor", () => {
  test("lets an administrator sign in with the password alone, ends the sessions, and is audited", async () => {
    const person = await withPassword(cloud, "admin");
    await person.addApp();
    expect(await signIn(person.email, person.password)).toMatchObject({ status: 401 });
    const reset = await run("reset-second-factor", person.email);
    expect(reset).toMatchObject({ code: 0, printed: `The second factor of ${person.email} is reset.` });
    expect(await person.send("GET", "/user/me")).toMatchObject({ status: 401 });
    expect(await signIn(person.email, person.password)).toMatchObject({ status: 200 });
    expect(await entryOf(person.id, "user.reset-second-factor")).toMatchObject({ actor: { name: "command line" } });
  });

  test("explains that there is nothing to reset", async () => {
    const { email } = await cloud.signIn("operator");
    expect(await run("reset-second-factor", email)).toMatchObject({ code: 1, noted: `${email} has no second factor.` });
    expect(await run("reset-second-factor", "unknown@example.com")).toMatchObject({ code: 1, printed: "" });
  });
});

describe("migrate", () => {
  test("brings an empty database up to date, needs no picture storage, and may be repeated", async () => {
    const empty = {
      ...environment,
      DATABASE_URL: await createEmptyDatabase(),
      STORAGE_URL: "s3://bucket?endpoint=http://127.0.0.1:1",
    };
    const done = { code: 0, noted: "", printed: `The database is at ${newestMigration}.` };
    expect(await runWith(empty, "migrate")).toEqual(done);
    expect(await runWith(empty, "migrate")).toEqual(done);
  });
});

describe("the command line", () => {
  test("explains itself, and reports wrong calls by their exit code", async () => {
    const help = await run("--help");
    expect(help).toMatchObject({ code: 0, noted: "" });
    for (const name of [
      "backup",
      "restore",
      "migrate",
      "create-admin",
      "reset-password",
      "reset-second-factor",
      "erase-user",
      "erase-picture",
    ])
      expect(help.printed).toContain(name);
    for (const wrong of [["bakcup"], ["backup"], ["restore", "a", "b"], ["backup", "x", "--quick"]])
      expect(await run(...wrong)).toMatchObject({ code: 2, printed: "", noted: expect.stringContaining("error:") });
  });

  test("continues when the reader of its output has ended", () => {
    const file = path.resolve(import.meta.dirname, "../../main.ts");
    const ended = spawnSync("/bin/sh", ["-c", `("${process.execPath}" "${file}" --help; echo $? >&2) | true`]);
    expect(ended.stderr.toString()).toBe("0\n");
  });

  test("reports that the service has the embedded database open, and touches nothing", async () => {
    const folder = await createFolder();
    const service = await startCloud({ DATA_DIR: folder });
    await service.url();
    const target = path.join(folder, "backup");
    const file = path.resolve(import.meta.dirname, "../../main.ts");
    const tried = spawnSync(process.execPath, [file, "backup", target], {
      env: { DATA_DIR: folder },
      encoding: "utf8",
    });
    expect([tried.status, tried.stdout]).toEqual([1, ""]);
    expect(tried.stderr).toContain(`is in use by process ${service.child.pid}. Stop that process`);
    await service.stop();
    const done = spawnSync(process.execPath, [file, "backup", target], { env: { DATA_DIR: folder }, encoding: "utf8" });
    expect([done.status, done.stderr]).toMatchObject([0, expect.stringContaining("password hashes")]);
    expect(readFileSync(path.join(target, "secrets.json"), "utf8")).toContain("jwtSecret");
  });
});
