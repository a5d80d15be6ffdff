import { describe, expect, test } from "vitest";
import { FRAME_MS, parseObject, play, type Row, SETTINGS } from "./testing/play-visits.ts";
import { createVisitWatch } from "./watch-visits.ts";

describe("a load is scanned once per visit", () => {
  test.each<[string, Row[], string[]]>([
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
    ["a load in view at the start", [[4, "crate#1@left"]], ["stable @ 0.4"]],
    [
      "a load as soon as it stood still for long enough, for the first time or again",
      [
        [2, "crate#1@left"],
        [2, ""],
        [2, "crate#2@left"],
      ],
      ["stable @ 0.4", "stable @ 4.4"],
    ],
    [
      "a load whose picture is so much better that its motion does not matter",
      [
        [1, "crate#1@left>50", 4],
        [1, "crate#1@left+50"],
        [2, ""],
      ],
      ["left @ 0.1"],
    ],
    [
      "a load of which a quarter moves, as one that stands still",
      [[2, "pallet#1@wide crate#2@left>40"]],
      ["stable @ 0.4"],
    ],
    [
      "a load that grows by as much again, from then on",
      [
        [1, "crate#1@left"],
        [3, "crate#1@left drum#2@middle"],
      ],
      ["stable @ 1.4"],
    ],
    [
      "a load that grows by a quarter of what it becomes, as it began",
      [
        [1, "pallet#1@wide"],
        [3, "pallet#1@wide crate#2@left"],
      ],
      ["stable @ 0.4"],
    ],
    [
      "a load of which half is taken away, from then on",
      [
        [1, "crate#1@left drum#2@middle"],
        [4, "crate#1@left"],
      ],
      ["stable @ 1.7"],
    ],
    [
      "a load of which a quarter is taken away, as it began",
      [
        [1, "pallet#1@wide crate#2@left"],
        [3, "pallet#1@wide"],
      ],
      ["stable @ 0.4"],
    ],
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
      "nothing for a track that lasted a moment",
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
      "a load that returns after another, once it has stood for as long as any new one",
      [
        [3, "crate#1@left"],
        [5, "pallet#2@middle"],
        [1, ""],
        [5, "crate#3@left"],
      ],
      ["stable @ 0.4", "stable @ 5.7", "stable @ 11.4"],
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

test("is empty until an object is seen, and again when its visit has ended", () => {
  const watch = createVisitWatch<number>(SETTINGS);
  const seen = [...Array(3).fill(""), "crate#1@left", ...Array(21).fill("")].map((text: string, index) => {
    watch.observe(text === "" ? [] : [parseObject(text, 0)], index * FRAME_MS, () => ({ picture: index, quality: 1 }));
    return watch.isEmpty();
  });
  expect(seen).toEqual([true, true, true, ...Array<boolean>(20).fill(false), true, true]);
});

test("reports which load is present, and how many there were", () => {
  const watch = createVisitWatch<number>(SETTINGS);
  const reported: { nowMs: number; visit: object | undefined; visitCount: number }[] = [
    { nowMs: 0, visit: undefined, visitCount: 0 },
  ];
  for (let nowMs = 0; nowMs < 7_000; nowMs += FRAME_MS) {
    const isThere = (nowMs >= 1_000 && nowMs < 3_000) || nowMs >= 6_000;
    watch.observe(isThere ? [parseObject("crate#1@left", 0)] : [], nowMs, () => ({ picture: nowMs, quality: 1 }));
    const { state, startedMs } = watch.visit() ?? {};
    const now = { visit: state && { state, startedMs }, visitCount: watch.visitCount() };
    const { nowMs: _, ...last } = reported.at(-1)!;
    if (JSON.stringify(now) !== JSON.stringify(last)) reported.push({ nowMs, ...now });
  }
  expect(reported).toEqual([
    { nowMs: 0, visit: undefined, visitCount: 0 },
    { nowMs: 1_400, visit: { state: "settling", startedMs: 1_000 }, visitCount: 1 },
    { nowMs: 2_900, visit: { state: "scanned", startedMs: 1_000 }, visitCount: 1 },
    { nowMs: 4_900, visit: undefined, visitCount: 1 },
    { nowMs: 6_400, visit: { state: "settling", startedMs: 6_000 }, visitCount: 2 },
  ]);
});

/** The visits of what is shown at ten pictures a second, by their numbers; null: no picture. */
function spansOf(shownAt: (nowMs: number) => string | null, endMs: number): [number, string][] {
  const watch = createVisitWatch<number>(SETTINGS);
  const spans = new Map<number, string>();
  for (let nowMs = 0; nowMs < endMs; nowMs += FRAME_MS) {
    const shown = shownAt(nowMs);
    if (shown === null) continue;
    const objects = shown.split(" ").filter(Boolean);
    watch.observe(
      objects.map((object) => parseObject(object, 0)),
      nowMs,
      () => ({ picture: nowMs, quality: 1 }),
    );
    const visit = watch.visit();
    if (visit) spans.set(visit.number, `${visit.fromMs}-${visit.toMs}`);
  }
  return [...spans];
}

test("a load is in view until its last picture, and another one from its first on", () => {
  expect(spansOf((nowMs) => (nowMs < 4_000 ? "crate#1@left" : "drum#2@right"), 9_000)).toEqual([
    [1, "0-3900"],
    [2, "4000-8900"],
  ]);
});

describe("a gap in the pictures is no time in which a load is in view, where another one is in view afterwards", () => {
  const gapTo = (before: string, after: string, fromMs: number, toMs: number) => (nowMs: number) =>
    nowMs < fromMs ? before : nowMs < toMs ? null : after;
  test.each<[string, (nowMs: number) => string | null, [number, string][]]>([
    [
      "after its scan",
      gapTo("crate#1@left", "drum#2@right", 9_000, 30_000),
      [
        [1, "0-8900"],
        [2, "30000-35900"],
      ],
    ],
    [
      "before its scan",
      gapTo("crate#1@left", "drum#2@right", 1_000, 30_000),
      [
        [1, "0-900"],
        [2, "30000-35900"],
      ],
    ],
    ["before it counted as a load", gapTo("crate#1@left", "drum#2@right", 200, 30_000), [[1, "30000-35900"]]],
    [
      "with a thing of the background in both",
      gapTo("sack#9@corner crate#1@left", "sack#9@corner drum#2@right", 9_000, 30_000),
      [
        [1, "0-8900"],
        [2, "30000-35900"],
      ],
    ],
  ])("%s", (_, shownAt, spans) => expect(spansOf(shownAt, 36_000)).toEqual(spans));

  test("and it is, where the same one is in view afterwards", () => {
    expect(spansOf(gapTo("crate#1@left", "crate#7@left", 9_000, 10_000), 12_000)).toEqual([[1, "0-11900"]]);
  });
});
