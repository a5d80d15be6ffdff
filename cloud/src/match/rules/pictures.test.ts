import { describe, expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { detect, showing } from "./testing.ts";

const sighting = (index: number, confidence = 0.9) => ({ index, confidence, areaShare: undefined, quantity: 1 });

describe("what a picture shows", () => {
  test("is sorted by the classes of the map, in order of first sight", () => {
    const picture = showing([
      ...detect("drum", 1, { confidence: 0.5, quantity: 2, areaPercentage: 3 }),
      ...detect("Bags", 1, { confidence: 0.3, quantity: 4 }),
      ...detect("DRUM", 1, { confidence: null }),
      ...detect("pallet"),
    ]);
    expect(picture.seen).toEqual([
      {
        name: "drum",
        plural: "drums",
        kind: "goods",
        isReported: false,
        count: 3,
        sightings: [
          { index: 0, confidence: 0.5, areaShare: 0.03, quantity: 2 },
          { index: 2, confidence: 1, areaShare: undefined, quantity: 1 },
        ],
      },
      {
        name: "sack",
        plural: "sacks",
        kind: "goods",
        isReported: false,
        count: 4,
        sightings: [{ index: 1, confidence: 0.3, areaShare: undefined, quantity: 4 }],
      },
      { name: "pallet", plural: "pallets", kind: "carrier", isReported: false, count: 1, sightings: [sighting(3)] },
    ]);
    expect(picture).not.toHaveProperty("detections");
    expect(picture).toMatchObject({ scanId: "scan-1", cameraId: "camera-1", type: "category", view: "door" });
  });

  test("keeps its own name where the map does not know it", () => {
    expect(inEnglish(showing([...detect("Zebra"), ...detect(null)]).seen)).toEqual([
      {
        name: "Zebra",
        plural: "objects of class Zebra",
        kind: "unknown",
        isReported: false,
        count: 1,
        sightings: [sighting(0)],
      },
      {
        name: "unnamed object",
        plural: "unnamed objects",
        kind: "unknown",
        isReported: false,
        count: 1,
        sightings: [sighting(1)],
      },
    ]);
  });

  test.each([
    [0.25, 1, false],
    [0.249, 0, true],
    [0.1, 0, true],
    [0.099, 0, false],
  ])("counts at confidence %d: %d object, too faint %s", (confidence, count, hasFaint) => {
    const picture = showing(detect("drum", 1, { confidence }));
    expect([picture.seen.length, picture.hasFaint]).toEqual([count, hasFaint]);
  });

  test("stays faint when a later object is plain noise", () => {
    const [faint, noise] = [detect("drum", 1, { confidence: 0.2 }), detect("drum", 1, { confidence: 0.01 })];
    expect(showing([...faint, ...noise]).hasFaint).toBe(true);
  });

  test("is an empty container by the best detection of a class for empty containers, however faint", () => {
    const empty = [0.05, 0.8, 0.6].flatMap((confidence) => detect("Empty", 1, { confidence }));
    expect(showing([...detect("drum"), ...empty])).toMatchObject({ emptyConfidence: 0.8, emptyIndexes: [1, 2, 3] });
    expect(showing(detect("empty", 1, { confidence: null })).emptyConfidence).toBe(1);
    expect(showing(detect("empty")).seen).toEqual([]);
    expect(showing(detect("drum"))).toMatchObject({ emptyConfidence: 0, emptyIndexes: [] });
  });

  test("excludes classes without a meaning", () => {
    const picture = showing([...detect("no_threat"), ...detect("background", 1, { confidence: 0.2 })]);
    expect(picture).toMatchObject({ seen: [], hasFaint: false });
  });
});
