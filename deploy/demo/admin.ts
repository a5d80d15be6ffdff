import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** How the admin signs in; `password` is undefined where a person chose it and nothing here tells it. */
export type Admin = { email: string; password: string | undefined; madeUp: boolean };

/** The admin's sign-in: as the first start made it up, else from ADMIN_EMAIL and ADMIN_PASSWORD. */
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

/** The lines that tell a person how to sign in: a chosen password is never printed, one that is refused neither. */
export function signInLines({ email, password, madeUp }: Admin, accepted: boolean): string[] {
  if (!accepted) return ["Sign in    as the admin of the first start, with the password chosen since"];
  return [`Sign in    ${email}`, `Password   ${madeUp ? password : "the one in ADMIN_PASSWORD"}`];
}
