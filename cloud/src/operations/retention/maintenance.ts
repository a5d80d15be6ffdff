import { sendAlerts } from "../../fleet/alerts/send-alerts.ts";
import { sendShiftReports } from "../../fleet/alerts/send-shift-reports.ts";
import { watchEdgeDevices } from "../../fleet/edge-devices/watch-edge-devices.ts";
import { judgeAllLater } from "../../inspection/record/lane-jobs.ts";
import { countStatistics } from "../../inspection/statistics/count-store.ts";
import { archiveClosedDays } from "../../fleet/tracking/archive/archive-days.ts";
import { createComingDays } from "../../fleet/tracking/maintain-partitions.ts";
import { watchChains } from "../../inspection/provenance/watch-chains.ts";
import { keepPartitions } from "../../platform/db/partitions/keep-partitions.ts";
import { repeat } from "../../platform/concurrency/repeat.ts";
import { claimRun, endRun, renewRun } from "./maintenance-store.ts";
import type { MaintenanceParts, Work } from "./maintenance-work.ts";
import { deleteExpired, retention } from "./retention.ts";
import { settleAbandoned } from "./settle-abandoned.ts";
import { sweepOrphans } from "./sweep-orphans.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Pictures are deleted by their own task, which may take hours, or fail with the storage. */
const { pictures, sitePictures, ...rows } = retention;

async function createComingTrackingDays(parts: MaintenanceParts) {
  return createComingDays({ ...parts, db: (await parts.tracking.pools()).background });
}

type Lane = {
  /** Interval in ms at which a process checks which tasks of the lane are due. */
  lookMs: number;
  /** A process that neither ends nor renews a run for this long counts as dead. */
  leaseMs: number;
  /**
   * Tasks of the lane, run in this order, one after the other. One with an interval below `lookMs` is due at each
   * check.
   */
  works: readonly Work[];
};

/** All recurring tasks. A slow one delays only its own lane. */
const lanes: readonly Lane[] = [
  {
    lookMs: MINUTE_MS,
    leaseMs: MINUTE_MS,
    works: [
      { name: "watch-edge-devices", intervalMs: 0.8 * MINUTE_MS, run: watchEdgeDevices, isQuiet: true },
      { name: "watch-chains", intervalMs: 0.8 * MINUTE_MS, run: watchChains, isQuiet: true },
    ],
  },
  {
    lookMs: MINUTE_MS / 4,
    leaseMs: MINUTE_MS,
    works: [
      {
        name: "count-statistics",
        intervalMs: 0,
        run: ({ db }, mayGoOn) => countStatistics(db, mayGoOn),
        isQuiet: true,
      },
    ],
  },
  {
    lookMs: MINUTE_MS / 4,
    leaseMs: MINUTE_MS,
    works: [
      { name: "send-alerts", intervalMs: 0, run: sendAlerts, isQuiet: true },
      { name: "send-shift-reports", intervalMs: 0, run: sendShiftReports, isQuiet: true },
    ],
  },
  {
    lookMs: 10 * MINUTE_MS,
    leaseMs: 10 * MINUTE_MS,
    works: [
      { name: "settle-abandoned", intervalMs: 5 * MINUTE_MS, run: settleAbandoned },
      { name: "maintain-tracking", intervalMs: HOUR_MS, run: createComingTrackingDays },
      { name: "remove-expired-rows", intervalMs: HOUR_MS, run: (...args) => deleteExpired(rows, ...args) },
      {
        name: "expire-pictures",
        intervalMs: HOUR_MS,
        run: (...args) => deleteExpired({ pictures, sitePictures }, ...args),
      },
      { name: "sweep-orphans", intervalMs: 24 * HOUR_MS, run: sweepOrphans },
      // A release with other rules has put no rule set in force.
      { name: "judge-lanes", intervalMs: 24 * HOUR_MS, run: ({ db, jobs }) => judgeAllLater(db, jobs) },
    ],
  },
  {
    lookMs: 10 * MINUTE_MS,
    leaseMs: 10 * MINUTE_MS,
    works: [{ name: "archive-tracking", intervalMs: HOUR_MS, run: archiveClosedDays }],
  },
  {
    lookMs: 10 * MINUTE_MS,
    leaseMs: 10 * MINUTE_MS,
    works: [{ name: "keep-partitions", intervalMs: HOUR_MS, run: (parts, mayGoOn) => keepPartitions(parts, mayGoOn) }],
  },
];

/**
 * Runs the tasks that are due and that no other process runs, of the given lanes. A run that fails is logged, and due
 * again at the next look.
 */
export async function maintain(
  parts: MaintenanceParts,
  isStopped: () => boolean = () => false,
  looked: readonly Lane[] = lanes,
): Promise<void> {
  for (const { works, leaseMs } of looked) for (const work of works) await runIfDue(parts, work, leaseMs, isStopped);
}

async function runIfDue(
  parts: MaintenanceParts,
  { name, intervalMs, run, isQuiet }: Work,
  leaseMs: number,
  isStopped: () => boolean,
): Promise<void> {
  const { db, logger, nowMs } = parts;
  const claimed = await claimRun(db, name, { intervalMs, leaseMs, nowMs: nowMs() });
  if (!claimed) return;
  const mayGoOn = async () => !isStopped() && renewRun(db, claimed, { leaseMs, nowMs: nowMs() });
  let outcome: Record<string, unknown> | undefined;
  try {
    const done = { ...(await run(parts, mayGoOn)) };
    logger[isQuiet ? "debug" : "info"]({ work: name, outcome: done }, "maintenance done");
    // A run that was stopped early is due again, as is one that found a table locked: in an hour, the next backup may
    // lock it.
    if (!isStopped() && !("isBusy" in done && done.isBusy === true)) outcome = done;
  } catch (error) {
    logger.error({ err: error, work: name }, "maintenance failed; retrying at the next look");
  }
  await endRun(db, claimed, { nowMs: nowMs(), outcome });
}

/** Starts the recurring tasks: looks now, and then every `lookMs` of each lane, which of its tasks are due. */
export function startMaintenance(parts: MaintenanceParts): { stop: () => Promise<void> } {
  let stopped = false;
  const warn = (error: unknown) =>
    parts.logger.error({ err: error }, "maintenance could not begin; retrying at the next look");
  const loops = lanes.map((lane) => repeat(lane.lookMs, () => maintain(parts, () => stopped, [lane]), warn));
  return {
    /** Resolves when the current run has finished its batch; no further run begins. */
    stop: async () => {
      stopped = true;
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
