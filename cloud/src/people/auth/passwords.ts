import { hash, verify } from "@node-rs/argon2";

/** Checks that run at once, each on a core and 19 MiB of its own, and how many may wait for their turn. */
const AT_ONCE = 2;
const MAX_WAITING = 100;

/** The argon2id hash to keep of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/**
 * Checks passwords against their hashes, a few at a time. True when the password is the one of the hash; without a hash
 * it takes as long and is false, so that an unknown account cannot be told from a known one; `busy` when too many wait.
 */
export function createPasswordVerifier() {
  let running = 0;
  const waiting: (() => void)[] = [];
  /** A real hash of a password that nobody has. */
  const nobody = hash(crypto.randomUUID());
  return async (passwordHash: string | null | undefined, password: string): Promise<boolean | "busy"> => {
    if (waiting.length >= MAX_WAITING) return "busy";
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      const matches = await verify(passwordHash ?? (await nobody), password);
      return matches && typeof passwordHash === "string";
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
