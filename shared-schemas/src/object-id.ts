import { z } from "zod";

/** An object identifier: 24 lower-case hexadecimal characters. */
export const objectId = z.string().regex(/^[0-9a-f]{24}$/, { message: "must be 24 lower-case hexadecimal characters" });

/**
 * An id in a message, a file or an archive from elsewhere, which a receiver may use as a name: letters, digits, hyphens
 * and underscores.
 */
export const messageId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, {
  message: "must be 1 to 100 letters, digits, '_' or '-'",
});

/**
 * Makes identifiers that sort by the time they were made: 6 bytes of milliseconds, then 6 random bytes that only count
 * up within one millisecond, so that ids of one maker never repeat or run backwards, whatever the clock does.
 */
export function createObjectIdMaker(nowMs: () => number): () => string {
  let lastMs = -1;
  let tail = 0n;
  return () => {
    const ms = Math.max(nowMs(), lastMs);
    if (ms > lastMs || tail === MAX_TAIL) {
      lastMs = ms > lastMs ? ms : lastMs + 1;
      tail = randomTail();
    } else {
      tail += 1n;
    }
    return idFloor(lastMs) + tail.toString(16).padStart(12, "0");
  };
}

/**
 * Returns the prefix of ids created at a time: ids created before it are smaller, ids created at it or later are
 * greater.
 */
export function idFloor(ms: number): string {
  return Math.max(ms, 0).toString(16).padStart(12, "0");
}

const MAX_TAIL = 2n ** 48n - 1n;

/** 47 random bits: the top bit is left free, so that counting up has room. */
function randomTail(): bigint {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n) >> 1n;
}
