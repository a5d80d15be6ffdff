import type { Replay, ReplayChange } from "@container-inspection/shared-schemas/replays";
import type { FoundReplay } from "./replay-store.ts";

/** A replay as replies show it. */
export function presentReplay({ row, startedBy }: FoundReplay): Replay {
  const { id, ruleSetVersion, state, days, failure, result } = row;
  return {
    id,
    ruleSetVersion,
    state,
    days,
    since: row.since.toISOString(),
    base: { ruleSetVersion: row.baseVersion, mapVersion: row.mapVersion },
    progress: { visits: row.visitsDone, of: Math.max(row.visitsDone, row.visitsTotal) },
    startedBy,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    failure,
    result,
  };
}

type FoundChange = {
  change: Omit<ReplayChange, "visitNumber" | "containerId" | "containerNumber">;
  visit: { number: number; containerId: string };
  containerNumber: string;
};

/** A visit that a candidate judges differently, as replies show it. */
export function presentReplayChange({ change, visit, containerNumber }: FoundChange): ReplayChange {
  const { visitId, scanId, from, to, added, removed } = change;
  const { number: visitNumber, containerId } = visit;
  return { visitId, visitNumber, containerId, containerNumber, scanId, from, to, added, removed };
}
