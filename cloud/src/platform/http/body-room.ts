import { createArrivalRoom, type Seat } from "./arrival-room.ts";

/** Bodies up to this size have separate room, which larger ones cannot take. */
export const SMALL_BYTES = 1_048_576;

/** The largest bodies taken, in bytes. */
export const MAX_PUBLIC_BYTES = 16_384;
export const MAX_IMAGE_BYTES = 20_971_520;
export const MAX_EDGE_BYTES = 52_428_800;

/** Bounds the memory that request bodies take, and what one caller may take of it. */
export type BodyRoom = {
  /**
   * Lets in a body of at most `maxBytes`; `declaredBytes` is undefined where it comes in chunks. Undefined: no room, it
   * stays unread.
   */
  admit: (caller: string, body: { declaredBytes: number | undefined; maxBytes: number }) => Seat | undefined;
};

/** 64 MB for small bodies, 8 MB per caller; as much as six of the largest for the others, two of them per caller. */
export function createBodyRoom(): BodyRoom {
  const small = createArrivalRoom({
    totalBytes: 64 * SMALL_BYTES,
    shareBytes: 8 * SMALL_BYTES,
    largestBytes: SMALL_BYTES,
  });
  const large = createArrivalRoom({
    totalBytes: 6 * MAX_EDGE_BYTES,
    shareBytes: 2 * MAX_EDGE_BYTES,
    largestBytes: MAX_EDGE_BYTES,
  });
  return {
    admit(caller, { declaredBytes, maxBytes }) {
      if (declaredBytes !== undefined)
        return (declaredBytes <= SMALL_BYTES ? small : large).admit(caller, declaredBytes);
      const steps = [TINY_BYTES, SMALL_BYTES, maxBytes].filter((sizeBytes) => sizeBytes <= maxBytes);
      return growing(steps, (sizeBytes) => (sizeBytes <= SMALL_BYTES ? small : large).admit(caller, sizeBytes));
    },
  };
}

/**
 * Size in bytes for which a chunked body counts in its caller's share before it turns out to be larger.
 */
const TINY_BYTES = 16_384;

/** The seat of a body of unknown size: it moves to the next size when it is larger than the last. */
function growing(steps: readonly number[], admit: (sizeBytes: number) => Seat | undefined): Seat | undefined {
  let step = 0;
  let seat = admit(steps[0] ?? 0);
  let arrivedBytes = 0;
  if (!seat) return undefined;
  return {
    take(sizeBytes) {
      arrivedBytes += sizeBytes;
      const fitting = steps.findIndex((limit) => arrivedBytes <= limit);
      if (fitting === step) return seat?.take(sizeBytes) ?? false;
      step = fitting;
      seat?.leave();
      seat = admit(steps[fitting] ?? 0);
      return seat?.take(arrivedBytes) ?? false;
    },
    complete: () => seat?.complete(),
    leave: () => seat?.leave(),
  };
}

/**
 * Seat for bodies that are not larger than a request's headers may be; like headers, they are not counted.
 */
export const uncounted: Seat = { take: () => true, complete: () => {}, leave: () => {} };
