import { access, constants, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Camera, CameraOptions, MainStreamStatus } from "./camera.ts";
import { openCamera } from "./open-camera.ts";
import type { FailureKind } from "./source-error.ts";

/** Result of a camera check: the pictures delivered, or the reason why none arrive and its fix. */
export type CameraCheck =
  | {
      ok: true;
      widthPixels: number;
      heightPixels: number;
      picturesPerSecond: number | null;
      /** Null without a sub-stream. */
      main: Size | null;
    }
  /** A folder, whose pictures are not read: the agent takes each of them once. */
  | { ok: true; folder: string }
  | { ok: false; kind: FailureKind; message: string; fix: string };

/** Size of the main stream's pictures. */
type Size = { widthPixels: number; heightPixels: number };

/** Time in ms for which pictures are counted to determine their rate. */
const COUNT_MS = 2_000;
const POLL_MS = 50;

/** Fixes for the technician, by class of failure. */
export const cameraFixes: Record<FailureKind, string> = {
  credentials: "correct username and password; many cameras lock an account after several failed attempts",
  tls: "check the camera's certificate, or set tls=insecure in its URL",
  timeout: "check the address, the port, and that RTSP or HTTP is enabled in the camera",
  "not-found": "correct the path of the URL; edge-agent camera discover lists the streams of a camera",
  refused: "check the address and the port, and that no other viewer uses the camera",
  unreachable: "check the address, the cable and the network",
  codec: "select H.264, H.265 or MJPEG in the camera",
  protocol: "correct the URL: another transport, or another kind of camera",
  other: "correct the URL",
};

/**
 * Opens a camera, counts its pictures for two seconds and closes it. Without a picture after `timeoutMs`, it reports
 * why. A `folder:` camera is not opened, because that takes its pictures: only its folder is checked.
 */
export async function checkCamera(options: CameraOptions & { timeoutMs: number }): Promise<CameraCheck> {
  const { clock, timeoutMs, url } = options;
  if (url.startsWith("folder:")) return checkFolder(new URL(url));
  const camera = openCamera(options);
  try {
    const ending = new AbortController();
    const times: number[] = [];
    const counting = countPictures(camera, ending.signal, () => times.push(clock.monotonicMs()));
    const deadlineMs = clock.monotonicMs() + timeoutMs;
    while (!isDecided(camera, times, clock.monotonicMs()) && clock.monotonicMs() < deadlineMs) await delay(POLL_MS);
    ending.abort();
    await counting;
    return describe(camera, times, timeoutMs);
  } finally {
    await camera.close();
  }
}

type FolderCheck = Extract<CameraCheck, { ok: false } | { folder: string }>;

/** Checks that the folder of a `folder:` camera exists, and that this user may take pictures from it. */
export async function checkFolder({ pathname, searchParams }: URL): Promise<FolderCheck> {
  const folder = fileURLToPath(Object.assign(new URL("file:///"), { pathname }));
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) {
    return {
      ok: false,
      kind: "not-found",
      message: `folder ${folder} does not exist`,
      fix: "create it, or mount its share",
    };
  }
  const writes = searchParams.has("moveTo");
  const mode = constants.R_OK | constants.X_OK | (writes ? constants.W_OK : 0);
  const isAllowed = await access(folder, mode).then(
    () => true,
    () => false,
  );
  if (isAllowed) return { ok: true, folder };
  const message = `this user may not ${writes ? "read and move" : "read"} the pictures in ${folder}`;
  return { ok: false, kind: "credentials", message, fix: "change the permissions of the folder" };
}

async function countPictures(camera: Camera, signal: AbortSignal, count: () => void): Promise<void> {
  for await (const _ of camera.frames(signal)) count();
}

function isDecided(camera: Camera, [first]: readonly number[], nowMs: number): boolean {
  const { state, mainStream } = camera.status();
  if (first !== undefined && nowMs - first >= COUNT_MS) return mainStream?.state !== "starting";
  return state === "failed" || state === "stalled" || state === "stopped";
}

function describe(camera: Camera, times: readonly number[], timeoutMs: number): CameraCheck {
  const { widthPixels, heightPixels, lastError, lastErrorKind, stopReason, mainStream } = camera.status();
  const [first, last] = [times[0], times.at(-1)];
  const main = mainStream && describeMain(mainStream, timeoutMs);
  if (first !== undefined && last !== undefined && widthPixels !== null && heightPixels !== null) {
    if (main && !main.ok) return main;
    const picturesPerSecond = last > first ? ((times.length - 1) * 1_000) / (last - first) : null;
    return { ok: true, widthPixels, heightPixels, picturesPerSecond, main };
  }
  const kind = lastErrorKind ?? (lastError === null ? "timeout" : "other");
  const ended = stopReason === "end of file" ? "the file contains no pictures" : null;
  const message = lastError ?? ended ?? `no picture came within ${Math.round(timeoutMs / 1_000)} s`;
  return { ok: false, kind, message, fix: cameraFixes[kind] };
}

/** The size of the main stream's pictures, or why it delivers none. */
function describeMain(
  { widthPixels, heightPixels, error, errorKind }: MainStreamStatus,
  timeoutMs: number,
): (Size & { ok: true }) | (CameraCheck & { ok: false }) {
  if (error === null && widthPixels !== null && heightPixels !== null) return { ok: true, widthPixels, heightPixels };
  const kind = errorKind ?? "timeout";
  const message = error ?? `no picture came within ${Math.round(timeoutMs / 1_000)} s`;
  return { ok: false, kind, message: `main stream: ${message}`, fix: cameraFixes[kind] };
}
