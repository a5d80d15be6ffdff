// Parses large bodies and checks them against their schemas, off the main thread: one message in, one answer out.
import { parentPort } from "node:worker_threads";
import { z } from "zod";
import { checkSchema } from "./check-schema.ts";
import type { JsonAnswer, JsonJob } from "./check-large-json.ts";
import { parseJson } from "./parse-json.ts";
import { MOST_VALUES } from "./scan-json.ts";

parentPort?.on("message", (job: JsonJob) => void answer(job));

/** A failure leaves the thread as an unhandled rejection, which ends it and fails the request. */
async function answer(job: JsonJob): Promise<void> {
  const answered = await check(job);
  parentPort?.postMessage(answered, buffersOf(answered));
}

/** The memory of large bytes at the top of a valid body, which is handed over instead of being copied. */
function buffersOf(answered: JsonAnswer): ArrayBuffer[] {
  if (!("data" in answered) || typeof answered.data !== "object" || answered.data === null) return [];
  return Object.values(answered.data).flatMap((value: unknown) => {
    // Small bytes lie in memory that they share with others.
    const isWhole = value instanceof Uint8Array && value.byteLength === value.buffer.byteLength;
    return isWhole && value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
  });
}

async function check({ bytes, textDepth, exactNumbers, schema: { module, name } }: JsonJob): Promise<JsonAnswer> {
  const parsed = parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    textDepth,
    exactNumbers,
    limits: MOST_VALUES,
  });
  if (!parsed.ok) return parsed;
  const exported: Record<string, unknown> = await import(module);
  const schema = exported[name];
  if (!(schema instanceof z.ZodType)) throw new Error(`${module} exports no schema ${name}`);
  return checkSchema(schema, parsed.value);
}
