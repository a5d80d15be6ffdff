import { describe, expect, test } from "vitest";
import { fuseLooks, type NumberLook } from "./fuse-looks.ts";
import { candidateOf, charactersOf } from "./testing.ts";

const [RIGHT, WRONG, OTHER] = ["CSQU3054383", "CSQU3054360", "TGHU7569325"];
const settings = { expected: new Set<string>(), minimumConfidence: 0.9 };

/** A look whose candidates have these shares. */
function look(
  shares: Record<string, number>,
  { cameraId = "left", isAgreed = true, sizeType = null as string | null } = {},
): NumberLook {
  const candidates = Object.entries(shares)
    .toSorted(([, a], [, b]) => b - a)
    .map(([text, share]) => candidateOf(text, share));
  const confidence = Math.max(...Object.values(shares));
  return { cameraId, capturedAtMs: 0, place: { candidates, characters: [], sizeType, isAgreed, confidence } };
}

const describeAll = (looks: readonly NumberLook[], changes: Partial<typeof settings> = {}) =>
  fuseLooks(looks, { ...settings, ...changes }).map((reading) => ({
    text: reading.number.text,
    outcome: reading.kind === "read" ? "read" : reading.reason,
    looks: reading.number.looks.length,
  }));

describe("looks at one number", () => {
  test("in doubt alone are certain together, if two cameras have seen it", () => {
    const [doubtful, other] = ["left", "right"].map((cameraId) => look({ [RIGHT]: 0.85, [WRONG]: 0.15 }, { cameraId }));
    expect(describeAll([doubtful!])).toEqual([{ text: RIGHT, outcome: "uncertain", looks: 1 }]);
    expect(describeAll([doubtful!, doubtful!, doubtful!])).toEqual([{ text: RIGHT, outcome: "uncertain", looks: 3 }]);
    expect(describeAll([doubtful!, other!])).toEqual([{ text: RIGHT, outcome: "read", looks: 2 }]);
  });

  test("of one camera are certain when one of them is alone, the more certain the more there are", () => {
    const outcomes = (best: number, others: number, changes: Partial<typeof settings> = {}) => {
      const looks = [best, ...Array(others).fill(0.85)].map((share) => look({ [RIGHT]: share, [WRONG]: 1 - share }));
      return describeAll(looks, changes).map(({ outcome }) => outcome);
    };
    // One mistake in ten is accepted; of four looks, one in twenty.
    expect([outcomes(0.91, 0), outcomes(0.91, 3), outcomes(0.94, 3), outcomes(0.96, 3)]).toEqual([
      ["read"],
      ["uncertain"],
      ["uncertain"],
      ["read"],
    ]);
    expect(outcomes(0.85, 3, { expected: new Set([RIGHT]) })).toEqual(["read"]);
    const [doubtful, sure] = [0.91, 0.9999].map((share) => look({ [RIGHT]: share, [WRONG]: 1 - share }));
    const confidences = [1, 4].map((count) => fuseLooks(Array(count).fill(doubtful), settings)[0]?.number.confidence);
    expect(confidences).toEqual([expect.closeTo(0.91 * 0.99, 3), expect.closeTo(0.91 / (0.91 + 2 * 0.09), 3)]);
    const tied = look({ [RIGHT]: 0.5, [WRONG]: 0.48 });
    const [reading] = fuseLooks([tied, tied], settings);
    expect(reading?.number.alternatives[0]?.confidence).toBeLessThan(reading?.number.confidence ?? 0);
    expect(fuseLooks([sure!, doubtful!, doubtful!], settings)[0]?.number.confidence).toBeGreaterThan(0.999);
  });

  test("are added by probability, not counted: one clear one outweighs two doubtful ones", () => {
    const looks = [look({ [WRONG]: 0.55, [RIGHT]: 0.45 }), look({ [WRONG]: 0.55, [RIGHT]: 0.45 })];
    expect(describeAll([...looks, look({ [RIGHT]: 0.999, [WRONG]: 0.001 })])).toEqual([
      { text: RIGHT, outcome: "read", looks: 3 },
    ]);
  });

  test("of one camera count as two at most, as they repeat each other's mistakes", () => {
    const many = Array.from({ length: 30 }, () => look({ [WRONG]: 0.6, [RIGHT]: 0.4 }));
    const other = look({ [WRONG]: 0.6, [RIGHT]: 0.4 }, { cameraId: "right" });
    const [one, two, all] = [1, 2, 30].map(
      (count) => fuseLooks([...many.slice(0, count), other], settings)[0]?.number.confidence,
    );
    expect(two).toBeGreaterThan((one ?? 1) + 0.03);
    expect(all).toBeCloseTo(two ?? 0, 6);
    const others = ["right", "door"].map((cameraId) => look({ [RIGHT]: 0.95, [WRONG]: 0.05 }, { cameraId }));
    expect(describeAll([...many, ...others])).toEqual([{ text: RIGHT, outcome: "read", looks: 32 }]);
  });

  test("in which the two networks never agree on it are not believed, however certain", () => {
    const sure = look({ [RIGHT]: 0.9999, [WRONG]: 0.0001 }, { isAgreed: false });
    expect(describeAll([sure, sure])).toEqual([{ text: RIGHT, outcome: "disagreement", looks: 2 }]);
    const agreedOnOther = look({ [WRONG]: 0.51, [RIGHT]: 0.49 });
    expect(describeAll([sure, agreedOnOther])).toEqual([{ text: RIGHT, outcome: "disagreement", looks: 2 }]);
    expect(describeAll([sure, look({ [RIGHT]: 0.6, [WRONG]: 0.4 })])).toEqual([
      { text: RIGHT, outcome: "read", looks: 2 },
    ]);
  });

  test("prefer an awaited number, but not against clear pictures", () => {
    const doubtful = look({ [WRONG]: 0.6, [RIGHT]: 0.4 });
    const awaited = { expected: new Set([RIGHT]) };
    expect(describeAll([doubtful], awaited)[0]?.text).toBe(RIGHT);
    expect(describeAll([look({ [WRONG]: 0.995, [RIGHT]: 0.005 })], awaited)[0]?.text).toBe(WRONG);
  });

  test("give the size-type code that most of them show", () => {
    const codeOf = (...codes: (string | null)[]) =>
      fuseLooks(
        codes.map((sizeType) => look({ [RIGHT]: 0.9 }, { sizeType })),
        settings,
      )[0]?.number.sizeType;
    expect(codeOf(null, null)).toBeNull();
    expect(codeOf(null, "22G1", null)).toBe("22G1");
    expect(codeOf("22G1", "42G1", "22G1")).toBe("22G1");
    expect(codeOf("22G1", "42G1")).toBeNull();
  });

  test("give the other numbers that came into question", () => {
    const [reading] = fuseLooks([look({ [RIGHT]: 0.7, [WRONG]: 0.3 })], settings);
    expect(reading?.number.alternatives.map(({ text }) => text)).toEqual([WRONG]);
    // Whatever is no candidate keeps a hundredth.
    expect((reading?.number.confidence ?? 0) + (reading?.number.alternatives[0]?.confidence ?? 0)).toBeCloseTo(0.99, 3);
  });

  test("that may show something else than their candidates are doubtful, unless others show the same", () => {
    const partly = ["left", "right", "door"].map((cameraId) => look({ [RIGHT]: 0.8 }, { cameraId }));
    const [alone, three] = [1, 3].map((count) => fuseLooks(partly.slice(0, count), settings)[0]?.number.confidence);
    expect(alone).toBeCloseTo(0.8 * 0.99, 3);
    expect(three).toBeGreaterThan(0.95);
  });
});

describe("looks at different numbers", () => {
  test("count as if each number were seen alone", () => {
    const doubtful = look({ [RIGHT]: 0.7, [WRONG]: 0.3 });
    const [alone] = fuseLooks([doubtful, doubtful, doubtful], settings);
    const others = Array.from({ length: 9 }, () => look({ [OTHER]: 0.6 }));
    const both = fuseLooks([doubtful, doubtful, doubtful, ...others], settings);
    const again = both.find(({ number }) => number.text === RIGHT);
    expect(again?.number.confidence).toBeCloseTo(alone?.number.confidence ?? 0, 6);
  });

  test("stay apart even where each may show anything", () => {
    const outcome = { outcome: "uncertain", looks: 1 };
    expect(describeAll([look({ [RIGHT]: 0.6 }), look({ [OTHER]: 0.5 })])).toEqual([
      { text: RIGHT, ...outcome },
      { text: OTHER, ...outcome },
    ]);
  });

  test("stay apart, the more certain number first", () => {
    const looks = [look({ [OTHER]: 0.95 }), look({ [RIGHT]: 0.98 }), look({ [RIGHT]: 0.98 })];
    expect(describeAll(looks)).toEqual([
      { text: RIGHT, outcome: "read", looks: 2 },
      { text: OTHER, outcome: "read", looks: 1 },
    ]);
  });

  test("without any look there is none", () => {
    expect(fuseLooks([], settings)).toEqual([]);
  });
});

test("a number that one picture misreads at the place where others read it is no second one", () => {
  const at = (shares: Record<string, number>, x: number, capturedAtMs: number): NumberLook => {
    const one = look(shares);
    return { ...one, capturedAtMs, place: { ...one.place, characters: charactersOf(RIGHT, { x }) } };
  };
  const [certain, misread] = [{ [RIGHT]: 1 }, { [OTHER]: 0.99 }];
  const rest = [at(certain, 20, 0), at(certain, 30, 200)];
  expect(describeAll([...rest, at(misread, 75, 400)])).toEqual([{ text: RIGHT, outcome: "read", looks: 3 }]);
  const two = [
    { text: RIGHT, outcome: "read", looks: 2 },
    { text: OTHER, outcome: "read", looks: 1 },
  ];
  expect(describeAll([...rest, at(misread, 90, 400)])).toEqual(two);
  expect(describeAll([...rest, at(misread, 20, 1_300)])).toEqual(two);
  expect(describeAll([...rest, at(misread, 20, 0)])).toEqual(two);
});
