import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Detection } from "../inference/detections.ts";
import type { Track, TrackedFrame } from "./track.ts";
import { createTracker, type TrackerSettings } from "./tracker.ts";

/** [centre x, centre y, confidence, class]: a box of 40 × 80 pixels. */
type Sight = [x: number, y: number, confidence?: number, className?: string];
/** Sights at one time. */
type Row = [atMs: number, ...sights: Sight[]];

const FRAME = 1000 / 30;

describe("identity", () => {
  test("things of the first frame are tracks at once, later ones after their second hit", () => {
    const frames = follow([
      [0, [100, 100]],
      [FRAME, [100, 100], [300, 100]],
      [2 * FRAME, [100, 100], [300, 100]],
    ]);
    expect(frames.map(seenIds)).toEqual([[1], [1], [1, 2]]);
    expect(frames[2]?.tracks[1]).toMatchObject({ hitCount: 2, firstSeenMs: wall(FRAME), lastSeenMs: wall(2 * FRAME) });
  });

  test("a single flash becomes no track", () => {
    const frames = follow([[0], [FRAME, [100, 100]], [2 * FRAME], [3 * FRAME, [100, 100]], [4 * FRAME]]);
    expect(frames.flatMap(({ tracks, ended }) => [...tracks, ...ended])).toEqual([]);
  });

  test("two things that cross keep their ids", () => {
    // Left to right and right to left, 10 pixels a frame, 30 pixels apart in height; they overlap half way.
    const rows = range(40).map((i): Row => [i * FRAME, [100 + 10 * i, 100], [490 - 10 * i, 130]]);
    for (const { tracks } of follow(rows)) {
      expect(tracks.map(({ trackingId }) => trackingId)).toEqual([1, 2]);
    }
    const last = follow(rows).at(-1)!;
    expect(centre(last.tracks[0]!)).toBeCloseTo(490, -1);
    expect(centre(last.tracks[1]!)).toBeCloseTo(100, -1);
  });

  test("a thing hidden for less than the buffer returns under its id, where it has moved to", () => {
    const hidden = (i: number) => i >= 15 && i < 30;
    const rows = range(45).map((i): Row => (hidden(i) ? [i * FRAME] : [i * FRAME, [100 + 5 * i, 100]]));
    const frames = follow(rows);
    expect(frames.flatMap(({ ended }) => ended)).toEqual([]);
    expect(frames.map(seenIds)).toEqual(range(45).map((i) => (hidden(i) ? [] : [1])));
    const coasting = frames[29]!.tracks[0]!;
    expect(coasting).toMatchObject({ state: "lost", detection: null, lastSeenMs: wall(14 * FRAME) });
    expect(Math.abs(centre(coasting) - 245)).toBeLessThan(10);
  });

  test("a thing hidden for longer than the buffer ends, once, and comes back as another", () => {
    const rows = range(80).map((i): Row => (i >= 10 && i < 60 ? [i * FRAME] : [i * FRAME, [100, 100]]));
    const frames = follow(rows);
    expect(endsOf(frames)).toEqual([{ index: 40, id: 1 }]); // last seen in frame 9, 1000 ms are 30 frames
    expect(seenIds(frames.at(-1)!)).toEqual([2]);
  });

  test("weak detections keep a track alive and start none", () => {
    const frames = follow([
      [0, [100, 100, 0.9], [300, 100, 0.2]],
      ...range(60).map((i): Row => [(i + 1) * FRAME, [100, 100, 0.15], [300, 100, 0.2], [500, 100, 0.1]]),
    ]);
    expect(frames.map(seenIds)).toEqual(frames.map(() => [1]));
    expect(frames.at(-1)?.tracks[0]).toMatchObject({ confidence: 0.15, hitCount: 61 });
  });

  test.each([
    [19, [1]], // half of both boxes together, each 9.6 pixels wider on either side
    [20, []],
  ])(
    "a weak detection %d pixels beside a track keeps it alive only where half of the widened boxes is shared",
    (shift, seen) => {
      const frames = follow([
        [0, [100, 100]],
        [FRAME, [100 + shift, 100, 0.2]],
      ]);
      expect(seenIds(frames[1]!)).toEqual(seen);
    },
  );

  test("a new thing is found where it moved to, at 5 frames a second and without any overlap", () => {
    const frames = follow(range(6).map((i): Row => [i * 200, [100 + 41 * i, 100]]));
    expect(frames.map(seenIds)).toEqual(range(6).map(() => [1]));
  });

  test("what stopped while it was hidden returns under its id, where it was last seen", () => {
    const moving = range(20).map((i): Row => [i * FRAME, [100 + 8 * i, 100]]);
    const hidden = range(20).map((i): Row => [(20 + i) * FRAME]);
    const frames = follow([...moving, ...hidden, [40 * FRAME, [262, 100]]]);
    expect(centre(frames[39]!.tracks[0]!)).toBeGreaterThan(380); // expected far away
    expect(seenIds(frames.at(-1)!)).toEqual([1]);
  });

  test("when the camera is pushed, all keep their ids, and a hidden thing is expected at its new place", () => {
    const places = [100, 200, 300, 400, 500, 600];
    const rows = range(30).map((i): Row => {
      const push = i < 20 ? 0 : 25; // more than half of a box
      return [i * FRAME, ...places.slice(i >= 18 && i < 25 ? 1 : 0).map((x): Sight => [x + push, 100])];
    });
    const frames = follow(rows);
    expect(new Set(frames.flatMap(seenIds))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    expect(seenIds(frames.at(-1)!)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(centre(frames[24]!.tracks[0]!)).toBeCloseTo(125, -1);
  });

  test("what moves by itself does not move the others", () => {
    // Two of five jump; the rest does not move.
    const rows = range(10).map((i): Row => [
      i * FRAME,
      ...range(5).map((k): Sight => [100 + 150 * k + (k < 2 && i > 5 ? 15 : 0), 100]),
    ]);
    const last = follow(rows)[6]!;
    expect(last.tracks.slice(2).map(centre)).toEqual([400, 550, 700].map((x) => expect.closeTo(x, 1)));
  });

  test("weak detections do not find a lost thing", () => {
    const frames = follow([[0, [100, 100]], [FRAME], [2 * FRAME, [100, 100, 0.2]]]);
    expect(frames.map(seenIds)).toEqual([[1], [], []]);
  });

  test("a certain detection nearby is preferred to a doubtful one in place", () => {
    const frames = follow([
      [0, [100, 100]],
      [FRAME, [100, 100, 0.3], [104, 100, 0.9]],
    ]);
    expect(frames[1]?.tracks[0]?.confidence).toBe(0.9);
  });

  test("an unseen thing keeps moving but does not grow", () => {
    const tracker = createTracker();
    const grow = (i: number): Detection => ({
      ...sight([0, 0]),
      box: { x1: 10 * i, y1: 0, x2: 40 + 11 * i, y2: 80 + 2 * i },
    });
    const update = (i: number, items: Detection[]) =>
      tracker.update({ items }, { capturedAtMs: wall(i), monotonicMs: i * FRAME });
    for (const i of range(15)) update(i, [grow(i)]);
    const [first, second] = [15, 20].map((i) => update(i, []).tracks[0]!.box);
    expect(second!.y2 - second!.y1).toBeCloseTo(first!.y2 - first!.y1, 9);
    expect(second!.x1 - first!.x1).toBeGreaterThan(40);
  });

  test("where a seen track covers a lost one, the one longer in sight stays", () => {
    const passing = (i: number): Sight => [260 - 8 * i, 100]; // over the other's place in frame 20
    const until = (end: number, i: number): Sight[] => (i < end ? [[100, 103]] : []);
    const older = follow(range(22).map((i): Row => [i * FRAME, passing(i), ...until(5, i)]));
    expect(endsOf(older)).toEqual([{ index: 20, id: 2 }]); // 5 frames in sight against 20

    const newer = follow(range(22).map((i): Row => [i * FRAME, ...until(16, i), ...(i < 14 ? [] : [passing(i)])]));
    expect(endsOf(newer)).toEqual([{ index: 20, id: 2 }]); // 16 frames in sight against 6
    expect(seenIds(newer[21]!)).toEqual([1]);
  });
});

describe("time", () => {
  test.each([2, 5, 10, 30, 60])("a thing that crosses the picture at %d frames a second is one track", (fps) => {
    const rows = range(4 * fps).map((i): Row => [(i * 1000) / fps, [100 + (40 * i) / fps, 100]]); // 40 pixels a second
    const frames = follow(rows);
    expect(new Set(frames.flatMap(seenIds))).toEqual(new Set([1]));
    expect(frames.every((frame) => seenIds(frame).length === 1)).toBe(true);
  });

  test("an uneven rate keeps the id of what moves", () => {
    const times = [0, 33, 66, 500, 533, 1400, 1433, 1466, 1900, 1933];
    const frames = follow(times.map((at): Row => [at, [100 + at / 10, 100]])); // 100 pixels a second
    expect(frames.map(seenIds)).toEqual(times.map(() => [1]));
  });

  test("the buffer is real time: 1000 ms are two frames at 2 frames a second", () => {
    const frames = follow([[0, [100, 100]], [500], [1000], [1500]]);
    expect(frames.map(({ tracks }) => tracks.length)).toEqual([1, 1, 1, 0]);
    expect(frames.at(-1)?.ended).toHaveLength(1);
  });

  test("a camera slower than the buffer still gets tracks, but none lives through an outage", () => {
    const slow = follow([0, 3000, 6000, 9000].map((at): Row => [at, [100, 100]]));
    expect(slow.map(seenIds)).toEqual([[1], [1], [1], [1]]);
    const outage = follow([
      [0, [100, 100]],
      [3_600_000, [100, 100]],
      [3_600_033, [100, 100]],
    ]);
    expect(outage.map(seenIds)).toEqual([[1], [], [2]]);
    expect(outage[1]?.ended).toMatchObject([{ trackingId: 1, state: "lost", detection: null }]);
  });

  test("a clock that jumps back counts as no time passed", () => {
    const frames = follow([
      [50_000, [100, 100]],
      [50_033, [100, 100]],
      [0, [100, 100]],
      [33, [100, 100]],
    ]);
    expect(frames.map(seenIds)).toEqual([[1], [1], [1], [1]]);
  });
});

describe("the report of a track", () => {
  test("the class is voted over its life, weighted by confidence", () => {
    const frames = follow([
      [0, [100, 100, 0.9, "weapon"]],
      [FRAME, [100, 100, 0.5, "battery"]],
      [2 * FRAME, [100, 100, 0.3, "battery"]],
      [3 * FRAME, [100, 100, 0.3, "battery"]],
    ]);
    expect(frames.map(({ tracks }) => tracks[0]?.className)).toEqual(["weapon", "weapon", "weapon", "battery"]);
  });

  test("times are those of the wall clock, the detection is the one assigned", () => {
    const detection = sight([100, 100, 0.8]);
    const tracker = createTracker();
    const frame = tracker.update({ items: [detection] }, { capturedAtMs: 1_800_000_000_000, monotonicMs: 5 });
    expect(frame).toMatchObject({ capturedAtMs: 1_800_000_000_000, monotonicMs: 5, ended: [] });
    expect(frame.tracks).toEqual([
      {
        trackingId: 1,
        className: "weapon",
        confidence: 0.8,
        box: detection.box,
        detection,
        state: "tracked",
        firstSeenMs: 1_800_000_000_000,
        lastSeenMs: 1_800_000_000_000,
        hitCount: 1,
      },
    ]);
  });

  test("frames without anything are frames", () => {
    expect(
      follow([[0], [FRAME], [2 * FRAME]]).every(({ tracks, ended }) => tracks.length === 0 && ended.length === 0),
    ).toBe(true);
  });
});

test("whatever is seen: ids are new and rise, every detection has one track at most, every track ends once", () => {
  const seen = fc.tuple(
    fc.integer({ min: 0, max: 400 }),
    fc.integer({ min: 0, max: 200 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  const step = fc.record({ stepMs: fc.integer({ min: -100, max: 1500 }), sights: fc.array(seen, { maxLength: 8 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let atMs = 0;
      const rows = steps.map(({ stepMs, sights }): Row => [(atMs += stepMs), ...sights]);
      const frames = follow(rows);
      const ended = new Set<number>();
      let known = new Set<number>();
      let newest = 0;
      for (const frame of frames) {
        const ids = frame.tracks.map(({ trackingId }) => trackingId);
        const detections = frame.tracks.flatMap(({ detection }) => detection ?? []);
        expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
        expect(new Set(detections).size).toBe(detections.length);
        for (const { trackingId } of frame.ended) {
          expect(known.has(trackingId) || trackingId > newest).toBe(true);
          expect(ended.has(trackingId)).toBe(false);
          ended.add(trackingId);
        }
        for (const id of known) expect(ids.includes(id) || ended.has(id)).toBe(true);
        for (const id of ids) expect(ended.has(id) || (!known.has(id) && id <= newest)).toBe(false);
        newest = Math.max(newest, ...ids, ...ended);
        known = new Set(ids);
        for (const { box } of frame.tracks) expect(box.x2 > box.x1 && box.y2 > box.y1).toBe(true);
      }
    }),
  );
});

function follow(rows: Row[], settings?: TrackerSettings): TrackedFrame[] {
  const tracker = createTracker(settings);
  return rows.map(([atMs, ...sights]) =>
    tracker.update({ items: sights.map(sight) }, { capturedAtMs: wall(atMs), monotonicMs: atMs }),
  );
}

function sight([x, y, confidence = 0.9, className = "weapon"]: Sight): Detection {
  const box = { x1: x - 20, y1: y - 40, x2: x + 20, y2: y + 40 };
  return { className, confidence, box, polygon: null, areaPercent: 1 };
}

function seenIds({ tracks }: TrackedFrame): number[] {
  return tracks.filter(({ detection }) => detection !== null).map(({ trackingId }) => trackingId);
}

function endsOf(frames: TrackedFrame[]) {
  return frames.flatMap(({ ended }, index) => ended.map(({ trackingId }) => ({ index, id: trackingId })));
}

const centre = ({ box }: Track): number => (box.x1 + box.x2) / 2;

const wall = (atMs: number): number => 1_800_000_000_000 + atMs;

const range = (count: number): number[] => [...Array.from({ length: count }).keys()];
