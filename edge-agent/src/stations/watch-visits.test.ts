import { describe, expect, it } from "vitest";
import type { Box } from "../box.ts";
import type { SeenObject } from "./roster.ts";
import { createVisitWatch } from "./watch-visits.ts";

const FRAME_MS = 100;
const SETTINGS = {
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
  right: { x1: 460, y1: 100, x2: 620, y2: 300 },
  corner: { x1: 0, y1: 0, x2: 30, y2: 30 },
};

/** `crate#1@left` stands there; `crate#1@left+20>80` moves right by 80 pixels a second, from 20 pixels beside there. */
function parseObject(text: string, sinceMs: number): SeenObject {
  const pattern = /^(\w+)#(\d+)@([a-z]+)(?:\+(\d+))?(?:>(\d+))?$/;
  const [, className = "", id, place = "", offset = "0", speed = "0"] = pattern.exec(text) ?? [];
  const box = PLACES[place]!;
  const shift = Number(offset) + (Number(speed) * sinceMs) / 1_000;
  return {
    trackingId: Number(id),
    className,
    confidence: 0.8,
    box: { ...box, x1: box.x1 + shift, x2: box.x2 + shift },
  };
}

/**
 * Plays rows of `[seconds, objects, quality]`, at ten frames a second. `camera away` passes time without frames and
 * `model fails` likewise, one frame long. Answers each scan as `reason @ second of its picture`.
 */
function play(rows: [number, string, number?][], settings = SETTINGS, end: "stop" | "go on" = "go on"): string[] {
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

describe("a load is scanned once per visit", () => {
  it.each<[string, [number, string, number?][], string[]]>([
    [
      "a load that comes to a stand, from then on",
      [
        [1, ""],
        [2, "crate#1@left>100"],
        [5, "crate#2@middle"],
      ],
      ["stable @ 3.5"],
    ],
    [
      "the best picture of the time it stood still",
      [
        [1, ""],
        [1, "crate#1@left"],
        [0.2, "crate#1@left", 3],
        [3, "crate#1@left"],
      ],
      ["stable @ 2.0"],
    ],
    ["a load that is there at the start", [[4, "crate#1@left"]], ["stable @ 0.4"]],
    [
      "two visits with an empty picture between",
      [
        [3, "crate#1@left"],
        [3, ""],
        [3, "crate#2@left"],
      ],
      ["stable @ 0.4", "stable @ 6.4"],
    ],
    [
      "no second time after a short occlusion, even under new track ids",
      [
        [3, "crate#1@left drum#2@middle"],
        [1.5, ""],
        [9, "crate#3@left drum#4@middle"],
      ],
      ["stable @ 0.4"],
    ],
    [
      "no second time when one track flickers",
      [
        [3, "crate#1@left drum#2@middle"],
        [0.3, "crate#1@left"],
        [1, "crate#1@left drum#2@middle"],
        [1, "crate#1@left"],
        [9, "crate#1@left drum#5@middle"],
      ],
      ["stable @ 0.4"],
    ],
    [
      "no second time when a part of it is taken away",
      [
        [3, "crate#1@left drum#2@middle roll#3@right"],
        [9, "roll#3@right"],
      ],
      ["stable @ 0.4"],
    ],
    [
      "nothing for a track that was there for a moment",
      [
        [1, ""],
        [0.3, "crate#1@left"],
        [5, ""],
      ],
      [],
    ],
    [
      "each of two loads that follow without a gap",
      [
        [3, "crate#1@left"],
        [5, "pallet#2@middle"],
      ],
      ["stable @ 0.4", "stable @ 5.7"],
    ],
    [
      "each of two loads that overlap while one leaves",
      [
        [3, "crate#1@left"],
        [1, "crate#1@left>80 pallet#2@right"],
        [6, "pallet#2@right"],
      ],
      ["stable @ 0.4", "stable @ 6.7"],
    ],
    [
      "loads in front of a thing in the background that is taken for cargo",
      [
        [3, "sack#9@corner"],
        [4, "sack#9@corner crate#1@left"],
        [3, "sack#9@corner"],
        [5, "sack#9@corner drum#2@left"],
      ],
      ["stable @ 0.4", "stable @ 5.4", "stable @ 12.4"],
    ],
  ])("scans %s", (_, rows, expected) => expect(play(rows)).toEqual(expected));
});

describe("nothing is missed", () => {
  it.each<[string, [number, string, number?][], string[]]>([
    [
      "a load that never stands still, after the longest wait",
      [
        [1, "crate#1@left>30"],
        [0.1, "crate#1@left+30>30", 3],
        [10, "crate#1@left+30>30"],
      ],
      ["waited @ 1.0"],
    ],
    [
      "a load that passes by",
      [
        [1, ""],
        [1, "crate#1@left>100"],
        [0.1, "crate#1@left+100>100", 2],
        [0.5, "crate#1@left+100>100"],
        [4, ""],
      ],
      ["left @ 2.0"],
    ],
    [
      "a load that passes by while the next one comes",
      [
        [1.2, "crate#1@left>100"],
        [6, "pallet#2@right"],
      ],
      ["left @ 0.1", "stable @ 3.9"],
    ],
    [
      "a load whose picture the model failed on",
      [
        [1, "crate#1@left"],
        [0.1, "model fails"],
        [3, "crate#1@left"],
      ],
      ["stable @ 0.4"],
    ],
    [
      "a load, once, when the camera is away in the middle of its visit",
      [
        [3, "crate#1@left"],
        [30, "camera away"],
        [5, "crate#7@left"],
      ],
      ["stable @ 0.4"],
    ],
    [
      "a load, once, that is hidden when the camera goes away and when it returns: what was not seen ends nothing",
      [
        [3, "crate#1@left"],
        [0.3, ""],
        [30, "camera away"],
        [0.3, ""],
        [5, "crate#7@left"],
      ],
      ["stable @ 0.4"],
    ],
    [
      "a load that was not scanned when the camera went away",
      [
        [1, "crate#1@left"],
        [30, "camera away"],
      ],
      ["waited @ 0.1"],
    ],
    [
      "another load that stands there when the camera returns",
      [
        [3, "crate#1@left"],
        [30, "camera away"],
        [5, "pallet#7@middle"],
      ],
      ["stable @ 0.4", "stable @ 35.4"],
    ],
  ])("scans %s", (_, rows, expected) => expect(play(rows)).toEqual(expected));

  it("scans what waits when the agent stops, and no load twice", () => {
    expect(play([[1, "crate#1@left"]], SETTINGS, "stop")).toEqual(["stopping @ 0.1"]);
    expect(play([[3, "crate#1@left"]], SETTINGS, "stop")).toEqual(["stable @ 0.4"]);
    expect(
      play(
        [
          [3, "crate#1@left"],
          [0.3, ""],
        ],
        SETTINGS,
        "stop",
      ),
    ).toEqual(["stable @ 0.4"]);
  });

  it("scans at one frame a second just the same", () => {
    const slow = createVisitWatch<number>({ ...SETTINGS, frameIntervalMs: 1_000 });
    const crate = parseObject("crate#1@left", 0);
    const frames = [[crate], [crate], [], [crate], [crate], [crate], [], [], [], [], []];
    const scans = frames.flatMap((objects, index) =>
      slow.observe(objects, index * 1_000, () => ({ picture: index, quality: 1 })),
    );
    expect(scans).toEqual([{ picture: 1, reason: "stable" }]);
  });
});
