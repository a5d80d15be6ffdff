import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { lockNumber } from "./attachment-store.ts";
import { findManifest, type FoundManifest, lockManifest } from "../record/manifest-store.ts";

/**
 * Maximum number of attempts to lock all numbers of a manifest, which may change while waiting for their locks; the
 * last attempt locks it without all of them.
 */
const MAX_ATTEMPTS = 3;

/** Rolls a step back, which releases its locks. */
class NumbersChangedError extends Error {}

/**
 * Locks a manifest, and before it every number that moving it affects, always in the same order: its own, that of the
 * container it would leave, and the one it is to get. Call it before its containers are locked.
 */
export async function lockManifestAndNumbers(
  tx: DatabaseOrTransaction,
  manifestId: string,
  newKey?: string,
): Promise<FoundManifest | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const wanted = numbersOf(await findManifest(tx, manifestId), newKey);
    const lock = async (step: DatabaseOrTransaction) => {
      for (const key of [...wanted].toSorted()) await lockNumber(step, key);
      const locked = await lockManifest(step, manifestId);
      const isCovered = [...numbersOf(locked, newKey)].every((key) => wanted.has(key));
      // Releases all locks: the missing ones must be taken in order.
      if (!isCovered && attempt < MAX_ATTEMPTS) throw new NumbersChangedError();
      return { locked };
    };
    const outcome = await tx.transaction(lock).catch((error: unknown) => {
      if (error instanceof NumbersChangedError) return undefined;
      throw error;
    });
    if (outcome) return outcome.locked;
  }
}

function numbersOf(found: FoundManifest | undefined, newKey: string | undefined): Set<string> {
  const keys = [found?.manifest.numberKey, found?.container?.numberKey, newKey];
  return new Set(keys.filter((key) => typeof key === "string"));
}
