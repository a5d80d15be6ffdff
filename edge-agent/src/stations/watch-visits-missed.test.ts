import { describe, expect, test } from "vitest";
import { parseObject, play, type Row, SETTINGS } from "./testing/play-visits.ts";
import { createVisitWatch } from "./watch-visits.ts";

describe("nothing is missed", () => {
  test.each<[string, Row[], string[]]>([
    ["nothing while there is nothing", [[1, "camera away"]], []],
    [
      "a load that left, as soon as it has left",
      [
        [1, "crate#1@left"],
        [2, ""],
      ],
      ["left @ 0.1"],
    ],
    [
      "a load that stood still for a moment, and the one that stands in its place",
      [
        [1, "crate#1@left"],
        [3, "pallet#2@middle"],
      ],
      ["left @ 0.1", "stable @ 3.7"],
    ],
    [
      "a load once it is seen again, when what hides it shows other things for moments",
      [
        [1, "crate#1@left"],
        [1.5, ""],
        [0.1, "drum#2@middle"],
        [0.9, ""],
        [0.1, "roll#3@right"],
        [0.9, ""],
        [0.1, "sack#4@corner"],
        [0.9, ""],
        [2, "crate#5@left"],
      ],
      ["stable @ 5.6"],
    ],
    [
      "a load that waits, from the moment its wait is over",
      [
        [1, "crate#1@left>30"],
        [9.1, "camera away"],
      ],
      ["waited @ 0.1"],
    ],
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
      "a load of which objects were seen too seldom to be proven, once, with the objects that it turns out to have",
      [
        [0.1, "crate#1@left"],
        [0.4, "model fails"],
        [0.1, "crate#1@left"],
        [5, "pallet#2@middle"],
      ],
      ["stable @ 1.3"],
    ],
    [
      "a load that was seen often enough to be proven, and the one that stands in its place",
      [
        [0.1, "crate#1@left"],
        [0.4, "model fails"],
        [0.2, "crate#1@left"],
        [5, "pallet#2@middle"],
      ],
      ["left @ 0.5", "stable @ 3.4"],
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
      "a load, once, when the camera stops in the middle of its visit",
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

  test("scans what waits when the agent stops, and no load twice", () => {
    expect(play([[1, ""]], SETTINGS, "stop")).toEqual([]);
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

  test("scans a load of which an object was seen in just half of the usual frames", () => {
    const rows: Row[] = [
      [0.1, "crate#1@left"],
      [0.4, "model fails"],
      [0.1, "crate#1@left"],
      [5, "pallet#2@middle"],
    ];
    expect(play(rows, { ...SETTINGS, minimumPresenceMs: 300 })).toEqual(["left @ 0.5", "stable @ 3.3"]);
  });

  test("scans a load that counts from its first picture on", () => {
    expect(play([[1.6, "crate#1@left"]], { ...SETTINGS, minimumPresenceMs: 0 })).toEqual(["stable @ 0.1"]);
  });

  test.each([
    [1_000, ["x", "x", "", "x", "x", "x", "", "", "", "", ""]],
    [3_000, ["x", "x", "x"]],
  ])("scans at one frame in %i ms just the same", (frameIntervalMs, frames) => {
    const slow = createVisitWatch<number>({ ...SETTINGS, frameIntervalMs });
    const scans = frames.flatMap((frame, index) =>
      slow.observe(frame === "x" ? [parseObject("crate#1@left", 0)] : [], index * frameIntervalMs, () => ({
        picture: index,
        quality: 1,
      })),
    );
    expect(scans).toEqual([{ picture: 1, reason: "stable", visit: 1 }]);
  });
});
