import { readFile, writeFile } from "node:fs/promises";
import { type FollowedFile, followMotFile, MotFileError } from "../tracking/mot-file.ts";
import { CommandError, type CommandContext, show } from "./terminal/command-context.ts";
import { formatTable, plural } from "./terminal/wording.ts";

type Options = { json?: boolean; fps: number; buffer: number; output?: string };

/** Follows the detections of a MOT Challenge file, writes the results to a file and prints a table of the tracks. */
export async function trackFile(file: string, options: Options, context: CommandContext): Promise<void> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new CommandError("usage", `${file} cannot be read: ${String(error)}`, { cause: error });
  });
  const followed = follow(file, text, options);
  if (options.output !== undefined) {
    await writeFile(options.output, followed.results);
    context.note(`wrote ${options.output}`);
  }
  const { frames, detections, tracks } = followed;
  show(options, context, { frames, detections, tracks }, describeTracks(followed));
}

function follow(file: string, text: string, { fps, buffer }: Options): FollowedFile {
  try {
    return followMotFile(text, { framesPerSecond: fps, bufferMs: buffer * 1_000 });
  } catch (error) {
    if (!(error instanceof MotFileError)) throw error;
    throw new CommandError("usage", `${file}: ${error.message}`, { cause: error });
  }
}

function describeTracks({ frames, detections, tracks }: FollowedFile): string[] {
  const rows = tracks.map(({ trackingId, firstFrame, lastFrame, hitCount, meanConfidence }) =>
    [trackingId, firstFrame, lastFrame, hitCount, meanConfidence.toFixed(2)].map(String),
  );
  return [
    ...formatTable([["track", "first frame", "last frame", "seen in", "mean confidence"], ...rows]),
    `${plural(tracks.length, "track")} from ${plural(detections, "detection")} in ${plural(frames, "frame")}`,
  ];
}
