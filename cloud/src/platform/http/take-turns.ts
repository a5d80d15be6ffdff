import { setImmediate as nextTurn } from "node:timers/promises";

/** Work on fewer bytes than this ends before anybody notices. */
const LARGE_BYTES = 4_194_304;

/**
 * Lets waiting requests have their turn between two pieces of work on many bytes, each of which holds the thread for a tenth of
 * a second when a body has 50 MB. Resolves at once for small ones.
 */
export async function takeTurns(sizeBytes: number): Promise<void> {
  if (sizeBytes >= LARGE_BYTES) await nextTurn();
}
