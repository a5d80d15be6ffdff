import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { users } from "../../platform/db/tables.ts";
import { createTestApp } from "../../testing/app.ts";
import { ensureAccounts } from "./ensure-accounts.ts";

const { parts, send } = await createTestApp();
const login = (email: string, password: string) =>
  send("POST", "/v1/user/auth/email/login", { body: { email, password } });

test("creates the accounts of an empty database once, and does not change them afterwards", async () => {
  const before = await parts.db.select().from(users);
  expect(before.map(({ email, role }) => ({ email, role }))).toEqual([
    { email: "edge-device@localhost", role: "operator" },
    { email: "admin@localhost", role: "admin" },
  ]);
  const changed = {
    ...parts,
    settings: { ...parts.settings, adminEmail: "other@x.y", adminPassword: "another password" },
  };
  expect(await ensureAccounts(changed)).toBeUndefined();
  expect(await parts.db.select().from(users)).toEqual(before);
});

test("generates a password if none is set, in a file that only its owner can read", async () => {
  await parts.db.delete(users);
  const dataDir = path.join(parts.settings.dataDir, "not made yet");
  const settings = { ...parts.settings, dataDir, adminEmail: "boss@example.com", adminPassword: undefined };
  const made = await ensureAccounts({ ...parts, settings });
  expect(made?.email).toBe("boss@example.com");
  expect(readFileSync(made!.file, "utf8")).toContain(made!.password);
  expect(statSync(made!.file).mode & 0o777).toBe(0o600);
  expect(await login("boss@example.com", made!.password)).toMatchObject({ status: 200 });
});
