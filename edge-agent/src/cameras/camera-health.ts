import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { CameraFault, CameraStatus, MainStreamStatus } from "./camera.ts";
import type { MainStreamState } from "./main-stream.ts";
import { maskUrl } from "./mask-url.ts";
import type { PictureFault } from "./picture-health.ts";
import type { SourceFailure } from "./source-error.ts";

/** Reports over which the frame rate is measured: two a second. */
const RATE_SAMPLES = 8;

type Progress = {
  atMs: number;
  captured: number;
  dropped: number;
  leftOut: number;
  decoder: string | null;
  sinceCaptureMs: number | null;
  faults: PictureFault[];
  quiet: boolean;
  waiting: boolean;
  mainStream: MainStreamState | null;
};

export type CameraHealth = {
  starting(): void;
  processStarted(processId: number | null): void;
  progress(progress: Progress): void;
  delivered(widthPixels: number, heightPixels: number): void;
  /** A picture arrived after its consumer had left. */
  dropped(): void;
  stalled(): void;
  /** The process has ended. True when the camera had been healthy for long enough to forget earlier failures. */
  processGone(): boolean;
  failed(failure: SourceFailure, retryInMs: number): void;
  /** A problem that does not stop the camera. */
  warning(message: string): void;
  stopped(reason: "end of file" | "closed"): void;
  status(): CameraStatus;
};

type HealthParts = {
  cameraId: string;
  clock: Clock;
  logger: Logger;
  healthyAfterMs: number;
};

/** Keeps the status of one camera and logs its changes. */
export function createCameraHealth(parts: HealthParts): CameraHealth {
  const { cameraId, clock, logger, healthyAfterMs } = parts;
  const status = initialStatus();
  const pictures = followPictures(status, parts);
  let started = false;
  let runningSinceMs: number | null = null;

  const running = () => {
    if (status.state !== "starting") return;
    status.state = "running";
    runningSinceMs = clock.monotonicMs();
    logger.info({ cameraId, processId: status.processId, restarts: status.restarts }, "camera running");
  };
  return {
    starting() {
      if (started) status.restarts += 1;
      started = true;
      status.state = "starting";
      pictures.starting();
    },
    processStarted(processId) {
      status.processId = processId;
    },
    progress(progress) {
      // A source that waits for its first picture runs.
      if (progress.sinceCaptureMs !== null || progress.waiting) running();
      if (progress.sinceCaptureMs === null) return;
      pictures.progress(progress, progress.sinceCaptureMs);
    },
    delivered(widthPixels, heightPixels) {
      running();
      Object.assign(status, { widthPixels, heightPixels, framesDelivered: status.framesDelivered + 1 });
    },
    dropped: () => pictures.dropped(),
    stalled() {
      status.state = "stalled";
    },
    processGone() {
      const healthy = runningSinceMs !== null && clock.monotonicMs() - runningSinceMs >= healthyAfterMs;
      runningSinceMs = null;
      pictures.processGone();
      status.processId = null;
      return healthy;
    },
    failed({ kind, message }, retryInMs) {
      if (status.state !== "stalled") status.state = "failed";
      status.lastError = message;
      status.lastErrorKind = kind;
      logger.warn({ cameraId, error: message, kind, retryInMs: Math.round(retryInMs) }, "camera failed; restarting");
    },
    warning(message) {
      status.lastWarning = message;
      logger.warn({ cameraId, warning: message }, "camera warning");
    },
    stopped(reason) {
      Object.assign(status, { state: "stopped", stopReason: reason });
      logger.info({ cameraId, reason }, "camera stopped");
    },
    status: () => ({ ...status }),
  };
}

const initialStatus = (): CameraStatus => ({
  state: "starting",
  stopReason: null,
  lastFrameAtMs: null,
  framesPerSecond: 0,
  widthPixels: null,
  heightPixels: null,
  framesDelivered: 0,
  framesDropped: 0,
  framesLeftOut: 0,
  decoder: null,
  frozen: false,
  pictureFaults: [],
  quiet: false,
  restarts: 0,
  lastError: null,
  lastErrorKind: null,
  lastWarning: null,
  mainStream: null,
  processId: null,
});

/** Messages that describe each picture fault and its fix to the technician. */
const faultMessages: Record<PictureFault, string> = {
  dark: "the picture is dark: check the light of the lane, and whether the lens is covered",
  frozen: "the picture no longer changes: restart the camera",
  blurred: "the picture has lost its detail: clean the lens, remove what covers it, and check the focus",
  turned:
    "the camera no longer shows its reference picture: turn it back, or remove what covers the view; " +
    "if it looks where it should, run `edge-agent camera learn`",
};

const describeFault = (fault: CameraFault, main: MainStreamStatus | null): string =>
  fault === "degraded"
    ? `scans get the smaller pictures of the sub-stream, because of the main stream: ${main?.error ?? ""}`
    : faultMessages[fault];

function describeMain({ problem, size }: MainStreamState): MainStreamStatus {
  return {
    state: problem ? "failed" : size ? "running" : "starting",
    widthPixels: size?.widthPixels ?? null,
    heightPixels: size?.heightPixels ?? null,
    error: problem && maskUrl(problem.message),
    errorKind: problem?.kind ?? null,
  };
}

/** Updates the part of the status that depends on the pictures: their rate, the dropped ones, their faults. */
function followPictures(status: CameraStatus, { cameraId, clock, logger }: HealthParts) {
  let droppedBefore = 0;
  let leftOutBefore = 0;
  let samples: Progress[] = [];

  const setFaults = (faults: readonly CameraFault[]) => {
    const before = status.pictureFaults;
    const ended = before.filter(({ kind }) => !faults.includes(kind));
    const added = faults.filter((fault) => !before.some(({ kind }) => kind === fault));
    if (ended.length === 0 && added.length === 0) return;
    const problems = added.map((kind) => ({
      kind,
      sinceMs: clock.nowMs(),
      message: describeFault(kind, status.mainStream),
    }));
    status.pictureFaults = [...before.filter((problem) => !ended.includes(problem)), ...problems];
    status.frozen = faults.includes("frozen");
    for (const { kind, message } of problems)
      logger.warn({ cameraId, fault: kind, reason: message }, "camera picture is faulty");
    for (const { kind } of ended) logger.info({ cameraId, fault: kind }, "camera picture has recovered");
  };
  return {
    starting() {
      droppedBefore = status.framesDropped;
      leftOutBefore = status.framesLeftOut;
    },
    progress(progress: Progress, sinceCaptureMs: number) {
      status.lastFrameAtMs = clock.nowMs() - sinceCaptureMs;
      status.framesDropped = droppedBefore + progress.dropped;
      status.framesLeftOut = leftOutBefore + progress.leftOut;
      status.decoder = progress.decoder;
      status.quiet = progress.quiet;
      status.mainStream = progress.mainStream && describeMain(progress.mainStream);
      setFaults(progress.mainStream?.problem ? [...progress.faults, "degraded"] : progress.faults);
      samples = [...samples, progress].slice(-RATE_SAMPLES);
      status.framesPerSecond = rateOf(samples);
    },
    dropped() {
      droppedBefore += 1;
      status.framesDropped += 1;
    },
    processGone() {
      samples = [];
      Object.assign(status, { framesPerSecond: 0, frozen: false, pictureFaults: [], quiet: false, mainStream: null });
    },
  };
}

function rateOf(samples: Progress[]): number {
  const first = samples.at(0);
  const last = samples.at(-1);
  if (!first || !last || last.atMs <= first.atMs) return 0;
  return Math.round((10 * 1000 * (last.captured - first.captured)) / (last.atMs - first.atMs)) / 10;
}
