import { hash, verify } from "@node-rs/argon2";

/** Hashes that run at once: each takes 19 MiB and one core. */
const AT_ONCE = 2;
/** A real hash of a password nobody has: an unknown account takes as long to refuse as a known one. */
const NOBODY = await hash(crypto.randomUUID());

let running = 0;
const waiting: (() => void)[] = [];

/** The argon2id hash to keep of a password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password));
}

/** True when the password is the one of the hash. Without a hash it takes as long, and is false. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? NOBODY, password));
  return matches && passwordHash != null;
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
