import path from "node:path";
import { auditOfService } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { replaceFile } from "../../platform/storage/durable-files.ts";
import { hasUserWithRole, insertUser, type NewUser } from "../accounts/user-store.ts";
import { generatePassword, hashPassword } from "./passwords.ts";

/** The generated password of the first administrator, and the file (0600) that holds it. */
export type FirstAdmin = { email: string; password: string; file: string };

/**
 * Creates the required accounts: the default account of edge writes, which cannot sign in, and an administrator if
 * there is none. Returns the administrator's password if it was generated here.
 */
export async function ensureAccounts(
  parts: Needs<"settings" | "db" | "nowMs" | "newId">,
): Promise<FirstAdmin | undefined> {
  const { settings, db, nowMs, newId } = parts;
  const account = { name: null, createdAt: new Date(nowMs()) };
  const edge = { ...account, id: newId(), email: settings.edgeDefaultUserEmail, passwordHash: null };
  await db.transaction((tx) => makeAccount(parts, tx, { ...edge, role: "operator" }));
  if (await hasUserWithRole(db, "admin")) return undefined;
  const password = settings.adminPassword ?? generatePassword();
  const passwordHash = await hashPassword(password);
  const admin = { ...account, id: newId(), email: settings.adminEmail, passwordHash, role: "admin" as const };
  // The account is committed only after its password is stored.
  return db.transaction(async (tx) => {
    const isNew = await makeAccount(parts, tx, admin);
    if (!isNew || settings.adminPassword !== undefined) return undefined;
    const file = writeFirstAdmin(settings.dataDir, settings.adminEmail, password);
    return { email: settings.adminEmail, password, file };
  });
}

/** Keeps the first administrator's password, durably, in a file for its owner alone; returns that file. */
export function writeFirstAdmin(dataDir: string, email: string, password: string): string {
  const file = path.join(dataDir, "first-admin.txt");
  // Replaces a file that a crash left behind before the account was committed.
  replaceFile(file, `email: ${email}\npassword: ${password}\n`);
  return file;
}

/** Adds an account unless it exists, with its entry in the audit log. */
async function makeAccount(
  parts: Needs<"nowMs" | "newId">,
  tx: DatabaseOrTransaction,
  account: NewUser,
): Promise<boolean> {
  const isNew = await insertUser(tx, account);
  const { id, email, role, name } = account;
  const write = { action: "user.create", subject: { type: "user", id }, before: null };
  if (isNew) await auditOfService(parts)(tx, { ...write, after: { id, email, role, name } });
  return isNew;
}
