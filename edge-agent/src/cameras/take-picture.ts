import { cameraFixes, checkFolder } from "./check-camera.ts";
import type { Camera, CameraOptions } from "./camera.ts";
import { listPictures } from "./drop-folder.ts";
import { createFinish } from "./finish-pictures.ts";
import type { Frame } from "./frame.ts";
import { openCamera } from "./open-camera.ts";
import type { FailureKind } from "./source-error.ts";
import { readPicture } from "./watch-folder.ts";

/** One picture of a camera as a scan would have it, or why there is none and what to do. */
export type TakenPicture = { ok: true; frame: Frame } | { ok: false; kind: FailureKind; message: string; fix: string };

const POLL_MS = 50;

/** Opens a camera for its first picture; of a `folder:` camera, it looks at the newest picture, which stays there. */
export async function takePicture(options: CameraOptions & { timeoutMs: number }): Promise<TakenPicture> {
  if (options.url.startsWith("folder:")) return lookIntoFolder(options);
  const camera = openCamera(options);
  try {
    const first = await takeFirstFrame(camera, options.timeoutMs);
    return first.ok ? { ok: true, frame: (await camera.fullPicture(first.frame)).frame } : first;
  } finally {
    await camera.close();
  }
}

async function lookIntoFolder(options: CameraOptions): Promise<TakenPicture> {
  const { id, url, clock, maxWidthPixels, rotate = 0, privacyZones = [] } = options;
  const checked = await checkFolder(new URL(url));
  if (!checked.ok) return checked;
  const { folder } = checked;
  const newest = (await listPictures(folder)).at(-1);
  if (newest === undefined) {
    const fix = "put one into it (JPEG, PNG, WebP or TIFF); it stays there until the agent runs";
    return { ok: false, kind: "other", message: `folder ${folder} holds no picture`, fix };
  }
  const { limits, finish } = createFinish({ maxWidthPixels, rotate, privacyZones });
  const picture = await readPicture(folder, newest, limits);
  if (typeof picture === "string") {
    const fix = "remove it, or put a complete picture into the folder";
    return { ok: false, kind: "other", message: `${newest.name} in ${folder} cannot be read: ${picture}`, fix };
  }
  const times = { capturedAtMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
  return { ok: true, frame: { cameraId: id, index: 0, ...times, ...finish(picture) } };
}

/** The first frame of a camera that was just opened, as soon as it comes; a camera that fails is not waited for. */
export async function takeFirstFrame(
  camera: Pick<Camera, "frames" | "status">,
  timeoutMs: number,
): Promise<TakenPicture> {
  const ending = AbortSignal.timeout(timeoutMs);
  const failing = new AbortController();
  const watch = setInterval(() => {
    if (/^(failed|stalled|stopped)$/.test(camera.status().state)) failing.abort();
  }, POLL_MS);
  try {
    for await (const frame of camera.frames(AbortSignal.any([ending, failing.signal]))) {
      return { ok: true, frame };
    }
    const { lastError, lastErrorKind } = camera.status();
    const kind = lastErrorKind ?? (lastError === null ? "timeout" : "other");
    const message = lastError ?? `no picture came within ${Math.round(timeoutMs / 1_000)} s`;
    return { ok: false, kind, message, fix: cameraFixes[kind] };
  } finally {
    clearInterval(watch);
  }
}
