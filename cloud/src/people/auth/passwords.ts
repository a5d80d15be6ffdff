import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";

/** Maximum number of concurrent checks, each with one core and 19 MiB, and of waiting ones. */
const AT_ONCE = 2;
const MAX_WAITING = 100;

/** Generates a password with 120 random bits. */
export const generatePassword = (): string => randomBytes(15).toString("base64url");

/** A real hash of a random password. */
const unknown = hash(crypto.randomUUID());

/** Returns the argon2id hash of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/**
 * Checks passwords against their hashes, a few at a time. True if the password belongs to the hash; without a hash the
 * check takes as long and is false, so that callers cannot find out which accounts exist; `busy` if too many checks
 * wait.
 */
export function createPasswordVerifier() {
  const limit = pLimit(AT_ONCE);
  return async (passwordHash: string | null | undefined, password: string): Promise<boolean | "busy"> => {
    if (limit.activeCount + limit.pendingCount >= AT_ONCE + MAX_WAITING) return "busy";
    return limit(async () => {
      const matches = await verify(passwordHash ?? (await unknown), password);
      return matches && typeof passwordHash === "string";
    });
  };
}
