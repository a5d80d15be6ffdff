// Reads one file of manifests, off the main thread: the file comes with the start, and its content is the only answer.
import { parentPort, workerData } from "node:worker_threads";
import { readFile } from "./read-file.ts";
import type { ReadJob } from "./read-in-thread.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- read-in-thread.ts alone starts this thread
const { bytes, options } = workerData as ReadJob;

// A failure leaves the thread as an unhandled rejection, which ends it.
const answer = await readFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options);
parentPort?.postMessage(answer, []);
