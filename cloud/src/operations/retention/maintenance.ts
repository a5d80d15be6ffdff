import type { MaintenanceParts, Work } from "./maintenance-work.ts";
import { maintainTracking } from "../../fleet/tracking/maintenance.ts";
import { expirePictures } from "./expire-pictures.ts";
import { claimRun, endRun, renewRun } from "./maintenance-store.ts";
import { removeExpiredRows } from "./remove-expired-rows.ts";
import { settleAbandoned } from "./settle-abandoned.ts";
import { sweepOrphans } from "./sweep-orphans.ts";

/** How often a process looks whether work is due. */
const LOOK_INTERVAL_MS = 600_000;
const HOUR_MS = 3_600_000;
/** Less than the interval of the looks: due at each of them. */
const EACH_LOOK_MS = 300_000;

/** All that is looked after from time to time; what is short comes first. */
const works: readonly Work[] = [
  { name: "settle-abandoned", intervalMs: EACH_LOOK_MS, run: settleAbandoned },
  { name: "maintain-tracking", intervalMs: HOUR_MS, run: maintainTracking },
  { name: "remove-expired-rows", intervalMs: HOUR_MS, run: removeExpiredRows },
  {
    name: "expire-pictures",
    intervalMs: HOUR_MS,
    run: async (...args) => ({ expired: await expirePictures(...args) }),
  },
  { name: "sweep-orphans", intervalMs: 24 * HOUR_MS, run: sweepOrphans },
];

/** Does what is due and no other process does. A run that fails is logged, and due again at the next look. */
export async function maintain(parts: MaintenanceParts, isStopped: () => boolean = () => false): Promise<void> {
  const { db, logger, nowMs } = parts;
  for (const { name, intervalMs, run } of works) {
    const claimed = await claimRun(db, name, { intervalMs, nowMs: nowMs() });
    if (!claimed) continue;
    const mayGoOn = async () => !isStopped() && renewRun(db, claimed, nowMs());
    let outcome: Record<string, unknown> | undefined;
    try {
      const done = { ...(await run(parts, mayGoOn)) };
      logger.info({ work: name, outcome: done }, "maintenance done");
      // What a stop has cut short is due again, as is what a lock was in the way of: in an hour, the next backup may hold it.
      if (!isStopped() && !("isBusy" in done && done.isBusy === true)) outcome = done;
    } catch (error) {
      logger.error({ err: error, work: name }, "maintenance failed; trying again in ten minutes");
    }
    await endRun(db, claimed, { nowMs: nowMs(), outcome });
  }
}

/** Looks after the data from now on, with a look every ten minutes at what is due. */
export function startMaintenance(parts: MaintenanceParts): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = async () => {
    try {
      await maintain(parts, () => stopped);
    } catch (error) {
      parts.logger.error({ err: error }, "maintenance could not begin; trying again in ten minutes");
    }
    if (!stopped) timer = setTimeout(() => (running = run()), LOOK_INTERVAL_MS);
  };
  let running = run();
  return {
    /** Resolves once a run under way has come to the end of its batch; none begins after it. */
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
