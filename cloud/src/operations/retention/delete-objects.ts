import pLimit from "p-limit";
import type { Needs } from "../parts.ts";

const AT_ONCE = 20;

/**
 * Deletes objects, some at a time, and returns how many; failures are logged, and the next search for orphans tries
 * again.
 */
export async function deleteObjects(
  { storage, logger }: Needs<"storage" | "logger">,
  keys: readonly string[],
): Promise<number> {
  const limit = pLimit(AT_ONCE);
  const outcomes = await Promise.allSettled(keys.map((key) => limit(() => storage.delete(key))));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed)
    logger.warn({ err: failed.reason }, "some pictures could not be deleted from the storage; the next sweep retries");
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}
