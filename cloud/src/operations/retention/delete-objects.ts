import type { Needs } from "../parts.ts";

const AT_ONCE = 20;

/** Deletes objects, some at a time, and returns how many it did; a failure is logged, and left to the next search for orphans. */
export async function deleteObjects(
  { storage, logger }: Needs<"storage" | "logger">,
  keys: readonly string[],
): Promise<number> {
  let deleted = 0;
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const outcomes = await Promise.allSettled(keys.slice(at, at + AT_ONCE).map((key) => storage.delete(key)));
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) logger.warn({ err: failed.reason }, "some deleted pictures stay in the storage until they are swept");
    deleted += outcomes.filter(({ status }) => status === "fulfilled").length;
  }
  return deleted;
}
