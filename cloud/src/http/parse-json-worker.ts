// Parses one large body off the main thread, answers what `parseJson` answers, and ends.
import { parentPort, workerData } from "node:worker_threads";
import { parseJson } from "./parse-json.ts";

const { bytes, textDepth }: { bytes: Uint8Array; textDepth: number | undefined } = workerData;
const parsed = await parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), textDepth);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(parsed);
