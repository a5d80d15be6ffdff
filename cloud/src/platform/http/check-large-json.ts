import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Checked } from "./check-schema.ts";

/**
 * Location of the schema of a body, for a thread: a module, as `import` takes it, and the name of the export.
 */
export type SchemaPlace = { module: string; name: string };
export type JsonJob = {
  bytes: Uint8Array;
  textDepth: number | undefined;
  exactNumbers?: boolean | undefined;
  schema: SchemaPlace;
};
/**
 * Result of the schema for a body, or the reason why it was not even parsed, which continues the text "The body".
 */
export type JsonAnswer = Checked | { ok: false; problem: string };

/** Beside this file, compiled as this file is. */
const entry = new URL(`check-json-worker${path.extname(import.meta.url)}`, import.meta.url);
/**
 * Time in ms for which a thread without work is kept. Starting one costs a fifth of a second of a core; keeping it,
 * the memory of its last body.
 */
const IDLE_MS = 2_000;

/**
 * Parses and checks bodies in a separate thread; the caller sends one at a time, and cannot use its bytes afterwards.
 * Rejects when the thread fails, such as for lack of memory; the next body gets another thread.
 */
export function createLargeJsonChecker(): (job: JsonJob & { bytes: Buffer<ArrayBuffer> }) => Promise<JsonAnswer> {
  let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined;

  const takeWorker = () => {
    if (!idle) return new Worker(entry);
    const { worker, timer } = idle;
    idle = undefined;
    clearTimeout(timer);
    worker.ref();
    return worker;
  };
  const keepWorker = (worker: Worker) => {
    // A program that has nothing else to do may end.
    worker.unref();
    const end = () => {
      if (idle?.worker === worker) idle = undefined;
      void worker.terminate();
    };
    idle = { worker, timer: setTimeout(end, IDLE_MS).unref() };
  };

  return async (job) => {
    const worker = takeWorker();
    try {
      const answer = await askWorker(worker, job);
      keepWorker(worker);
      return answer;
    } catch (error) {
      void worker.terminate();
      throw error;
    }
  };
}

/** Rejects when the thread ends without an answer, with or without a reason. */
function askWorker(worker: Worker, job: JsonJob & { bytes: Buffer<ArrayBuffer> }): Promise<JsonAnswer> {
  return new Promise<JsonAnswer>((resolve, reject) => {
    const settle = (finish: () => void) => {
      worker.off("message", onMessage).off("messageerror", onError).off("error", onError).off("exit", onExit);
      finish();
    };
    const onMessage = (answer: JsonAnswer) => settle(() => resolve(answer));
    const onError = (error: Error) => settle(() => reject(error));
    const onExit = (code: number) =>
      settle(() => reject(new Error(`the thread that checks JSON exited with ${code} before it answered`)));
    worker.on("message", onMessage).on("messageerror", onError).on("error", onError).on("exit", onExit);
    worker.postMessage(job, [job.bytes.buffer]);
  });
}
