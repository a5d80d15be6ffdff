import type { Clock } from "../clock.ts";
import type { Logger } from "../logger.ts";
import type { CameraStatus } from "./camera.ts";

/** Reports over which the frame rate is measured: two a second. */
const RATE_SAMPLES = 8;

type Progress = {
  atMs: number;
  captured: number;
  dropped: number;
  sinceCaptureMs: number | null;
  unchangedMs: number;
};

export type CameraHealth = {
  starting(): void;
  processStarted(processId: number | null): void;
  progress(progress: Progress): void;
  delivered(widthPixels: number, heightPixels: number): void;
  /** A picture came that nobody waited for any more. */
  dropped(): void;
  stalled(): void;
  /** The process is gone. True when the camera had been healthy for long enough to forget earlier failures. */
  processGone(): boolean;
  failed(message: string, retryInMs: number): void;
  stopped(reason: "end of file" | "closed"): void;
  status(): CameraStatus;
};

/** Keeps one camera's status and tells the log what changed. */
export function createCameraHealth(parts: {
  cameraId: string;
  clock: Clock;
  logger: Logger;
  frozenAfterMs: number;
  healthyAfterMs: number;
}): CameraHealth {
  const { cameraId, clock, logger } = parts;
  const status: CameraStatus = {
    state: "starting",
    stopReason: null,
    lastFrameAtMs: null,
    framesPerSecond: 0,
    widthPixels: null,
    heightPixels: null,
    framesDelivered: 0,
    framesDropped: 0,
    frozen: false,
    restarts: 0,
    lastError: null,
    processId: null,
  };
  let started = false;
  let runningSinceMs: number | null = null;
  let droppedBefore = 0;
  let samples: Progress[] = [];

  const setFrozen = (frozen: boolean) => {
    if (frozen === status.frozen) return;
    status.frozen = frozen;
    if (frozen) logger.warn({ cameraId }, "the camera sends the same picture again and again");
    else logger.info({ cameraId }, "the camera's picture changes again");
  };
  const running = () => {
    if (status.state !== "starting") return;
    status.state = "running";
    runningSinceMs = clock.monotonicMs();
    logger.info({ cameraId, processId: status.processId, restarts: status.restarts }, "the camera delivers pictures");
  };
  return {
    starting() {
      if (started) status.restarts += 1;
      started = true;
      status.state = "starting";
      droppedBefore = status.framesDropped;
    },
    processStarted(processId) {
      status.processId = processId;
    },
    progress(progress) {
      if (progress.sinceCaptureMs === null) return;
      running();
      status.lastFrameAtMs = clock.nowMs() - progress.sinceCaptureMs;
      status.framesDropped = droppedBefore + progress.dropped;
      setFrozen(progress.unchangedMs >= parts.frozenAfterMs);
      samples = [...samples, progress].slice(-RATE_SAMPLES);
      status.framesPerSecond = rateOf(samples);
    },
    delivered(widthPixels, heightPixels) {
      running();
      Object.assign(status, { widthPixels, heightPixels, framesDelivered: status.framesDelivered + 1 });
    },
    dropped() {
      droppedBefore += 1;
      status.framesDropped += 1;
    },
    stalled() {
      status.state = "stalled";
    },
    processGone() {
      const healthy = runningSinceMs !== null && clock.monotonicMs() - runningSinceMs >= parts.healthyAfterMs;
      runningSinceMs = null;
      samples = [];
      Object.assign(status, { processId: null, framesPerSecond: 0, frozen: false });
      return healthy;
    },
    failed(message, retryInMs) {
      if (status.state !== "stalled") status.state = "failed";
      status.lastError = message;
      logger.warn(
        { cameraId, error: message, retryInMs: Math.round(retryInMs) },
        "the camera failed; starting it again",
      );
    },
    stopped(reason) {
      Object.assign(status, { state: "stopped", stopReason: reason });
      logger.info({ cameraId, reason }, "the camera has stopped");
    },
    status: () => ({ ...status }),
  };
}

function rateOf(samples: Progress[]): number {
  const first = samples.at(0);
  const last = samples.at(-1);
  if (!first || !last || last.atMs <= first.atMs) return 0;
  return Math.round((10 * 1000 * (last.captured - first.captured)) / (last.atMs - first.atMs)) / 10;
}
