import type { Parts } from "../parts.ts";
import { expirePictures } from "./expire-pictures.ts";
import { claimRun, endRun, renewRun } from "./maintenance-store.ts";
import { type MayGoOn, sweepOrphans } from "./sweep-orphans.ts";

/** How often a process looks whether work is due. */
const LOOK_INTERVAL_MS = 600_000;
const HOUR_MS = 3_600_000;

type Work = { name: string; intervalMs: number; run: (parts: Parts, mayGoOn: MayGoOn) => Promise<object | number> };

const works: readonly Work[] = [
  { name: "expire-pictures", intervalMs: HOUR_MS, run: expirePictures },
  { name: "sweep-orphans", intervalMs: 24 * HOUR_MS, run: sweepOrphans },
];

/** Does what is due and no other process does. A run that fails is logged, and due again at the next look. */
export async function maintainPictures(parts: Parts, isStopped: () => boolean = () => false): Promise<void> {
  const { db, logger, nowMs } = parts;
  for (const { name, intervalMs, run } of works) {
    const claimed = await claimRun(db, name, { intervalMs, nowMs: nowMs() });
    if (!claimed) continue;
    const mayGoOn = async () => !isStopped() && renewRun(db, claimed, nowMs());
    let isComplete = false;
    try {
      logger.info({ work: name, outcome: await run(parts, mayGoOn) }, "pictures maintained");
      isComplete = !isStopped();
    } catch (error) {
      logger.error({ err: error, work: name }, "the pictures could not be maintained; trying again in ten minutes");
    }
    await endRun(db, claimed, { nowMs: nowMs(), isComplete });
  }
}

/** Maintains the pictures from now on, with a look every ten minutes. */
export function startPictureMaintenance(parts: Parts): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const run = async () => {
    try {
      await maintainPictures(parts, () => stopped);
    } catch (error) {
      parts.logger.error({ err: error }, "the pictures could not be maintained; trying again in ten minutes");
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
