import { parentPort } from "node:worker_threads";
import type { WorkerRequest } from "../worker-messages.ts";

/** An inference worker that ends at a picture 13 pixels wide, as one that has run out of memory would. */
parentPort?.on("message", (request: WorkerRequest) => {
  if ("picture" in request && request.picture.widthPixels === 13) throw new Error("out of memory");
});
await import("../inference-worker.ts");
