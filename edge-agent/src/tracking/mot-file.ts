import type { Detection } from "../inference/detections.ts";
import type { Track } from "./track.ts";
import { createTracker } from "./tracker.ts";

/** One row of a MOT Challenge file of detections. */
type Row = { frame: number; detection: Detection };

/** The track of one object over a whole file; frames count from 1. */
type FollowedTrack = {
  trackingId: number;
  firstFrame: number;
  lastFrame: number;
  /** Frames in which it was seen. */
  hitCount: number;
  meanConfidence: number;
};

export type FollowedFile = {
  frames: number;
  detections: number;
  tracks: FollowedTrack[];
  /** MOT Challenge results: `frame,id,left,top,width,height,confidence,-1,-1,-1`, one line per object seen. */
  results: string;
};

/** A line of the file cannot be read. */
export class MotFileError extends Error {
  override readonly name = "MotFileError";
}

/**
 * Follows the detections of a MOT Challenge file (`frame,-1,left,top,width,height,confidence,…`, in pixels, frames from
 * 1) with the agent's tracker, as if its frames came at an even rate. Throws a MotFileError for a line that cannot be
 * read.
 */
export function followMotFile(text: string, settings: { framesPerSecond: number; bufferMs: number }): FollowedFile {
  const rows = text.split(/\r?\n/).flatMap((line, index) => (line.trim() === "" ? [] : readRow(line, index + 1)));
  const byFrame = Map.groupBy(rows, ({ frame }) => frame);
  const frames = rows.reduce((last, { frame }) => Math.max(last, frame), 0);
  const tracker = createTracker({ bufferMs: settings.bufferMs });
  const tracks = new Map<number, FollowedTrack>();
  const lines: string[] = [];
  for (let frame = 1; frame <= frames; frame += 1) {
    const items = (byFrame.get(frame) ?? []).map(({ detection }) => detection);
    const atMs = ((frame - 1) * 1_000) / settings.framesPerSecond;
    for (const track of tracker.update({ items }, { capturedAtMs: atMs, monotonicMs: atMs }).tracks) {
      if (!track.detection) continue;
      lines.push(formatResult(frame, track));
      tracks.set(track.trackingId, addSight(tracks.get(track.trackingId), frame, track));
    }
  }
  return {
    frames,
    detections: rows.length,
    tracks: [...tracks.values()],
    results: lines.map((l) => `${l}\n`).join(""),
  };
}

/** The greatest number of frames: a file of half a day at 30 frames a second. */
const MAX_FRAME = 1_300_000;

function readRow(line: string, lineNumber: number): Row {
  const cells = line
    .split(line.includes(",") ? "," : /\s+/)
    .map((text) => (text.trim() === "" ? Number.NaN : Number(text)));
  const read = (index: number) => cells[index] ?? Number.NaN;
  const [frame, left, top, width, height, confidence] = [read(0), read(2), read(3), read(4), read(5), read(6)];
  const checks: [isRight: boolean, expected: string][] = [
    [Number.isInteger(frame) && frame >= 1 && frame <= MAX_FRAME, `the frame must be 1 to ${MAX_FRAME}`],
    [[left, top, width, height].every(Number.isFinite), "left, top, width and height must be numbers"],
    [width > 0 && height > 0, "width and height must be positive"],
    [confidence >= 0 && confidence <= 1, "the confidence must be 0 to 1"],
  ];
  const wrong = checks.find(([isRight]) => !isRight)?.[1];
  if (wrong !== undefined) {
    throw new MotFileError(`line ${lineNumber}: ${wrong}; expected frame,-1,left,top,width,height,confidence`);
  }
  const box = { x1: left, y1: top, x2: left + width, y2: top + height };
  return { frame, detection: { className: "object", confidence, box, polygon: null, areaPercent: 0 } };
}

function formatResult(frame: number, { trackingId, box: { x1, y1, x2, y2 }, confidence }: Track): string {
  const sides = [x1, y1, x2 - x1, y2 - y1].map((side) => side.toFixed(2));
  return [frame, trackingId, ...sides, confidence.toFixed(4), -1, -1, -1].join(",");
}

function addSight(before: FollowedTrack | undefined, frame: number, track: Track): FollowedTrack {
  const { trackingId, confidence } = track;
  if (!before) return { trackingId, firstFrame: frame, lastFrame: frame, hitCount: 1, meanConfidence: confidence };
  const hitCount = before.hitCount + 1;
  const meanConfidence = before.meanConfidence + (confidence - before.meanConfidence) / hitCount;
  return { ...before, lastFrame: frame, hitCount, meanConfidence };
}
