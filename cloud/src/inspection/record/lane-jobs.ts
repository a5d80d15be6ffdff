import { objectId } from "@container-inspection/shared-schemas/object-id";
import { z } from "zod";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { findEndedWithManifest } from "./attached-manifest-store.ts";

/** Judges all visits of one container, or the current visits of all containers from one id on. */
export const judgeLanesKind: JobKind<{ containerId: string } | { afterId: string | null }> = {
  name: "judge-lanes",
  data: z.union([z.object({ containerId: objectId }), z.object({ afterId: objectId.nullable() })]),
  retries: 20,
  firstRetrySeconds: 5,
  longestRetrySeconds: 600,
  timeoutSeconds: 300,
  atOnce: 1,
};

/** Has the current visits of all containers judged again, when `tx` has put other rules in force. */
export async function judgeAllLater(
  tx: DatabaseOrTransaction,
  jobs: Jobs,
  afterId: string | null = null,
): Promise<{ jobId: string }> {
  return { jobId: await jobs.enqueue(tx, judgeLanesKind, { afterId }) };
}

/** Has the ended visits judged again that hold a manifest which `tx` has changed. */
export async function judgeEndedLater(tx: DatabaseOrTransaction, jobs: Jobs, manifestId: string): Promise<void> {
  const ended = await findEndedWithManifest(tx, manifestId);
  if (ended.length > 0) await jobs.enqueueAll(tx, judgeLanesKind, ended);
}
