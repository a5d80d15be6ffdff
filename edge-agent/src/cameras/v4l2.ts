import { z } from "zod";
import { thinTo } from "./pace.ts";
import { SourceError } from "./source-error.ts";
import { framesPerSecondOption, parseOptions } from "./source.ts";
import type { Picture, SourceKind, SourceSettings } from "./source.ts";

/** `v4l2:`: a camera at this machine (USB, or a capture card) that Linux shows as a device. */
export const v4l2Kind: SourceKind = {
  scheme: "v4l2",
  example: "v4l2:/dev/video0?size=1280x720&fps=10",
  parse(url) {
    if (!url.pathname.startsWith("/dev/")) {
      return { ok: false, problem: "the device is missing; write v4l2:/dev/video0 or v4l2:/dev/v4l/by-id/NAME" };
    }
    const parsed = parseOptions(url, {
      size: z
        .string()
        .regex(/^\d{2,5}x\d{2,5}$/, "must be WIDTHxHEIGHT, such as 1280x720")
        .optional(),
      fps: framesPerSecondOption,
      /** FFmpeg's name of the device's format: `mjpeg`, `h264`, `yuyv422`. */
      format: z
        .string()
        .regex(/^[a-z0-9]{2,20}$/, "must be a format of FFmpeg, such as mjpeg or yuyv422")
        .optional(),
    });
    if (!parsed.ok) return parsed;
    const device = decodeURIComponent(url.pathname);
    const pictures = (settings: SourceSettings, signal: AbortSignal) => play(device, parsed.options, settings, signal);
    return { ok: true, source: { pace: "live", isCamera: true, pictures } };
  },
};

type Options = { size?: string | undefined; fps?: number | undefined; format?: string | undefined };

/** FFmpeg's options for a device. */
export function deviceOptions({ size, fps, format }: Options): Record<string, string> {
  return {
    ...(size !== undefined && { video_size: size }),
    ...(fps !== undefined && { framerate: String(fps) }),
    ...(format !== undefined && { input_format: format }),
  };
}

async function* play(
  device: string,
  options: Options,
  { framesPerSecond, ...limits }: SourceSettings,
  signal: AbortSignal,
): AsyncGenerator<Picture> {
  await checkDevice(device);
  // Only here, so that FFmpeg is loaded in the camera's process and never in the agent's.
  const { decodeVideo } = await import("./decode-video.ts");
  const openOptions = deviceOptions(options);
  const wants = thinTo(framesPerSecond);
  try {
    yield* decodeVideo(device, { openOptions, format: "video4linux2,v4l2", ...limits, wants, signal });
  } catch (error) {
    const kind = error instanceof SourceError ? error.kind : "other";
    const reason = error instanceof Error ? error.message : String(error);
    const hint =
      Object.keys(openOptions).length === 0 ? "" : "; check that the device offers this size, rate and format";
    throw new SourceError(kind, `${device} ${reason}${hint}`, { cause: error });
  }
  if (!signal.aborted) throw new SourceError("not-found", `${device} was disconnected`);
}

async function checkDevice(device: string): Promise<void> {
  const { access, constants, stat } = await import("node:fs/promises");
  const found = await stat(device).catch(() => null);
  if (!found) throw new SourceError("not-found", `${device} does not exist: check that the camera is connected`);
  if (!found.isCharacterDevice()) throw new SourceError("not-found", `${device} is not a video device`);
  await access(device, constants.R_OK | constants.W_OK).catch((error: unknown) => {
    const message = `${device} must not be opened by this user: add the user to the group video`;
    throw new SourceError("credentials", message, { cause: error });
  });
}
