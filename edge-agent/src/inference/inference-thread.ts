import path from "node:path";
import { Worker } from "node:worker_threads";
import { END, type WorkerReply, type WorkerRequest } from "./worker-messages.ts";

type Unnumbered<Request> = Request extends unknown ? Omit<Request, "request"> : never;

/** One inference worker, as the main thread sees it. */
export type InferenceThread = {
  /** Rejects when the worker ends before it has replied. */
  ask(request: Unnumbered<WorkerRequest>): Promise<WorkerReply>;
  /** Resolves with the reason once the worker has ended, by itself or by `end`. */
  ended: Promise<Error>;
  /** Ends the worker after the run in progress. */
  end(): Promise<void>;
};

// Beside this file, with this file's extension: .ts in the repository, .js in a release.
export const inferenceWorkerUrl = new URL(`inference-worker${path.extname(import.meta.url)}`, import.meta.url);

/**
 * Tensors lie outside of V8's heap, and a worker has few other objects. Without a limit V8 lets the space for young
 * objects grow step by step over hours, measured to 109 MiB, and the tensors that wait there for the collector with it.
 */
const FEW_YOUNG_OBJECTS = { maxYoungGenerationSizeMb: 12 };

/** Time in milliseconds after which a run is stuck: no model takes this long for one picture. */
const STUCK_MS = 60_000;

/** Starts a worker thread with the program at `entry`; `isBackground`: with the lowest priority. */
export function startInferenceThread(entry: URL, isBackground: boolean): InferenceThread {
  const workerData = { isBackground };
  const worker = new Worker(entry, { name: "inference", execArgv: [], resourceLimits: FEW_YOUNG_OBJECTS, workerData });
  const open = new Map<number, PromiseWithResolvers<WorkerReply>>();
  let lastRequest = 0;
  let cause: Error | undefined;
  worker.on("message", (reply: WorkerReply) => {
    open.get(reply.request)?.resolve(reply);
    open.delete(reply.request);
  });
  worker.on("error", (error) => (cause = error instanceof Error ? error : new Error(String(error))));
  const { promise: ended, resolve: reportEnd } = Promise.withResolvers<Error>();
  worker.on("exit", (code) => {
    const how = cause ? cause.message : `exit code ${code}`;
    cause = new Error(`the inference worker ended: ${how}`, { cause });
    for (const { reject } of open.values()) reject(cause);
    open.clear();
    reportEnd(cause);
  });
  return {
    ask(request) {
      const reply = Promise.withResolvers<WorkerReply>();
      lastRequest += 1;
      open.set(lastRequest, reply);
      worker.postMessage({ ...request, request: lastRequest }, []);
      return reply.promise;
    },
    ended,
    async end() {
      // ONNX Runtime's binding aborts the whole program when its thread is terminated during a run.
      worker.postMessage(END, []);
      const stuck = setTimeout(() => void worker.terminate(), STUCK_MS);
      await ended;
      clearTimeout(stuck);
    },
  };
}
