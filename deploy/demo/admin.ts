import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The sign-in of the admin; `password` is undefined when a user chose it and it is unknown here. */
export type Admin = { email: string; password: string | undefined; madeUp: boolean };

/** The sign-in that the first start generated, else that of ADMIN_EMAIL and ADMIN_PASSWORD. */
export function readAdmin(dataDir: string, env: NodeJS.ProcessEnv): Admin {
  const file = path.join(dataDir, "first-admin.txt");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const madeUp = /^password: (.+)$/m.exec(text)?.[1];
  return {
    email: /^email: (.+)$/m.exec(text)?.[1] ?? env["ADMIN_EMAIL"] ?? "admin@localhost",
    password: madeUp ?? env["ADMIN_PASSWORD"],
    madeUp: madeUp !== undefined,
  };
}

/** The lines about the sign-in; a chosen password or a rejected one is never printed. */
export function signInLines({ email, password, madeUp }: Admin, accepted: boolean): string[] {
  if (!accepted) return ["Sign in    as the admin of the first start, with the current password"];
  return [`Sign in    ${email}`, `Password   ${madeUp ? password : "the one in ADMIN_PASSWORD"}`];
}
