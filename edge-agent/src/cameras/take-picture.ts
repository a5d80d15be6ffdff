import { cameraFixes } from "./check-camera.ts";
import type { Camera, CameraOptions } from "./camera.ts";
import type { Frame } from "./frame.ts";
import { openCamera } from "./open-camera.ts";
import type { FailureKind } from "./source-error.ts";

/** One picture of a camera as a scan would have it, or why there is none and what to do. */
export type TakenPicture = { ok: true; frame: Frame } | { ok: false; kind: FailureKind; message: string; fix: string };

const POLL_MS = 50;

/** Opens a camera for its first picture. A `folder:` camera is refused, because its pictures are taken once. */
export async function takePicture(options: CameraOptions & { timeoutMs: number }): Promise<TakenPicture> {
  if (options.url.startsWith("folder:")) {
    const message = "a folder is not opened, because the agent takes each of its pictures once";
    return { ok: false, kind: "other", message, fix: "look into the folder" };
  }
  const camera = openCamera(options);
  try {
    const first = await takeFirstFrame(camera, options.timeoutMs);
    return first.ok ? { ok: true, frame: (await camera.fullPicture(first.frame)).frame } : first;
  } finally {
    await camera.close();
  }
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
