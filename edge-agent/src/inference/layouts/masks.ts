import type { Box } from "../../base/pictures/box.ts";
import type { Detection } from "../detections.ts";
import { countMaskPixels, projectMask } from "../mask.ts";
import { traceOutline } from "../outline.ts";
import type { DecodeSettings, ModelFacts, OutputTensor } from "./layout.ts";

/** Number of prototypes that make up a mask. */
export const COEFFICIENTS = 32;

/** "[1, 32, 160, 160]": the prototypes of a segmentation model, for people. */
export const expectedPrototypes = ({ input }: ModelFacts): string =>
  `[1, ${COEFFICIENTS}, ${input.heightPixels / 4}, ${input.widthPixels / 4}]`;

/** Returns true if an output may be the prototypes of a segmentation model. */
export const arePrototypes = (output: { dims: readonly number[] } | undefined): boolean =>
  output?.dims.length === 4 && output.dims[0] === 1 && output.dims[1] === COEFFICIENTS;

/** The detection with its mask; null when no pixel of its box is in the mask (Ultralytics drops these, too). */
export function withMask(
  found: { className: string; confidence: number; box: Box },
  { coefficients, prototypes }: { coefficients: Float32Array; prototypes: OutputTensor },
  { letterbox, picture }: DecodeSettings,
): Detection | null {
  const mask = projectMask(coefficients, prototypes, found.box, letterbox);
  const areaPixels = countMaskPixels(mask);
  const polygon = areaPixels > 0 ? traceOutline(mask) : null;
  if (!polygon) return null;
  return { ...found, polygon, areaPercent: (100 * areaPixels) / (picture.widthPixels * picture.heightPixels) };
}
