import { and, asc, gt } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers } from "../../platform/db/tables.ts";
import { defineWorker } from "../../platform/jobs/define-worker.ts";
import type { Needs } from "../parts.ts";
import { judgeAllLater, judgeLanesKind } from "../record/lane-jobs.ts";
import { isActive, lockContainer } from "../record/container-store.ts";
import { keepLane, keepLanes } from "./keep-lane.ts";

/** Containers that one job judges before it leaves the rest to the next one. */
const BATCH_SIZE = 100;

type LaneJobParts = Needs<"db" | "jobs" | "matchRules" | "nowMs">;

/**
 * Judges visits that something changed of which no transaction could hold all containers: other rules, or a manifest of
 * ended visits.
 */
export const judgeLanes = defineWorker(judgeLanesKind, (parts: LaneJobParts) => async (data, { signal }) => {
  if ("containerId" in data) return judgeContainer(parts, data.containerId);
  const next = await findNext(parts.db, data.afterId);
  for (const { id } of next) {
    if (signal.aborted) throw new Error("the job ran out of time between two containers");
    await judgeCurrentVisit(parts, id);
  }
  const last = next.at(-1);
  if (last) await judgeAllLater(parts.db, parts.jobs, last.id);
});

async function findNext(db: DatabaseOrTransaction, afterId: string | null): Promise<{ id: string }[]> {
  return db
    .select({ id: containers.id })
    .from(containers)
    .where(and(isActive, afterId === null ? undefined : gt(containers.id, afterId)))
    .orderBy(asc(containers.id))
    .limit(BATCH_SIZE);
}

async function judgeContainer(parts: LaneJobParts, containerId: string): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const found = await lockContainer(tx, containerId);
    if (found) await keepLanes(tx, { ...parts, nowMs: parts.nowMs() }, containerId);
  });
}

async function judgeCurrentVisit(parts: LaneJobParts, containerId: string): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const found = await lockContainer(tx, containerId);
    if (found) await keepLane(tx, { ...parts, nowMs: parts.nowMs() }, found.container);
  });
}
