import { defineWorker } from "../../platform/jobs/define-worker.ts";
import type { Needs } from "../parts.ts";
import { judgeAllLater, judgeLanesKind } from "../record/lane-jobs.ts";
import { findIdsAfter, lockContainer } from "../record/container-store.ts";
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
  const next = await findIdsAfter(parts.db, data.afterId, BATCH_SIZE);
  for (const id of next) {
    if (signal.aborted) throw new Error("the job ran out of time between two containers");
    await judgeCurrentVisit(parts, id);
  }
  const last = next.at(-1);
  if (last) await judgeAllLater(parts.db, parts.jobs, last);
});

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
