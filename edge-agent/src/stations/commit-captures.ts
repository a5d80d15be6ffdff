import type { Logger } from "../logger.ts";
import type { EventsCapture, StationCapture } from "./capture.ts";

export type CommitResult = { ok: true } | { ok: false; reason: string; message: string };

/** Scans kept in memory while the disk refuses them: each is a few hundred kilobytes. */
const MAX_KEPT = 32;
const RETRY_INTERVAL_MS = 10_000;
/** Events come every second: while they are lost, one line is logged now and then. */
const LOST_EVENTS_LOG_INTERVAL_MS = 60_000;

/**
 * Puts captures into the outbox. What it refuses (full, disk failing) is kept in memory, up to 32 scans, and tried
 * again every ten seconds; events that it refuses are dropped. Everything refused or dropped is counted and logged as
 * an error, lost events at most once a minute.
 */
export function createCommitter(parts: {
  insert: (capture: StationCapture) => CommitResult;
  monotonicMs: () => number;
  logger: Logger;
}) {
  const { insert, monotonicMs, logger } = parts;
  let lastTryMs = monotonicMs();
  let kept: StationCapture[] = [];
  let lostScans = 0;
  let lostEvents = 0;
  let lastEventsLogMs = -Infinity;

  const loseScan = ({ kind, cameraId, id }: StationCapture, why: string): void => {
    lostScans += 1;
    logger.error({ kind, camera: cameraId, id, lostScans }, `capture lost: ${why}`);
  };

  const loseEvents = ({ cameraId, payload }: EventsCapture, why: string): void => {
    lostEvents += payload.events.length;
    if (monotonicMs() - lastEventsLogMs < LOST_EVENTS_LOG_INTERVAL_MS) return;
    lastEventsLogMs = monotonicMs();
    logger.error({ camera: cameraId, lostEvents }, `events of tracked objects lost: ${why}`);
  };

  const keepInMemory = (capture: StationCapture, message: string): void => {
    kept.push(capture);
    const { kind, cameraId, id } = capture;
    logger.error(
      { kind, camera: cameraId, id, waiting: kept.length },
      `outbox refused the capture; keeping it in memory: ${message}`,
    );
    const oldest = kept.length > MAX_KEPT ? kept.shift() : undefined;
    if (oldest) loseScan(oldest, "too many scans in memory");
  };

  const commit = (capture: StationCapture): boolean => {
    const result = insert(capture);
    if (result.ok) return true;
    if (capture.kind === "stream-events") loseEvents(capture, result.message);
    else keepInMemory(capture, result.message);
    return false;
  };

  const retry = (): void => {
    lastTryMs = monotonicMs();
    while (kept[0] && insert(kept[0]).ok) {
      logger.info({ id: kept[0].id, waiting: kept.length - 1 }, "capture from memory saved");
      kept = kept.slice(1);
    }
  };

  return {
    commit,
    /** To be called every second. */
    tick(): void {
      if (kept.length > 0 && monotonicMs() - lastTryMs >= RETRY_INTERVAL_MS) retry();
    },
    /** The agent stops: captures that still cannot be saved are lost and logged. */
    stop(): void {
      retry();
      for (const capture of kept) loseScan(capture, "the agent stops, and the outbox still refuses it");
      kept = [];
    },
    status: () => ({ unsaved: kept.length, lostScans, lostEvents }),
  };
}
