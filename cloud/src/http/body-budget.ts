import pLimit from "p-limit";

/** JSON from this size on is worked on one body at a time: parsed and with its pictures decoded, it takes four times its size. */
const LARGE_BYTES = 4_194_304;

/** Bounds the memory that request bodies take. */
export type BodyBudget = {
  /** Holds room for a body before it is read; returns the release, or undefined when there is no room. */
  reserve: (sizeBytes: number) => (() => void) | undefined;
  /** Works on JSON that has been read: at once when it is small, when its turn has come when it is large. */
  work: <Result>(sizeBytes: number, work: () => Promise<Result>) => Promise<Result>;
};

/** Lets bodies in until `totalBytes` are in flight; those wait for their turn in the order in which they were read. */
export function createBodyBudget(totalBytes: number): BodyBudget {
  let free = totalBytes;
  const inTurn = pLimit(1);
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
