import type { Box } from "../../base/pictures/box.ts";
import type { Detection } from "../detections.ts";
import { ModelOutputError } from "../model-errors.ts";
import type { DecodeSettings } from "./layout.ts";

/** Sigmoids may overshoot 1 by rounding; anything more is no score. */
const SCORE_LIMIT = 1.001;

/** The score of a row, at most 1. Throws a ModelOutputError for one that is none. */
export function checkScore(score: number, row: number, { model }: DecodeSettings): number {
  if (score <= SCORE_LIMIT) return Math.min(score, 1);
  const hint = "scores are 0..1, so the export lacks its sigmoid or the layout is another";
  throw new ModelOutputError(model, `a score of ${score} in row ${row}; ${hint}`);
}

/** The name of a class. Throws a ModelOutputError for a number that is no class of this model. */
export function classNameOf(index: number, row: number, { model, classNames }: DecodeSettings): string {
  const name = classNames[index];
  if (name !== undefined) return name;
  const hint = 'set "classNames" to its classes, in order, or another "layout"';
  throw new ModelOutputError(model, `class ${index} in row ${row}, but it has ${classNames.length} classes; ${hint}`);
}

/** A box in input pixels in pixels of the picture, cut off at its borders; it may have no area. */
export function toPicture(box: Box, { letterbox, picture }: DecodeSettings): Box {
  const x = (value: number) => clamp((value - letterbox.padX) / letterbox.scaleX, picture.widthPixels);
  const y = (value: number) => clamp((value - letterbox.padY) / letterbox.scaleY, picture.heightPixels);
  return { x1: x(box.x1), y1: y(box.y1), x2: x(box.x2), y2: y(box.y2) };
}

const clamp = (value: number, high: number): number => Math.min(Math.max(value, 0), high);

/** A detection without a mask, whose area is that of its box. */
export function boxDetection(
  { className, confidence, box }: { className: string; confidence: number; box: Box },
  { picture }: DecodeSettings,
): Detection {
  const areaPercent = (100 * (box.x2 - box.x1) * (box.y2 - box.y1)) / (picture.widthPixels * picture.heightPixels);
  return { className, confidence, box, polygon: null, areaPercent };
}

/** Returns at most `maxDetections`, highest confidence first, without boxes that lie outside of the picture. */
export function bestOf<T extends { confidence: number; box: Box }>(found: readonly T[], settings: DecodeSettings): T[] {
  return found
    .filter(({ box }) => box.x2 > box.x1 && box.y2 > box.y1)
    .toSorted((one, other) => other.confidence - one.confidence)
    .slice(0, settings.maxDetections);
}
