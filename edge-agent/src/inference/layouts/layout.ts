import type { Detection } from "../detections.ts";
import type { Letterbox, PictureFit } from "../letterbox.ts";
import type { ModelMetadata } from "../model-metadata.ts";

/** Layouts of a model's findings in its outputs; the names are the values of the setting `layout`. */
export const layoutNames = [
  "v8-segment",
  "v8-detect",
  "end2end-segment",
  "end2end-detect",
  "rt-detr",
  "rt-detr-ranked",
  "detr",
  "classify",
] as const;
export type LayoutName = (typeof layoutNames)[number];

/** One output of a run: row-major, the last dimension runs fastest. */
export type OutputTensor = { name: string; dims: readonly number[]; data: Float32Array };

/** Facts about a model that are known when its layout is chosen. */
export type ModelFacts = {
  metadata: ModelMetadata;
  classCount: number;
  input: { widthPixels: number; heightPixels: number };
  /** Shapes as a first run gave them: no dimension is left open. */
  outputs: { name: string; dims: readonly number[] }[];
};

/** Settings for turning outputs into detections. */
export type DecodeSettings = {
  /** The model's name, for errors. */
  model: string;
  classNames: readonly string[];
  /** A score must be above it, 0..1. */
  confidence: number;
  /** Overlap of two boxes of one class above which the weaker is dropped, 0..1. */
  iou: number;
  maxDetections: number;
  picture: { widthPixels: number; heightPixels: number };
  letterbox: Letterbox;
};

/** One supported layout: a row of the table in choose-layout.ts. */
export type Layout = {
  name: LayoutName;
  /** The metadata's `task` of such models. */
  task: "detect" | "segment" | "classify";
  /** Method of bringing the picture to the size of the input. */
  fit: PictureFit;
  /** The outputs' shapes that such a model has, for people. */
  expected(facts: ModelFacts): string;
  /** Returns true if ranks and channel counts are those of this layout. */
  fits(facts: ModelFacts): boolean;
  /** Returns true if the exporting library's statements about the model allow this layout. */
  agrees(metadata: ModelMetadata): boolean;
  /**
   * Detections in picture pixels, highest confidence first. Throws a ModelOutputError for numbers that cannot be true.
   */
  decode(outputs: readonly OutputTensor[], settings: DecodeSettings): Detection[];
  /** Mean logit of the best scores of all places; absent where the outputs hold findings alone. */
  background?(outputs: readonly OutputTensor[], classCount: number): number;
};
