import { setTimeout as delay } from "node:timers/promises";

const CHUNK_BYTES = 16_384;

/** Shares a line of `bytesPerSecond` among the bodies that are sent over it. */
export function createPacedLine(bytesPerSecond: number) {
  let isFree = Promise.resolve();
  return {
    /** The body in chunks, each when the line is free for it. */
    async *chunks(body: Buffer): AsyncGenerator<Buffer> {
      for (let start = 0; start < body.byteLength; start += CHUNK_BYTES) {
        const chunk = body.subarray(start, start + CHUNK_BYTES);
        const turn = isFree;
        isFree = turn.then(() => delay((chunk.byteLength * 1_000) / bytesPerSecond));
        await turn;
        yield chunk;
      }
    },
  };
}
