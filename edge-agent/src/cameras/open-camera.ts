import { rmSync } from "node:fs";
import { createCameraHealth } from "./camera-health.ts";
import type { Camera, CameraOptions, CameraTiming } from "./camera.ts";
import { createFrameTimes } from "./frame-times.ts";
import { createFrameRequests } from "./frame-requests.ts";
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

/**
 * Opens a camera: its process is started immediately and restarted whenever it fails, so that an unavailable camera
 * works again as soon as it returns. Throws only on an invalid URL, which `parseCameraUrl` also reports.
 */
export function openCamera(options: CameraOptions): Camera {
  const { id, url, rotate = 0, privacyZones = [], decoder = "software", clock, logger, random } = options;
  const { maxWidthPixels, framesPerSecond, motion, stateFile, referenceFile } = options;
  const checked = options.health && { ...options.health, referenceFile };
  const timing = { ...defaultTiming, ...options.timing };
  const parsed = parseCameraUrl(url);
  if (!parsed.ok) throw new Error(`camera "${id}": ${parsed.problem}`);
  const times = createFrameTimes(clock, parsed.source.pace);
  const health = createCameraHealth({ cameraId: id, clock, logger, ...timing });
  const closing = new AbortController();
  let current: CameraProcess | undefined;
  let index = 0;
  const requests = createFrameRequests(() => current?.request());

  const onPicture: CameraProcessParts["onPicture"] = ({ widthPixels, heightPixels, rgb, ptsMs, ageMs, key }) => {
    const stamps = times.stamp({ ptsMs, ageMs });
    const bytes = new Uint8Array(rgb.buffer, rgb.byteOffset, rgb.byteLength);
    if (!requests.deliver({ cameraId: id, index, ...stamps, widthPixels, heightPixels, rgb: bytes, key })) {
      return health.dropped();
    }
    index += 1;
    health.delivered(widthPixels, heightPixels);
  };
  const runOnce = async () => {
    health.starting();
    times.restart();
    current = runCameraProcess({
      open: { url, maxWidthPixels, framesPerSecond, rotate, decoder, privacyZones, motion, health: checked, stateFile },
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
  const stopped = keepRunning({ runOnce, health, timing, random, signal: closing.signal }).finally(() =>
    requests.end(),
  );
  return {
    id,
    frames: (signal) => requests.frames(signal),
    setIdle: (isIdle) => current?.setIdle(isIdle),
    status: () => health.status(),
    learnView() {
      const isChecked = checked !== undefined && parsed.source.isCamera === true;
      if (isChecked) forgetReference(current, referenceFile);
      return isChecked;
    },
    async close() {
      closing.abort();
      await stopped;
    },
  };
}

function forgetReference(current: CameraProcess | undefined, file: string | undefined): void {
  if (current) current.forgetView();
  // The next process then finds none.
  else if (file !== undefined) rmSync(file, { force: true });
}
