import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import type { Database } from "../../platform/db/database.ts";
import { type EventPosition, findEventsAfter, findNewestPosition, type FoundEvent } from "./event-store.ts";

/** Follows the recorded events, once for all streams of the process. */
export type EventReader = {
  /** The position of the last delivered event; undefined if none was ever recorded. */
  position: () => EventPosition | undefined;
  /** Returns the start time of the last read that left no recorded event undelivered. */
  caughtUpAtMs: () => number;
  /** Reads new events, now or as soon as the current read has ended. */
  wake: () => void;
  /** Resolves after a read that began later than this call, also when it failed. */
  catchUp: () => Promise<void>;
  /** Resolves after the last read. */
  stop: () => Promise<void>;
};

/** Events of one read; later ones follow in the next read. */
const PAGE = 500;
/** The pause between two reads, so that a burst of notifications causes few of them. */
const PAUSE_MS = 50;
/** Events that an older transaction holds back for longer than this are logged. */
const LONG_MS = 30_000;

/** Starts after the newest recorded event. `deliver` gets all later ones in order, each once. */
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
    // The transaction that holds them back sends no notification if it ends without an event.
    if (isHeldBack || events.length === PAGE) isWanted = true;
    else caughtUpAtMs = beganAtMs;
  };
  const run = async () => {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      const served = waiting;
      waiting = [];
      // The next wake retries, at the latest that of the feed's clock.
      await readOnce().catch((error: unknown) =>
        logger.warn({ err: error }, "live events could not be read; retrying"),
      );
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

/** Logs once when events have been held back for long. */
function createWatch(logger: Logger, nowMs: Clock) {
  let sinceMs: number | undefined;
  let isLogged = false;
  return (isHeldBack: boolean) => {
    sinceMs = isHeldBack ? (sinceMs ?? nowMs()) : undefined;
    isLogged &&= isHeldBack;
    if (sinceMs === undefined || isLogged || nowMs() - sinceMs < LONG_MS) return;
    isLogged = true;
    logger.warn("live events are held back by a long-running transaction: see backend_xid in pg_stat_activity");
  };
}
