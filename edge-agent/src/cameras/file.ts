import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createPace, thinTo } from "./pace.ts";
import { SourceError } from "./source-error.ts";
import { booleanOption, framesPerSecondOption, lowerRate, paceOption, parseOptions } from "./source.ts";
import type { Look, Picture, Source, SourceKind, SourceSettings } from "./source.ts";

/** `file:`: a video file, played at its own speed, in a loop unless `?loop=false`. */
export const fileKind: SourceKind = {
  scheme: "file",
  example: "file:videos/gate.mp4?loop=true",
  parse(url) {
    if (url.host !== "") {
      return {
        ok: false,
        problem: `"${url.host}" is in the place of a host; use three slashes: file:///folder/name.mp4`,
      };
    }
    const parsed = parseOptions(url, {
      loop: booleanOption.default(true),
      fps: framesPerSecondOption,
      pace: paceOption,
    });
    if (!parsed.ok) return parsed;
    const { loop, fps, pace } = parsed.options;
    const path = readPath(url);
    if (path === null)
      return { ok: false, problem: "the path contains an encoded slash (%2F), which a file name cannot contain" };
    return { ok: true, source: createFileSource(path, { loop, fps, pace }) };
  },
};

function readPath(url: URL): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

type Options = { loop: boolean; fps: number | undefined; pace: "realtime" | "consumer" };

function createFileSource(path: string, { loop, fps, pace }: Options): Source {
  return {
    pace: pace === "consumer" ? "consumer" : "live",
    pictures(settings, signal) {
      const rate = lowerRate(fps, settings.framesPerSecond);
      const waitFor = pace === "consumer" ? async () => {} : createPace(settings.monotonicMs, signal);
      return play(path, { ...settings, framesPerSecond: rate, loop, waitFor }, signal);
    },
  };
}

type PlaySettings = SourceSettings & { loop: boolean; waitFor: (ptsMs: number) => Promise<void> };

async function* play(
  path: string,
  { framesPerSecond, loop, look, waitFor, ...limits }: PlaySettings,
  signal: AbortSignal,
): AsyncGenerator<Picture> {
  // Only here, so that FFmpeg is loaded in the camera's process and never in the agent's.
  const { decodeVideo } = await import("./decode-video.ts");
  const keeps = thinTo(framesPerSecond);
  let endMs = 0;
  for (;;) {
    await checkIsFile(path);
    const startMs = endMs;
    const wants = async (ptsMs: number, durationMs: number) => {
      endMs = startMs + ptsMs + durationMs;
      if (!keeps(startMs + ptsMs)) return false;
      await waitFor(startMs + ptsMs);
      return true;
    };
    const lookOnTime: Look | undefined = look && ((ptsMs, copyGrey) => look(startMs + ptsMs, copyGrey));
    // A playlist inside the file must not make FFmpeg open other addresses.
    const openOptions = { protocol_whitelist: "file" };
    try {
      for await (const picture of decodeVideo(path, { ...limits, openOptions, wants, look: lookOnTime, signal })) {
        yield { ...picture, ptsMs: startMs + picture.ptsMs };
      }
    } catch (error) {
      const kind = error instanceof SourceError ? error.kind : "other";
      throw new SourceError(kind, `${path} ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
    if (endMs === startMs && !signal.aborted) throw new Error(`${path} contains no picture that can be decoded`);
    if (!loop || signal.aborted) return;
  }
}

async function checkIsFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    throw new Error(
      found.code === "ENOENT" ? `file ${path} does not exist` : `${path} cannot be read: ${found.message}`,
    );
  }
  if (!found.isFile()) throw new Error(`${path} is a ${found.isDirectory() ? "folder" : "device"}, not a video file`);
  if (found.size === 0) throw new Error(`${path} is empty`);
}
