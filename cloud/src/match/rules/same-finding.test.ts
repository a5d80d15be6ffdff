import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Polygon } from "@container-inspection/shared-schemas/scans";
import { describe, expect, test } from "vitest";
import type { Picture } from "./pictures.ts";
import { isDecided, newFindings } from "./same-finding.ts";
import { detect, pictureOf } from "./testing.ts";

const finding = (more: Partial<MatchFinding> = {}): MatchFinding => ({
  rule: "r",
  severity: "critical",
  lane: "cargo",
  declared: "d",
  observed: "o",
  message: "m",
  ...more,
});
const box = (left: number, right: number, top = 0, bottom = 10): Polygon => ({
  x: [left, right, right, left],
  y: [top, top, bottom, bottom],
});
/** A picture with one vehicle in each of these places. */
const picture = (scanId: string, places: (Polygon | null)[], more: Partial<Picture> = {}) => ({
  ...pictureOf(
    places.flatMap((polygon) => detect("vehicle", 1, { polygon })),
    { scanId },
  ),
  ...more,
});
const on = (scanId: string, ...detections: number[]) =>
  finding({ className: "vehicle", evidence: [{ scanId, detections }] });

describe("without objects, a finding was decided about", () => {
  const known = [finding({ message: "old wording" }), finding({ rule: "other" })];
  test("where rule, declared and observed side are the same, however it is worded", () => {
    expect(isDecided(finding({ message: "new wording", severity: "warning" }), known, [])).toBe(true);
    expect(newFindings([finding()], known, [])).toEqual([]);
    expect(newFindings([finding()], known, [picture("a", [box(0, 10)])])).toEqual([]);
  });
  test.each([[{ rule: "s" }], [{ declared: null }], [{ observed: "p" }], [{ className: "drum" }]])(
    "but not where it has %j",
    (change) => expect(newFindings([finding(change)], known, [])).toEqual([finding(change)]),
  );
  test("of a class where rule, class and declared side are the same: counts may differ", () => {
    const decided = [finding({ className: "vehicle", observed: "1 vehicle" })];
    expect(isDecided(finding({ className: "vehicle", observed: "2 vehicles" }), decided, [])).toBe(true);
    expect(isDecided(finding({ className: "vehicle", declared: "e" }), decided, [])).toBe(false);
    expect(isDecided(finding({ className: "drum" }), decided, [])).toBe(false);
  });
  test("about the same manifests, or before findings named theirs", () => {
    const about = (...ids: string[]) => finding({ manifests: ids.map((manifestId) => ({ manifestId, lines: [] })) });
    expect(isDecided(about("a", "b"), [about("b", "a")], [])).toBe(true);
    expect(isDecided(about("a"), [about("b")], [])).toBe(false);
    expect(isDecided(about("a"), [finding()], [])).toBe(true);
  });
  test("never where nothing was decided", () => expect(isDecided(finding(), [], [])).toBe(false));
});

describe("objects of one picture", () => {
  const pictures = [picture("a", [box(0, 10), box(20, 30)])];
  test("are the same by their index", () => {
    expect(isDecided(on("a", 0), [on("a", 0, 1)], pictures)).toBe(true);
    expect(isDecided(on("a", 0, 1), [on("a", 0)], pictures)).toBe(false);
    expect(isDecided(on("a", 1), [on("a", 0)], pictures)).toBe(false);
  });
  test("are others where the picture that was decided about is not known", () => {
    expect(isDecided(on("a", 0), [on("b", 0)], pictures)).toBe(false);
  });
  test("are the same by their index alone: without an outline, and where they overlap", () => {
    const here = [picture("a", [null, box(0, 10), box(0, 10)])];
    expect(isDecided(on("a", 0), [on("a", 0)], here)).toBe(true);
    expect(isDecided(on("a", 1), [on("a", 2)], here)).toBe(false);
  });
});

describe("objects of two pictures", () => {
  const same = (one: Polygon | null, other: Polygon | null, more: Partial<Picture> = {}) =>
    isDecided(on("new", 0), [on("old", 0)], [picture("old", [one]), picture("new", [other], more)]);

  test("are the same where their boxes overlap by half or more", () => {
    expect(same(box(0, 10), box(0, 10))).toBe(true);
    // 20 by 10 and 10 by 10 within it: an overlap of exactly one half.
    expect(same(box(0, 20), box(0, 10))).toBe(true);
    expect(same(box(0, 20), box(0, 9.9))).toBe(false);
    expect(same(box(0, 10, 0, 20), box(0, 10, 0, 10))).toBe(true);
    expect(same(box(0, 10, 0, 20), box(0, 10, 0, 9.9))).toBe(false);
    expect(same(box(0, 9), box(3, 12))).toBe(true);
    expect(same(box(0, 9), box(4, 13))).toBe(false);
    expect(same(box(20, 30, 40, 50), box(20, 30, 40, 50))).toBe(true);
  });

  test("are different if they are apart, or have no outline", () => {
    expect(same(box(0, 10), box(10, 20))).toBe(false);
    expect(same(box(0, 10), box(50, 60))).toBe(false);
    expect(same(box(0, 10, 0, 10), box(0, 10, 10, 20))).toBe(false);
    expect(same(box(0, 10, 0, 10), box(30, 40, 30, 40))).toBe(false);
    expect(same(null, box(0, 10))).toBe(false);
    expect(same(box(0, 10), null)).toBe(false);
    expect(same(box(0, 1, 0, 1), box(3, 4, 3, 4))).toBe(false);
    expect(same({ x: [], y: [] }, { x: [], y: [] })).toBe(false);
  });

  test("are others before another camera, an unknown one, or on another kind of scan", () => {
    const there = box(0, 10);
    expect(same(there, there, { cameraId: "camera-2" })).toBe(false);
    expect(same(there, there, { cameraId: null })).toBe(false);
    expect(same(there, there, { type: "illegal" })).toBe(false);
    const unknown = [picture("old", [there], { cameraId: null }), picture("new", [there], { cameraId: null })];
    expect(isDecided(on("new", 0), [on("old", 0)], unknown)).toBe(false);
  });

  test("are others where the model names them otherwise, whatever its capitals", () => {
    const named = (className: string) => pictureOf(detect(className, 1, { polygon: box(0, 10) }), { scanId: "new" });
    const old = picture("old", [box(0, 10)]);
    expect(isDecided(on("new", 0), [on("old", 0)], [old, named("Vehicles")])).toBe(true);
    expect(isDecided(on("new", 0), [on("old", 0)], [old, named("drum")])).toBe(false);
  });

  test("are decided about only all together: a second vehicle is new", () => {
    const pictures = [picture("old", [box(0, 10)]), picture("new", [box(0, 10), box(20, 30)])];
    expect(isDecided(on("new", 0), [on("old", 0)], pictures)).toBe(true);
    expect(isDecided(on("new", 0, 1), [on("old", 0)], pictures)).toBe(false);
  });

  test("of two decisions do not settle one finding together", () => {
    const pictures = [picture("old", [box(0, 10), box(20, 30)]), picture("new", [box(0, 10), box(20, 30)])];
    expect(isDecided(on("new", 0, 1), [on("old", 0), on("old", 1)], pictures)).toBe(false);
    expect(isDecided(on("new", 0, 1), [on("old", 0, 1)], pictures)).toBe(true);
  });

  test("may have outlines of many points", () => {
    const outline = {
      x: Array.from({ length: 300_000 }, (_, at) => at % 10),
      y: Array.from({ length: 300_000 }, (_, at) => at % 7),
    };
    expect(same(outline, outline)).toBe(true);
  });
});
