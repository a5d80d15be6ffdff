import { existsSync } from "node:fs";
import { threadId } from "node:worker_threads";
import { z } from "zod";

/**
 * Becomes the number of the thread that checks it. With `until`, the check blocks its thread until that file exists, as
 * one that takes long does.
 */
export const threadSchema = z.looseObject({ until: z.string().optional() }).transform(({ until }) => {
  const sleeping = new Int32Array(new SharedArrayBuffer(4));
  const isOver = () => until === undefined || existsSync(until);
  while (!isOver()) Atomics.wait(sleeping, 0, 0, 10);
  return { threadId };
});
export const threadSchemaPlace = { module: import.meta.url, name: "threadSchema" };

/** Ends its thread without a word. */
export const exitingSchema = z.unknown().transform(() => process.exit(3));
export const exitingSchemaPlace = { module: import.meta.url, name: "exitingSchema" };
