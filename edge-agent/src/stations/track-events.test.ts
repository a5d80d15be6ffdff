import { expect, test } from "vitest";
import type { Track } from "../tracking/track.ts";
import { createTrackEvents } from "./track-events.ts";

const crate = { trackingId: 1, className: "crate", confidence: 0.9, state: "tracked", lastSeenMs: 0 };
const track = { ...crate, box: { x1: -2, y1: 10.4, x2: 100.2, y2: 119.9 } } as Track;

test("boxes are in the pixels of the full-size picture, also at the end of a track", () => {
  const events = createTrackEvents({ newId: () => "id", updateIntervalMs: 500 });
  const frame = { tracks: [track], ended: [], capturedAtMs: 0, monotonicMs: 0 };
  const boxes = (fullScale?: number) =>
    [...events.observe(frame, { widthPixels: 160, heightPixels: 120, fullScale }), ...events.end()].map(
      ({ event_type, bbox }) => [event_type, bbox],
    );
  const small = { x1: 0, y1: 10, x2: 100, y2: 120 };
  expect(boxes()).toEqual([
    ["enter", small],
    ["leave", small],
  ]);
  const large = { x1: 0, y1: 26, x2: 251, y2: 300 };
  expect(boxes(2.5)).toEqual([
    ["enter", large],
    ["leave", large],
  ]);
});
