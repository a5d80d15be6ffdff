import pLimit from "p-limit";

/** Bodies from this size on are worked on a few at a time: parsed and decoded, one takes four times its size. */
const LARGE_BYTES = 4_194_304;
const LARGE_AT_ONCE = 2;

/** Bounds the memory that request bodies take. */
export type BodyBudget = {
  /** Holds room for a body before it is read; returns the release, or undefined when there is no room. */
  reserve: (sizeBytes: number) => (() => void) | undefined;
  /** Works on a body that has been read: at once on a small one, on a large one when its turn has come. */
  work: <Result>(sizeBytes: number, work: () => Promise<Result>) => Promise<Result>;
};

/** Lets bodies in until `totalBytes` are in flight; those wait for their turn in the order in which they were read. */
export function createBodyBudget(totalBytes: number): BodyBudget {
  let free = totalBytes;
  const inTurn = pLimit(LARGE_AT_ONCE);
  return {
    reserve(sizeBytes) {
      if (sizeBytes > free) return undefined;
      free -= sizeBytes;
      let held = true;
      return () => {
        if (held) free += sizeBytes;
        held = false;
      };
    },
    work: async (sizeBytes, work) => (sizeBytes < LARGE_BYTES ? work() : inTurn(work)),
  };
}
