import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { parseJson } from "./parse-json.ts";

type Parsed = Awaited<ReturnType<typeof parseJson>>;

/** From here on a body holds the thread long enough for others to notice; below, starting a worker would take longer. */
export const LARGE_JSON_BYTES = 16_777_216;

/**
 * Does what `parseJson` does in a thread of its own, whose memory is given back as soon as it ends. Takes the bytes away from the
 * caller. Rejects when the thread breaks, such as for want of memory.
 */
export async function parseLargeJson(bytes: Buffer<ArrayBuffer>, textDepth?: number): Promise<Parsed> {
  const file = new URL("./parse-json-worker.ts", import.meta.url);
  const worker = new Worker(file, { workerData: { bytes, textDepth }, transferList: [bytes.buffer] });
  try {
    const [parsed]: Parsed[] = await once(worker, "message");
    if (!parsed) throw new Error("the thread that parses JSON answered nothing");
    return parsed;
  } finally {
    await worker.terminate();
  }
}
