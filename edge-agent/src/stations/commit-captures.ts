import type { Logger } from "../base/logger.ts";
import type { CaptureStore, EventsCapture, StationCapture, UnnumberedScan } from "./capture.ts";

/** `sequence` is null where the capture's picture had been captured before. */
export type CommitResult = { ok: true; sequence?: number | null } | { ok: false; reason: string; message: string };

/** Scans kept in memory while the disk refuses them: each is a few hundred kilobytes. */
const MAX_KEPT = 32;
const RETRY_INTERVAL_MS = 10_000;
/** Events come every second: while they are lost, one line is logged now and then. */
const LOST_EVENTS_LOG_INTERVAL_MS = 60_000;

/** Capture that is tried again; `isOnDisk` if only its number is missing there. `held` waits for its number. */
type Kept = {
  id: string;
  kind: string;
  cameraId: string;
  isOnDisk: boolean;
  held?: UnnumberedScan;
  save: () => boolean;
};

type CommitterParts = {
  insert: (capture: StationCapture) => CommitResult;
  insertUnnumbered: (scan: UnnumberedScan) => CommitResult;
  /** Throws where the outbox cannot be written. */
  assignNumber: (id: string, containerNumber: string, passageId?: string) => "numbered" | "missing" | "damaged";
  monotonicMs: () => number;
  logger: Logger;
};

/**
 * Puts captures into the outbox. Scans that it refuses (full, disk failing) are kept in memory, up to 32, and tried
 * again every ten seconds; events that it refuses are dropped. Everything refused or dropped is counted and logged as
 * an error, lost events at most once a minute.
 */
export function createCommitter(parts: CommitterParts) {
  const { logger } = parts;
  const memory = createMemory(parts);
  const losses = createEventLosses(parts);

  const isAdded = ({ id, cameraId }: UnnumberedScan | StationCapture, { sequence }: CommitResult & { ok: true }) => {
    if (sequence === null) logger.info({ id, camera: cameraId }, "picture was captured before; not added");
    return sequence !== null;
  };

  const store: CaptureStore = {
    commit(capture) {
      const result = parts.insert(capture);
      if (result.ok) return isAdded(capture, result);
      if (capture.kind === "stream-events") losses.lose(capture, result.message);
      else memory.keep({ ...capture, isOnDisk: false, save: () => parts.insert(capture).ok }, result.message);
      return false;
    },
    hold(scan) {
      const result = parts.insertUnnumbered(scan);
      if (result.ok) return isAdded(scan, result);
      const { id, kind, cameraId } = scan;
      const save = () => parts.insertUnnumbered(scan).ok;
      memory.keep({ id, kind, cameraId, isOnDisk: false, held: scan, save }, result.message);
      return true;
    },
    assignNumber(id, containerNumber, passageId) {
      const held = memory.takeHeld(id);
      if (held) return store.commit({ ...held, containerNumber, passageId: passageId ?? held.passageId });
      const assign = () => parts.assignNumber(id, containerNumber, passageId);
      try {
        return assign() === "numbered";
      } catch (error) {
        memory.keep({ id, kind: "scan", cameraId: "", isOnDisk: true, save: () => isDone(assign) }, String(error));
        return false;
      }
    },
  };

  return {
    ...store,
    whenSaved: memory.whenSaved,
    /** Tries to save kept captures again; call it every second. */
    tick: memory.tick,
    /** The agent stops: captures that still cannot be saved are lost and logged. */
    stop: memory.stop,
    status: () => ({ ...memory.status(), ...losses.status() }),
  };
}

/** Keeps captures that the outbox refused, and tries to save them again. */
function createMemory({ monotonicMs, logger }: CommitterParts) {
  let lastTryMs = monotonicMs();
  let kept: Kept[] = [];
  let lostScans = 0;
  let saved = Promise.withResolvers<void>();

  const lose = ({ kind, cameraId, id, isOnDisk }: Kept, why: string): void => {
    if (isOnDisk) return logger.error({ id }, "scan gets its container number at the next start");
    lostScans += 1;
    logger.error({ kind, camera: cameraId, id, lostScans }, `capture lost: ${why}`);
  };

  const wake = (): void => {
    saved.resolve();
    saved = Promise.withResolvers();
  };

  const retry = (): void => {
    lastTryMs = monotonicMs();
    // Each is tried: one that is too large for the space that is left keeps no smaller one from it.
    for (const what of kept.filter(({ save }) => save())) {
      kept = kept.filter((one) => one !== what);
      logger.info({ id: what.id, waiting: kept.length }, "capture from memory saved");
    }
    wake();
  };

  return {
    keep(what: Kept, message: string): void {
      kept.push(what);
      const { kind, cameraId, id } = what;
      logger.error(
        { kind, camera: cameraId, id, waiting: kept.length },
        `outbox refused the capture; keeping it in memory: ${message}`,
      );
      const oldest = kept.length > MAX_KEPT ? kept.shift() : undefined;
      if (oldest) lose(oldest, "too many scans in memory");
    },
    /** Removes a scan that is kept without a number. */
    takeHeld(id: string): UnnumberedScan | undefined {
      const held = kept.find((what) => what.id === id)?.held;
      if (held) kept = kept.filter((what) => what.id !== id);
      wake();
      return held;
    },
    /** Resolves once nothing is kept. */
    whenSaved: async (): Promise<void> => {
      while (kept.length > 0) await saved.promise;
    },
    tick: (): void => {
      if (kept.length > 0 && monotonicMs() - lastTryMs >= RETRY_INTERVAL_MS) retry();
    },
    stop: (): void => {
      retry();
      for (const what of kept) lose(what, "the agent stops, and the outbox still refuses it");
      kept = [];
      wake();
    },
    status: () => ({ unsaved: kept.length, lostScans }),
  };
}

/** Counts the events that the outbox refused; they are not tried again. */
function createEventLosses({ monotonicMs, logger }: CommitterParts) {
  let lostEvents = 0;
  let lastLogMs = -Infinity;
  return {
    lose({ cameraId, payload }: EventsCapture, why: string): void {
      lostEvents += payload.events.length;
      if (monotonicMs() - lastLogMs < LOST_EVENTS_LOG_INTERVAL_MS) return;
      lastLogMs = monotonicMs();
      logger.error({ camera: cameraId, lostEvents }, `events of tracked objects lost: ${why}`);
    },
    status: () => ({ lostEvents }),
  };
}

function isDone(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
