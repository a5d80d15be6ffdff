import type { Detection } from "@container-inspection/shared-schemas/scans";
import { expect, test } from "vitest";
import { labelNumber } from "./number-label-rules.ts";

const NUMBER = "CSQU3054383";
const size = { width: 200, height: 100 };
const found = (className: string | null, polygon: Detection["polygon"]): Detection => ({
  className,
  confidence: 0.9,
  polygon,
  areaPercentage: null,
  quantity: null,
  volume: null,
});
const boxAt = (index: number) => ({ x: [10 * index, 10 * index + 8, 10 * index + 8], y: [10, 10, 30] });
/** A photo of a number camera: the number, then its characters. */
const photoOf = (read: string, characters = read): Detection[] => [
  found(read, boxAt(0)),
  ...Array.from(characters, (character, index) => found(character, boxAt(index))),
];
const settled = { containerNumber: NUMBER, isConfirmed: true };

test("a number that a person confirmed labels its characters in order", () => {
  const labels = labelNumber(photoOf(NUMBER), settled, size);
  expect(labels?.map(({ className }) => className).join("")).toBe(NUMBER);
  expect(labels?.[2]?.points).toEqual([[0.1, 0.1], [0.14, 0.1], [0.14, 0.3]]); // prettier-ignore
});

test("a number that a person corrected labels the characters as they really are", () => {
  const corrected = { containerNumber: NUMBER, isConfirmed: false };
  const labels = labelNumber(photoOf("CSQU3054883"), corrected, size);
  expect(labels?.map(({ className }) => className).join("")).toBe(NUMBER);
});

test.each<[string, Detection[], { containerNumber: string; isConfirmed: boolean }]>([
  ["of a number that no person has settled", photoOf(NUMBER), { ...settled, isConfirmed: false }],
  ["of a number with a wrong check digit", photoOf(NUMBER), { ...settled, containerNumber: "CSQU3054384" }],
  ["of a number of another form", photoOf(NUMBER), { ...settled, containerNumber: "GATE 3054383" }],
  ["of a number that cannot be one", photoOf(NUMBER), { ...settled, containerNumber: "???" }],
  ["without anything found", [], settled],
  ["without a name of what was found", [found(null, boxAt(0)), ...photoOf(NUMBER).slice(1)], settled],
  ["of something other than a number", photoOf("scratch", NUMBER), settled],
  ["of what cannot be a number", photoOf("???", NUMBER), settled],
  ["with a character too few", photoOf(NUMBER, NUMBER.slice(0, 10)), settled],
  ["with a character too many", photoOf(NUMBER, `${NUMBER}3`), settled],
  ["with a character without an outline", photoOf(NUMBER).with(5, found("3", null)), settled],
])("a photo %s has no labels", (_what, detections, number) => {
  expect(labelNumber(detections, number, size)).toBeNull();
});
