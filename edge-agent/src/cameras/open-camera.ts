import { rmSync } from "node:fs";
import { createCameraHealth } from "./camera-health.ts";
import type { Camera, CameraOptions, CameraTiming } from "./camera.ts";
import type { Frame } from "./frame.ts";
import { createFrameTimes } from "./frame-times.ts";
import { createFrameRequests } from "./frame-requests.ts";
import { bytesOf, createOrigins } from "./full-pictures.ts";
import { keepRunning } from "./keep-running.ts";
import { maskUrl } from "./mask-url.ts";
import { runCameraProcess } from "./run-camera-process.ts";
import type { CameraProcess, CameraProcessParts } from "./run-camera-process.ts";
import { parseCameraUrl } from "./sources.ts";

const defaultTiming: CameraTiming = {
  stallAfterMs: 10_000,
  restartMinMs: 1000,
  restartMaxMs: 60_000,
  healthyAfterMs: 60_000,
};

const KEEP_MS = 20_000;
/** 20 s of a stream of 25 Mbit/s. */
const KEEP_BYTES = 64_000_000;

/**
 * Opens a camera: its process is started immediately and restarted whenever it fails, so that an unavailable camera
 * works again as soon as it returns. Throws only on an invalid URL, which `parseCameraUrl` also reports.
 */
export function openCamera(options: CameraOptions): Camera {
  const { id, url, subStream, referenceFile, clock, logger, random } = options;
  const timing = { ...defaultTiming, ...options.timing };
  const parsed = parseCameraUrl(subStream ?? url);
  if (!parsed.ok) throw new Error(`camera "${id}": ${parsed.problem}`);
  const open = describeOpening(options, timing);
  const times = createFrameTimes(clock, parsed.source.pace);
  const health = createCameraHealth({ cameraId: id, clock, logger, ...timing });
  const closing = new AbortController();
  let current: CameraProcess | undefined;
  let index = 0;
  const requests = createFrameRequests(() => current?.request());
  const origins = createOrigins();

  const onPicture: CameraProcessParts["onPicture"] = (picture) => {
    const { widthPixels, heightPixels, fullScale, key } = picture;
    const size = { widthPixels, heightPixels, fullScale };
    const frame: Frame = { cameraId: id, index, ...times.stamp(picture), ...size, rgb: bytesOf(picture.rgb), key };
    origins.note(frame, current, picture.arrivedAtMs);
    if (!requests.deliver(frame)) return health.dropped();
    index += 1;
    health.delivered(widthPixels, heightPixels);
  };
  const runOnce = async () => {
    health.starting();
    times.restart();
    current = runCameraProcess({
      open,
      onPicture,
      onProgress: (progress) => health.progress(progress),
      onWarning: (message) => health.warning(maskUrl(message)),
      monotonicMs: () => clock.monotonicMs(),
      stallAfterMs: timing.stallAfterMs,
      onStall: () => health.stalled(),
      signal: closing.signal,
    });
    health.processStarted(current.processId);
    if (requests.isWaiting()) current.request();
    const end = await current.end;
    current = undefined;
    return end;
  };
  const running = keepRunning({ runOnce, health, timing, random, signal: closing.signal });
  const stopped = running.finally(() => requests.end());
  return {
    id,
    frames: (signal) => requests.frames(signal),
    setIdle: (isIdle) => current?.setIdle(isIdle),
    status: () => health.status(),
    fullPicture: (frame) => origins.fullPicture(frame),
    learnView() {
      const isChecked = open.health !== undefined && parsed.source.isCamera === true;
      if (isChecked) forgetReference(current, referenceFile);
      return isChecked;
    },
    async close() {
      closing.abort();
      await stopped;
    },
  };
}

/** Returns the settings with which the process opens the camera. */
function describeOpening(options: CameraOptions, timing: CameraTiming): CameraProcessParts["open"] {
  const {
    url,
    subStream,
    keepMs = KEEP_MS,
    maxWidthPixels,
    watchWidthPixels,
    framesPerSecond,
    motion,
    stateFile,
  } = options;
  const { rotate = 0, privacyZones = [], decoder = "software", health, referenceFile } = options;
  const { restartMinMs, restartMaxMs } = timing;
  return {
    url,
    subStream,
    keepMs,
    keepBytes: KEEP_BYTES,
    restartMinMs,
    restartMaxMs,
    maxWidthPixels,
    watchWidthPixels,
    framesPerSecond,
    rotate,
    privacyZones,
    decoder,
    motion,
    stateFile,
    health: health && { ...health, referenceFile },
  };
}

function forgetReference(current: CameraProcess | undefined, file: string | undefined): void {
  if (current) current.forgetView();
  // The next process then finds none.
  else if (file !== undefined) rmSync(file, { force: true });
}
