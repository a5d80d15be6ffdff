import type { Box } from "../../base/pictures/box.ts";
import type { SeenObject } from "../roster.ts";
import { createVisitWatch } from "../watch-visits.ts";

export const FRAME_MS = 100;
export const SETTINGS = {
  stableMs: 1_500,
  goneMs: 2_000,
  maxWaitMs: 10_000,
  minimumPresenceMs: 400,
  maxSpeedPerSecond: 24,
  frameIntervalMs: FRAME_MS,
};

const PLACES: Record<string, Box> = {
  left: { x1: 20, y1: 100, x2: 220, y2: 300 },
  middle: { x1: 240, y1: 100, x2: 440, y2: 300 },
  /** Three times as large as `left`, which it covers. */
  wide: { x1: 20, y1: 100, x2: 620, y2: 300 },
  right: { x1: 460, y1: 100, x2: 620, y2: 300 },
  corner: { x1: 0, y1: 0, x2: 30, y2: 30 },
};

/** `crate#1@left` does not move; `crate#1@left+20>80` moves right, 80 pixels a second from 20 pixels beside `left`. */
export function parseObject(text: string, sinceMs: number): SeenObject {
  const pattern = /^(\w+)#(\d+)@([a-z]+)(?:\+(\d+))?(?:>(\d+))?$/;
  const [, className = "", id, place = "", offset = "0", speed = "0"] = pattern.exec(text) ?? [];
  const box = PLACES[place];
  if (!box) throw new Error(`No such object: ${text}`);
  const shift = Number(offset) + (Number(speed) * sinceMs) / 1_000;
  return {
    trackingId: Number(id),
    className,
    confidence: 0.8,
    box: { ...box, x1: box.x1 + shift, x2: box.x2 + shift },
  };
}

export type Row = [seconds: number, objects: string, quality?: number];

/**
 * Plays rows at ten frames a second. `camera away` passes time without frames and `model fails` likewise, one frame
 * long. Answers each scan as `reason @ second of its picture`.
 */
export function play(rows: Row[], settings = SETTINGS, end: "stop" | "go on" = "go on"): string[] {
  const watch = createVisitWatch<number>(settings);
  const scans: string[] = [];
  const note = (decisions: { picture: number; reason: string }[]) =>
    scans.push(...decisions.map(({ picture, reason }) => `${reason} @ ${(picture / 1_000).toFixed(1)}`));
  let nowMs = 0;
  for (const [seconds, text, quality = 1] of rows) {
    for (let sinceMs = 0; sinceMs < seconds * 1_000; sinceMs += FRAME_MS, nowMs += FRAME_MS) {
      const at = nowMs;
      if (text === "camera away" || text === "model fails") note(watch.tick(at));
      else {
        const objects = text
          .split(" ")
          .filter(Boolean)
          .map((object) => parseObject(object, sinceMs));
        note(watch.observe(objects, at, () => ({ picture: at, quality })));
      }
    }
  }
  if (end === "stop") note(watch.stop());
  return scans;
}
