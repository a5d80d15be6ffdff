import path from "node:path";
import { Worker } from "node:worker_threads";
import type { ReadOptions } from "./format/format.ts";
import { type JudgedFile, unreadable } from "./import-file.ts";

/** Message to the thread. */
export type ReadJob = { bytes: Uint8Array; options: ReadOptions };

/** Beside this file, compiled as this file is. */
const entry = new URL(`read-file-worker${path.extname(import.meta.url)}`, import.meta.url);
/** Memory in MB that reading one file may take. */
const MAX_HEAP_MB = 200;
/** Memory in MB for values that were just made. With the default, 20 MB of CSV take 353 MB instead of 172. */
const YOUNG_MB = 16;
const DEADLINE_MS = 60_000;

/**
 * Reads a file in a thread of its own, so that other requests do not wait for it. A file that takes too much memory or
 * time, such as one made to, is refused. The thread takes the bytes, which their sender no longer has.
 */
export async function readInThread(job: ReadJob, signal?: AbortSignal): Promise<JudgedFile> {
  const deadline = AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), ...(signal ? [signal] : [])]);
  const { buffer, byteLength } = job.bytes;
  const worker = new Worker(entry, {
    workerData: job,
    // A small file may share its memory with others, and is copied.
    transferList: buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  try {
    return await answerOf(worker, deadline);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    if (deadline.aborted) return refused("The file could not be read within a minute. Split it.");
    if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
      return refused(`Reading the file took more than ${MAX_HEAP_MB} MB of memory. Split it.`);
    throw error;
  } finally {
    void worker.terminate();
  }
}

const refused = (problem: string) => unreadable(null, problem);

/** Rejects when the thread ends without an answer, or the deadline passes. */
async function answerOf(worker: Worker, deadline: AbortSignal): Promise<JudgedFile> {
  return new Promise<JudgedFile>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`the thread that reads files exited with ${code} before it answered`)),
    );
    deadline.addEventListener("abort", () => reject(new Error("reading a file was aborted")), { once: true });
  });
}
