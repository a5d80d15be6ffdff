import type { Polygon } from "@container-inspection/shared-schemas/scans";
import type { Box } from "../pictures/use-zoom.ts";

type Size = { width: number; height: number };
export type Point = { x: number; y: number };
export type Corner = "top left" | "top right" | "bottom right" | "bottom left";
export const CORNERS: readonly Corner[] = ["top left", "top right", "bottom right", "bottom left"];

/** No side of a drawn box is shorter, in pixels of the picture. */
const SMALLEST = 2;

const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most));

/** The box around an outline. */
export function boxOf({ x, y }: Polygon): Box {
  const [left, top] = [Math.min(...x), Math.min(...y)];
  return { x: left, y: top, width: Math.max(...x) - left, height: Math.max(...y) - top };
}

/** The corners of a box as an outline. */
export const outlineOf = ({ x, y, width, height }: Box): Polygon => ({
  x: [x, x + width, x + width, x],
  y: [y, y, y + height, y + height],
});

/** A box moved by whole pixels, as far as the picture goes. */
export const moved = (box: Box, right: number, down: number, picture: Size): Box => ({
  ...box,
  x: between(Math.round(box.x + right), 0, picture.width - box.width),
  y: between(Math.round(box.y + down), 0, picture.height - box.height),
});

/** Returns the position of a corner of a box. */
export const cornerOf = ({ x, y, width, height }: Box, corner: Corner): Point => ({
  x: corner.endsWith("left") ? x : x + width,
  y: corner.startsWith("top") ? y : y + height,
});

/** A box with one corner at this point of the picture; the opposite corner stays. */
export function withCorner(box: Box, corner: Corner, to: Point, picture: Size): Box {
  const { x, y, width, height } = box;
  const [right, bottom] = [x + width, y + height];
  const px = Math.round(to.x);
  const py = Math.round(to.y);
  const across = corner.endsWith("left")
    ? { from: between(px, 0, right - SMALLEST), to: right }
    : { from: x, to: between(px, x + SMALLEST, picture.width) };
  const down = corner.startsWith("top")
    ? { from: between(py, 0, bottom - SMALLEST), to: bottom }
    : { from: y, to: between(py, y + SMALLEST, picture.height) };
  return { x: across.from, y: down.from, width: across.to - across.from, height: down.to - down.from };
}

/** The box that two points of the picture span; undefined where it would be too small to see. */
export function boxBetween(one: Point, other: Point, picture: Size): Box | undefined {
  const inside = ({ x, y }: Point) => ({
    x: between(Math.round(x), 0, picture.width),
    y: between(Math.round(y), 0, picture.height),
  });
  const [a, b] = [inside(one), inside(other)];
  const box = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
  return box.width < SMALLEST || box.height < SMALLEST ? undefined : box;
}

/** An outline moved and stretched from its box into another one: a mask keeps its shape. */
export function fitInto(outline: Polygon, to: Box): Polygon {
  const from = boxOf(outline);
  const place = (values: readonly number[], start: number, length: number, newStart: number, newLength: number) =>
    values.map((value) => Math.round(10 * (newStart + ((value - start) / (length || 1)) * newLength)) / 10);
  return {
    x: place(outline.x, from.x, from.width, to.x, to.width),
    y: place(outline.y, from.y, from.height, to.y, to.height),
  };
}
