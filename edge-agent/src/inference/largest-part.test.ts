import { expect, test } from "vitest";
import { traceLargestPart } from "./largest-part.ts";

/** A drawing of samples: "#" is inside with a logit of 1, "." outside with a logit of -1. */
function trace(...lines: string[]) {
  const logits = Float64Array.from(lines.join(""), (mark) => (mark === "#" ? 1 : -1));
  return traceLargestPart({ logits, columns: lines[0]!.length, rows: lines.length });
}

/** Area inside a closed ring; positive for one that turns clockwise, with y downwards. */
const area = (ring: { x: number; y: number }[]): number =>
  ring.slice(1).reduce((sum, { x, y }, index) => sum + (ring[index]!.x * y - x * ring[index]!.y) / 2, 0);

test("a single sample is a square on its corner, clockwise and closed", () => {
  expect(trace("...", ".#.", "...")).toEqual([
    { x: 1.5, y: 1 },
    { x: 2, y: 1.5 },
    { x: 1.5, y: 2 },
    { x: 1, y: 1.5 },
    { x: 1.5, y: 1 },
  ]);
});

test("the ring passes where the logit is 0, and follows the border of the grid", () => {
  const logits = Float64Array.of(3, -1, 3, -1);
  expect(traceLargestPart({ logits, columns: 2, rows: 2 })).toEqual([
    { x: 0.5, y: 0 },
    { x: 1.25, y: 0.5 },
    { x: 1.25, y: 1.5 },
    { x: 0.5, y: 2 },
    { x: 0, y: 1.5 },
    { x: 0, y: 0.5 },
    { x: 0.5, y: 0 },
  ]);
});

test("of several parts the one with the most samples is traced, wherever it lies", () => {
  const ring = trace("##...", ".....", "..###", "..###", "#....");
  expect(ring?.[0]).toEqual({ x: 2.5, y: 2 });
  expect(area(ring!)).toBeCloseTo(5.5);
  expect(trace("..#", "#..", "#..")?.[0]).toEqual({ x: 0.5, y: 1 });
});

test("parts that touch at a corner only are apart", () => {
  const ring = trace("##..", "##..", "..#.", "....");
  expect(area(ring!)).toBeCloseTo(3.5);
});

test("a hole is not traced, and the ring goes into bays", () => {
  expect(area(trace("###", "#.#", "###")!)).toBeCloseTo(8.5);
  expect(area(trace("#.#", "#.#", "###")!)).toBeCloseTo(6.5);
});

test("nothing inside has no ring", () => {
  expect(trace("..", "..")).toBeNull();
  expect(traceLargestPart({ logits: Float64Array.of(0), columns: 1, rows: 1 })).toBeNull();
});
