import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import type { Database } from "../../platform/db/database.ts";
import { type EventPosition, findEventsAfter, findNewestPosition, type FoundEvent } from "./event-store.ts";

/** Follows the events on record, once for all streams of the process. */
export type EventReader = {
  /** Up to where events have been delivered; undefined while none was ever recorded. */
  position: () => EventPosition | undefined;
  /** When the newest read began after which no recorded event was left to deliver. */
  caughtUpAtMs: () => number;
  /** Reads what is new, now or as soon as the read under way has ended. */
  wake: () => void;
  /** Resolves after a read that began later than this call, also when it failed. */
  catchUp: () => Promise<void>;
  /** Resolves once nothing is read any more. */
  stop: () => Promise<void>;
};

/** Events of one read; what is beyond them is read next. */
const PAGE = 500;
/** Between two reads, so that a burst of announcements costs few. */
const PAUSE_MS = 50;
/** Events that are held back by an older transaction this long are worth a line in the log. */
const LONG_MS = 30_000;

/** Begins after the newest event that is on record now. `deliver` gets all later ones, in their order, none twice. */
export async function openEventReader(
  { db, logger, nowMs }: { db: Database; logger: Logger; nowMs: Clock },
  deliver: (events: readonly FoundEvent[]) => void,
): Promise<EventReader> {
  let caughtUpAtMs = nowMs();
  let position = await findNewestPosition(db);
  let isWanted = false;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let waiting: (() => void)[] = [];
  const watchHeldBack = createWatch(logger, nowMs);

  const readOnce = async () => {
    const beganAtMs = nowMs();
    const { events, isHeldBack } = await findEventsAfter(db, position, PAGE);
    position = events.at(-1)?.position ?? position;
    deliver(events);
    watchHeldBack(isHeldBack && events.length === 0);
    // What holds them back announces nothing when it ends without an event of its own.
    if (isHeldBack || events.length === PAGE) isWanted = true;
    else caughtUpAtMs = beganAtMs;
  };
  const run = async () => {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      const served = waiting;
      waiting = [];
      // The next wake, at the latest that of the feed's clock, tries again.
      await readOnce().catch((error: unknown) => logger.warn({ err: error }, "live events could not be read"));
      for (const resolve of served) resolve();
      await delay(PAUSE_MS);
    }
    running = undefined;
  };
  const wake = () => {
    isWanted = true;
    running ??= run();
  };
  return {
    position: () => position,
    caughtUpAtMs: () => caughtUpAtMs,
    wake,
    async catchUp() {
      if (stopping.signal.aborted) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      wake();
      await promise;
    },
    async stop() {
      stopping.abort();
      await running;
      for (const resolve of waiting) resolve();
    },
  };
}

/** Tells once when events have been held back for long. */
function createWatch(logger: Logger, nowMs: Clock) {
  let sinceMs: number | undefined;
  let isTold = false;
  return (isHeldBack: boolean) => {
    sinceMs = isHeldBack ? (sinceMs ?? nowMs()) : undefined;
    isTold &&= isHeldBack;
    if (sinceMs === undefined || isTold || nowMs() - sinceMs < LONG_MS) return;
    isTold = true;
    logger.warn("live events wait for a transaction that has been open for long: see backend_xid in pg_stat_activity");
  };
}
