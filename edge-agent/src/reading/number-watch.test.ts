import { describe, expect, test } from "vitest";
import type { NumberLook } from "./fuse-looks.ts";
import { createNumberWatch, type NumberOutcome, type NumberPass, type NumberWatchSettings } from "./number-watch.ts";
import { candidateOf } from "./testing.ts";

const [ONE, TWO, THREE] = ["CSQU3054383", "TGHU7599330", "MEDU6246078"];
const FRAME_MS = 100;

/** Look with its certainty; `isAgreed` is true if the networks agree. */
type Seen = { text: string; certainty?: number; isAgreed?: boolean; cameraId?: string };

function lookAt(
  { text, certainty = 0.99, isAgreed = true, cameraId = "left" }: Seen,
  capturedAtMs: number,
): NumberLook {
  const candidates = [candidateOf(text, certainty), candidateOf(`${text.slice(0, 10)}X`, 1 - certainty)];
  return {
    cameraId,
    capturedAtMs,
    place: { candidates, characters: [], sizeType: null, isAgreed, confidence: certainty },
  };
}

/**
 * Plays pictures at ten a second; a number in the list means that many seconds without any. Returns each outcome with
 * the second in which it was decided.
 */
function play(
  pictures: (Seen[] | number)[],
  { readingMs = 0, ...changes }: Partial<NumberWatchSettings> & { readingMs?: number } = {},
): string[] {
  const settings = {
    positions: [],
    minimumConfidence: 0.9,
    enoughLooks: 5,
    goneMs: 3_000,
    expected: () => new Set<string>(),
  };
  const watch = createNumberWatch({ ...settings, ...changes });
  const decided: string[] = [];
  let nowMs = 0;
  const note = (passes: readonly NumberPass[]) => {
    for (const { outcome } of passes)
      if (outcome) decided.push(`${describeOutcome(outcome)} @ ${(nowMs / 1_000).toFixed(1)}`);
  };
  for (const picture of pictures) {
    if (typeof picture === "number") {
      for (const endMs = nowMs + picture * 1_000; nowMs < endMs; nowMs += FRAME_MS) note(watch.tick(nowMs));
      continue;
    }
    note(
      watch.observe(
        picture.map((seen) => lookAt(seen, nowMs)),
        nowMs,
        nowMs + readingMs,
      ),
    );
    nowMs += Math.max(FRAME_MS, readingMs);
  }
  return decided;
}

function describeOutcome(outcome: NumberOutcome): string {
  if (outcome.kind === "unread") return `${outcome.reason} ${outcome.best.map(({ text }) => text).join(" ")}`;
  return outcome.numbers.map(({ number, position }) => `${position ?? "everywhere"} ${number.text}`).join(" ");
}

const times = (count: number, ...seen: Seen[]): Seen[][] => Array.from({ length: count }, () => seen);

describe("a vehicle's container number", () => {
  test("is announced once, as soon as enough looks show it", () => {
    expect(play([...times(40, { text: ONE }), 10])).toEqual([`everywhere ${ONE} @ 0.4`]);
  });

  test("is announced from fewer looks once the vehicle has left", () => {
    expect(play([...times(2, { text: ONE }), 10])).toEqual([`everywhere ${ONE} @ 3.1`]);
  });

  test("is announced again when the vehicle comes back, and not while it is hidden for a moment", () => {
    const again = play([...times(5, { text: ONE }), 2, ...times(5, { text: ONE }), 4, ...times(5, { text: ONE })]);
    expect(again).toEqual([`everywhere ${ONE} @ 0.4`, `everywhere ${ONE} @ 7.4`]);
  });

  test("is that of the next vehicle, however soon a picture without a number ends the one before", () => {
    const next = play([...times(5, { text: ONE }), ...times(31), ...times(5, { text: TWO })]);
    expect(next).toEqual([`everywhere ${ONE} @ 0.4`, `everywhere ${TWO} @ 4.0`]);
  });

  test("is one vehicle's on a machine that takes long to read a picture", () => {
    expect(play([...times(9, { text: ONE }), 4], { readingMs: 5_000 })).toEqual([`everywhere ${ONE} @ 20.0`]);
  });

  test("that is too uncertain, or that only one network reads, is not announced, with the reason", () => {
    expect(play([...times(2, { text: ONE, certainty: 0.6 }), 4])).toEqual([`uncertain ${ONE} @ 3.1`]);
    expect(play([...times(9, { text: ONE, isAgreed: false }), 4])).toEqual([`disagreement ${ONE} @ 3.8`]);
  });

  test("that is awaited is preferred", () => {
    const doubtful = times(1, { text: ONE, certainty: 0.8 });
    expect(play([...doubtful, 4])).toEqual([`uncertain ${ONE} @ 3.0`]);
    expect(play([...doubtful, 4], { expected: () => new Set([ONE]) })).toEqual([`everywhere ${ONE} @ 3.0`]);
  });

  test("is read by several cameras together", () => {
    const both = times(3, { text: ONE, certainty: 0.8 }, { text: ONE, certainty: 0.8, cameraId: "right" });
    expect(play(both)).toEqual([`everywhere ${ONE} @ 0.2`]);
  });
});

describe("two containers", () => {
  test("where one is expected are reported, and neither is announced", () => {
    expect(play([...times(3, { text: ONE }), ...times(3, { text: TWO }), 4])).toEqual([
      `different ${ONE} ${TWO} @ 3.5`,
    ]);
    expect(play(times(9, { text: ONE }, { text: TWO }))).toEqual([`different ${ONE} ${TWO} @ 0.4`]);
  });

  test("are reported once when the second follows one that was announced", () => {
    expect(play([...times(5, { text: ONE }), ...times(9, { text: TWO }), 4])).toEqual([
      `everywhere ${ONE} @ 0.4`,
      `different ${ONE} ${TWO} @ 0.9`,
    ]);
  });

  test("are not seen where one look of many misreads the number", () => {
    const truck = [...times(4, { text: ONE }), [{ text: TWO }], ...times(3, { text: ONE }), 4];
    expect(play(truck, { enoughLooks: 8 })).toEqual([`everywhere ${ONE} @ 3.7`]);
  });

  const positions = ["front", "rear"];

  test("get the positions in the order in which they came into view", () => {
    const truck = [...times(2, { text: ONE }), ...times(2, { text: ONE }, { text: TWO }), ...times(2, { text: TWO })];
    expect(play([...truck, 4], { positions })).toEqual([`front ${ONE} rear ${TWO} @ 3.5`]);
    const standing = [[{ text: TWO }], ...times(20, { text: ONE }, { text: TWO })];
    expect(play(standing, { positions })).toEqual([`front ${TWO} rear ${ONE} @ 0.5`]);
  });

  test("that come into view in the same picture have no positions, which is reported", () => {
    expect(play([...times(5, { text: ONE }, { text: TWO }), 4], { positions })).toEqual([`order ${ONE} ${TWO} @ 0.4`]);
  });

  test("less one: a single one holds for every position, once the vehicle has left", () => {
    expect(play([[], ...times(9, { text: ONE }), 4], { positions })).toEqual([`everywhere ${ONE} @ 3.9`]);
    // The other one may have been in view before the first picture.
    expect(play([...times(9, { text: ONE }), 4], { positions })).toEqual([`order ${ONE} @ 3.8`]);
    expect(play([...times(9, { text: ONE }), 4, ...times(9, { text: TWO }), 4], { positions }).at(-1)).toMatch(
      /^every/,
    );
  });

  test("and few looks at one of the next vehicle are not taken for two of one vehicle", () => {
    const [own, next] = [[...times(5, { text: ONE }), ...times(2, { text: TWO })], times(9, { text: THREE })];
    expect(play([[], ...own, 2, ...next, 4], { positions })).toEqual([expect.stringMatching(/^different /)]);
  });

  test("and a third one are more than the lane has positions for", () => {
    const truck = [...times(2, { text: ONE }), ...times(2, { text: TWO }), ...times(2, { text: THREE })];
    expect(play([...truck, 4], { positions })).toEqual([`different ${ONE} ${TWO} ${THREE} @ 3.5`]);
  });
});

test("only the most certain looks at a vehicle that does not move are kept", () => {
  const settings = { positions: [], minimumConfidence: 0.9, enoughLooks: 8, goneMs: 3_000 };
  const watch = createNumberWatch({ ...settings, expected: () => new Set() });
  for (let at = 0; at < 100; at += 1) {
    const certainty = 0.5 + ((at * 37) % 100) / 250;
    watch.observe([lookAt({ text: ONE, certainty, isAgreed: false }, at)], at, at);
  }
  expect(watch.isOpen()).toBe(true);
  const [{ outcome } = { outcome: null }] = watch.tick(10_000);
  const looks = outcome?.kind === "unread" ? outcome.best[0]?.looks : [];
  expect(looks?.map(({ place }) => Math.round((place.confidence - 0.5) * 250))).toEqual([
    99, 98, 97, 96, 95, 94, 93, 92,
  ]);
  expect(watch.isOpen()).toBe(false);
});

test("two vehicles are two, however late the pictures of the first were read", () => {
  const settings = { positions: [], minimumConfidence: 0.9, enoughLooks: 1, goneMs: 3_000 };
  const watch = createNumberWatch({ ...settings, expected: () => new Set() });
  watch.observe([lookAt({ text: ONE }, 1_000)], 1_000, 6_000);
  const passes = watch.observe([lookAt({ text: TWO }, 8_000)], 8_000, 8_500);
  expect(passes.map(({ number, fromMs, isOver }) => [number, fromMs, isOver])).toEqual([
    [1, 1_000, true],
    [2, 8_000, false],
  ]);
});

test("another number in a look at a vehicle whose number is known is in doubt until it is decided", () => {
  const settings = { positions: [], minimumConfidence: 0.9, enoughLooks: 3, goneMs: 3_000 };
  const watch = createNumberWatch({ ...settings, expected: () => new Set() });
  const doubts = [ONE, ONE, ONE, ONE, TWO, ONE, TWO, TWO].map((text, index) => {
    const [pass] = watch.observe([lookAt({ text }, index * 500)], index * 500, index * 500);
    return `${pass?.outcome?.kind ?? "-"} ${pass?.isDoubtful ? "in doubt" : ""}`.trim();
  });
  expect(doubts).toEqual(["-", "-", "read", "-", "- in doubt", "-", "- in doubt", "unread"]);
  expect(play([...times(9, { text: ONE }), [{ text: TWO }], 4])).toEqual([
    `everywhere ${ONE} @ 0.4`,
    `different ${TWO} ${ONE} @ 3.9`,
  ]);
});

test("each vehicle is followed from the capture of its first look to that of its last", () => {
  const settings = { positions: [], minimumConfidence: 0.9, enoughLooks: 2, goneMs: 3_000 };
  const watch = createNumberWatch({ ...settings, expected: () => new Set() });
  const one = lookAt({ text: ONE }, 1_000);
  const spans = (passes: readonly NumberPass[]) =>
    passes.map(({ number, fromMs, toMs, isOver, outcome }) => [number, fromMs, toMs, isOver, outcome?.kind ?? null]);
  // Its pictures are read later than they were taken.
  expect(spans(watch.observe([one], 1_000, 1_900))).toEqual([[1, 1_000, 1_000, false, null]]);
  expect(spans(watch.observe([one], 2_000, 2_900))).toEqual([[1, 1_000, 2_000, false, "read"]]);
  expect(spans(watch.observe([one], 6_000, 6_900))).toEqual([
    [1, 1_000, 2_000, true, null],
    [2, 6_000, 6_000, false, null],
  ]);
  expect(spans(watch.tick(9_900))).toEqual([[2, 6_000, 6_000, true, "read"]]);
});

describe("a number is in view from its own first look to its own last one, where one that is not read is in view", () => {
  const settings = { positions: [], minimumConfidence: 0.9, enoughLooks: 3, goneMs: 3_000 };
  const unread = { text: THREE, isAgreed: false, certainty: 0.5 };
  /** The last report of a pass that shows these, one each second, and of which then nothing is seen. */
  const spanOf = (seen: Seen[]) => {
    const watch = createNumberWatch({ ...settings, expected: () => new Set() });
    const passes = seen.flatMap((one, index) =>
      watch.observe([lookAt(one, index * 1_000)], index * 1_000, index * 1_000),
    );
    const last = [...passes, ...watch.tick(60_000)].at(-1);
    return [last?.fromMs, last?.toMs, last?.isOver];
  };
  test.each<[string, Seen[], unknown[]]>([
    ["before it, and it is read while it is in view", [unread, unread, ...times(3, ONE)], [2_000, 4_000, true]],
    ["before it, and it is read when it has left", [unread, unread, ...times(2, ONE)], [2_000, 3_000, true]],
    ["after it, and it is read when it has left", [...times(2, ONE), unread, unread], [0, 1_000, true]],
    ["after it, in doubt", [...times(3, ONE), unread], [0, 3_000, true]],
  ])("%s", (_, seen, span) => expect(spanOf(seen)).toEqual(span));

  function times(count: number, text: string): Seen[] {
    return Array.from({ length: count }, () => ({ text }));
  }
});
