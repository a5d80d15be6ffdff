import type { StationCapture } from "./capture.ts";

export type CommitResult = { ok: true } | { ok: false; reason: string; message: string };
export type CommitLogger = {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Scans kept in memory while the disk refuses them: each is a few hundred kilobytes. */
const MAX_KEPT = 32;
const RETRY_INTERVAL_MS = 10_000;

/**
 * Puts captures into the outbox. What it refuses (full, disk failing) is kept in memory, up to 32 scans, and tried again
 * every ten seconds; events that it refuses are dropped. Everything refused or dropped is counted and logged as an error.
 */
export function createCommitter(parts: {
  insert: (capture: StationCapture) => CommitResult;
  monotonicMs: () => number;
  logger: CommitLogger;
}) {
  const { insert, monotonicMs, logger } = parts;
  let lastTryMs = monotonicMs();
  let kept: StationCapture[] = [];
  let lostScans = 0;
  let lostEvents = 0;

  const lose = (capture: StationCapture, why: string): void => {
    const { kind, cameraId, id } = capture;
    if (capture.kind === "stream-events") lostEvents += capture.payload.events.length;
    else lostScans += 1;
    logger.error({ kind, camera: cameraId, id, lostScans, lostEvents }, `a capture is lost: ${why}`);
  };

  const keepInMemory = (capture: StationCapture, message: string): void => {
    kept.push(capture);
    const { kind, cameraId, id } = capture;
    logger.error({ kind, camera: cameraId, id, waiting: kept.length }, `not saved yet, kept in memory: ${message}`);
    const oldest = kept.length > MAX_KEPT ? kept.shift() : undefined;
    if (oldest) lose(oldest, "too many scans wait in memory for the disk");
  };

  const commit = (capture: StationCapture): boolean => {
    const result = insert(capture);
    if (result.ok) return true;
    if (capture.kind === "stream-events") lose(capture, result.message);
    else keepInMemory(capture, result.message);
    return false;
  };

  const retry = (): void => {
    lastTryMs = monotonicMs();
    while (kept[0] && insert(kept[0]).ok) {
      logger.info({ id: kept[0].id, waiting: kept.length - 1 }, "saved after all");
      kept = kept.slice(1);
    }
  };

  return {
    commit,
    /** To be called every second. */
    tick(): void {
      if (kept.length > 0 && monotonicMs() - lastTryMs >= RETRY_INTERVAL_MS) retry();
    },
    /** The agent stops: what can still not be saved is lost, and said so. */
    stop(): void {
      retry();
      for (const capture of kept) lose(capture, "the agent stops and the outbox still refuses it");
      kept = [];
    },
    status: () => ({ unsaved: kept.length, lostScans, lostEvents }),
  };
}
