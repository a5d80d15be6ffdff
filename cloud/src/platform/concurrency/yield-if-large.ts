import { setImmediate as nextTurn } from "node:timers/promises";

/** Work on fewer bytes takes too little time to delay other requests. */
const LARGE_BYTES = 4_194_304;

/**
 * Lets waiting requests run between two pieces of work on many bytes, each of which holds the thread for a tenth of a
 * second with a body of 50 MB. Resolves at once for small sizes.
 */
export async function yieldIfLarge(sizeBytes: number): Promise<void> {
  if (sizeBytes >= LARGE_BYTES) await nextTurn();
}
