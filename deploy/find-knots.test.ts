import { expect, test } from "vitest";
import { findCircles, findKnots } from "./find-knots.ts";
import type { Import } from "./read-imports.ts";

const uses = (from: string, target: string, typeOnly = false): Import => ({ from, target, typeOnly, isLate: false });
const [shelf, box, lid] = ["room/shelf/shelf.ts", "room/box/box.ts", "room/lid/lid.ts"];

test("folders that import each other by a detour are one knot, and those that they use are not part of it", () => {
  const imports = [uses(shelf, box), uses(box, lid), uses(lid, "room/shelf/board.ts"), uses(box, "room/wood/oak.ts")];
  expect(findKnots("room", imports)).toEqual([["box", "lid", "shelf"]]);
  expect(findKnots("room", imports.slice(1))).toEqual([]);
});

test("two knots of one room are two", () => {
  const pairs = [shelf, box, lid, "room/pen/pen.ts"];
  const imports = [0, 2].flatMap((at) => [uses(pairs[at]!, pairs[at + 1]!), uses(pairs[at + 1]!, pairs[at]!)]);
  expect(findKnots("room", imports)).toEqual([
    ["box", "shelf"],
    ["lid", "pen"],
  ]);
});

test("types, files of the same folder and files of other rooms tie no knot; a file without a folder does", () => {
  expect(findKnots("room", [uses(shelf, box), uses(box, shelf, true)])).toEqual([]);
  expect(findKnots("room", [uses(box, "room/box/side.ts"), uses("room/box/side.ts", box)])).toEqual([]);
  expect(findKnots("room", [uses(shelf, "hall/box/box.ts"), uses("hall/box/box.ts", shelf)])).toEqual([]);
  expect(findKnots("room", [uses(shelf, "room/list.ts"), uses("room/list.ts", shelf)])).toEqual([["list.ts", "shelf"]]);
});

test("files that import each other are a circle, types or not", () => {
  const source = (file: string, ...targets: string[]) => ({
    file,
    text: "",
    imports: targets.map((target) => uses(file, target, true)),
  });
  expect(findCircles([source(shelf, box), source(box, lid), source(lid, shelf)])).toEqual([[shelf, box, lid, shelf]]);
  expect(findCircles([source(shelf, box), source(box, lid), source(lid)])).toEqual([]);
});
