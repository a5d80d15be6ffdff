import { scrypt, timingSafeEqual } from "node:crypto";
import { drawSecret } from "./draw-secret.ts";

/** Below this, a password can be guessed from other machines in spite of the limits of attempts. */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 200;

/** 32 MiB and about a tenth of a second per attempt on a small computer (OWASP's second choice). */
const COST = { N: 32_768, r: 8, p: 3 };
const KEY_BYTES = 32;

/** `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = drawSecret(16);
  const key = await derive(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** False also for a hash that cannot be read. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [kind, n, r, p, salt = "", key = ""] = hash.split("$");
  const wanted = Buffer.from(key, "base64url");
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  if (kind !== "scrypt" || wanted.length !== KEY_BYTES || !Object.values(cost).every((each) => each > 0)) return false;
  return timingSafeEqual(await derive(password, Buffer.from(salt, "base64url"), cost), wanted);
}

/** Passwords are compared in one form of Unicode: keyboards of phones differ. */
function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: 256 * cost.N * cost.r };
    scrypt(password.normalize("NFC"), salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
