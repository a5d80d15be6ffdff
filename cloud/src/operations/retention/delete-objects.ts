import pLimit from "p-limit";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import type { Needs } from "../parts.ts";

const AT_ONCE = 20;

export type FailedDeletion = { key: string; error: unknown };

/** Deletes objects, some at a time; returns how many, and those that could not be deleted. */
export async function deleteEach(
  storage: ObjectStorage,
  keys: readonly string[],
): Promise<{ deleted: number; failed: FailedDeletion[] }> {
  const limit = pLimit(AT_ONCE);
  const outcomes = await Promise.allSettled(keys.map((key) => limit(() => storage.delete(key))));
  const failed = outcomes.flatMap((outcome, index) =>
    outcome.status === "rejected" ? [{ key: keys[index] ?? "", error: outcome.reason as unknown }] : [],
  );
  return { deleted: keys.length - failed.length, failed };
}

/** Deletes objects and returns how many; failures are logged, and the next search for orphans tries again. */
export async function deleteObjects(
  { storage, logger }: Needs<"storage" | "logger">,
  keys: readonly string[],
): Promise<number> {
  const { deleted, failed } = await deleteEach(storage, keys);
  const [first] = failed;
  if (first)
    logger.warn({ err: first.error }, "some pictures could not be deleted from the storage; the next sweep retries");
  return deleted;
}
