import { expect, test } from "vitest";
import type { Box } from "../base/pictures/box.ts";
import { chooseObjects, type ObjectFilter, type Zone } from "./choose-objects.ts";

const everything: ObjectFilter = {
  include: [],
  exclude: [],
  classes: undefined,
  minimumSizePercent: 0,
  maximumSizePercent: 100,
};
const leftHalf: Zone = [
  [0, 0],
  [0.5, 0],
  [0.5, 1],
  [0, 1],
];
/** A lane that runs into the distance, with a notch at its right side. */
const lane: Zone = [
  [0.4, 0],
  [0.6, 0],
  [0.7, 0.4],
  [0.55, 0.5],
  [1, 1],
  [0, 1],
];

/** Objects in a picture of 200 × 100; each name gives the middle of the lower edge. */
const objects: Record<string, { className: string; box: Box }> = {
  "left, at 20 / 50": { className: "truck", box: { x1: 10, y1: 10, x2: 30, y2: 50 } },
  "right, at 150 / 80": { className: "truck", box: { x1: 90, y1: 20, x2: 210, y2: 80 } },
  "in the notch, at 130 / 48": { className: "person", box: { x1: 128, y1: 20, x2: 132, y2: 48 } },
  "at the lower edge, 100 / 100": { className: "crate", box: { x1: 60, y1: 60, x2: 140, y2: 100 } },
};

test.each<[string, Partial<ObjectFilter>, string[]]>([
  ["no filter", {}, Object.keys(objects)],
  ["an include zone", { include: [leftHalf] }, ["left, at 20 / 50"]],
  [
    "an exclude zone",
    { exclude: [leftHalf] },
    ["right, at 150 / 80", "in the notch, at 130 / 48", "at the lower edge, 100 / 100"],
  ],
  ["a polygon that is not convex", { include: [lane] }, ["right, at 150 / 80", "at the lower edge, 100 / 100"]],
  ["several include zones", { include: [leftHalf, lane] }, Object.keys(objects).filter((name) => !/notch/.test(name))],
  [
    "a zone inside a zone",
    {
      include: [lane],
      exclude: [
        [
          [0.4, 0.9],
          [0.6, 0.9],
          [0.6, 1],
          [0.4, 1],
        ],
      ],
    },
    ["right, at 150 / 80"],
  ],
  ["classes", { classes: ["person", "crate"] }, ["in the notch, at 130 / 48", "at the lower edge, 100 / 100"]],
  ["sizes", { minimumSizePercent: 1, maximumSizePercent: 17 }, ["left, at 20 / 50", "at the lower edge, 100 / 100"]],
])("%s", (_what, filter, kept) => {
  const items = Object.entries(objects).map(([name, object]) => ({
    ...object,
    name,
    confidence: 0.8,
    polygon: null,
    areaPercent: 1,
  }));
  const found = { model: { name: "m", version: "1" }, widthPixels: 200, heightPixels: 100, inferenceMs: 5, items };
  const { items: chosen, ...rest } = chooseObjects(found, { ...everything, ...filter });
  expect(items.filter((item) => chosen.includes(item)).map(({ name }) => name)).toEqual(kept);
  expect(rest).toMatchObject({ widthPixels: 200, inferenceMs: 5 });
});
