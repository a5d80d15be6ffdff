import { checkOutputs, describeShapes } from "./check-outputs.ts";
import type { Detections } from "./detections.ts";
import { type ChosenLayout, chooseLayout } from "./layouts/choose-layout.ts";
import type { DecodeSettings, LayoutName, OutputTensor } from "./layouts/layout.ts";
import type { Picture } from "../base/pictures/picture.ts";
import { fillInput, fitPicture } from "./letterbox.ts";
import { judgeLikeness, LIKENESS_CONFIDENCE, type LikenessFigures, surenessOf } from "./likeness.ts";
import { ModelLoadError } from "./model-errors.ts";
import { nameModel, readModelMetadata } from "./model-metadata.ts";
import { createRunner, type Runner } from "./runner.ts";
import { readModelFile } from "./read-model-file.ts";

/** Settings of one model. */
export type ModelSettings = {
  /** Path of an ONNX file. */
  file: string;
  /**
   * Findings must be more certain than this, 0..1, default 0.25. Feed a tracker with 0.1: it uses the weak ones, too.
   */
  confidence?: number | undefined;
  /** Overlap of two boxes of one class above which the weaker is dropped; 0..1, default 0.7. */
  iou?: number | undefined;
  /** Per picture, default 300. */
  maxDetections?: number | undefined;
  /** Layout of the outputs; default: determined by the file's metadata and shapes. */
  layout?: LayoutName | undefined;
  /** Class names by class index; default: the file's metadata. */
  classNames?: readonly string[] | undefined;
  /** Threads for one run, default 2 (1 on a machine with one core); 0 takes every core. */
  threads?: number | undefined;
  /** ONNX Runtime's name of what computes, default "cpu". */
  executionProvider?: string | undefined;
  /** Compares pictures with those of training; default: true where the file has figures to do so. */
  measuresLikeness?: boolean | undefined;
};

/** Facts about a model that are known once it is loaded. */
export type LoadedModel = {
  /** The file's name without its ending. */
  name: string;
  /** The metadata's version, or the first 12 hexadecimal digits of the file's SHA-256. */
  version: string;
  classNames: readonly string[];
  inputWidthPixels: number;
  inputHeightPixels: number;
  /** Execution provider, by ONNX Runtime's name. */
  executionProvider: string;
  task: "detect" | "segment" | "classify";
  layout: LayoutName;
  /** Reason for the choice of the layout. */
  layoutReason: string;
  /** Names and shapes of its outputs. */
  outputs: string;
  /** Version of ONNX's standard operators that the graph uses; null when the file does not state it. */
  opset: number | null;
  /** Measures in pictures like those that it was trained on; null when the file states none. */
  likeness: LikenessFigures | null;
};

/** A model loaded in this thread. */
export type Model = LoadedModel & {
  /**
   * Finds things in one picture. ONNX Runtime's Node binding computes on the calling thread, so runs follow each other.
   * Rejects with a ModelOutputError for outputs that cannot be true, a RangeError for a picture whose bytes are not its
   * size.
   */
  detect(picture: Picture): Promise<Detections>;
  /** Frees the model; calls of `detect` that have not run yet, and later ones, reject. */
  close(): Promise<void>;
};

/**
 * Loads an ONNX model, runs it once on an even grey picture and determines the layout of its outputs. Throws a
 * ModelLoadError that names the file, the problem and the fix. `monotonicMs` measures the time of each run.
 */
export async function loadModel(settings: ModelSettings, monotonicMs: () => number): Promise<Model> {
  const { file } = settings;
  let runner: Runner | undefined;
  try {
    checkSettings(settings);
    const bytes = await readModelFile(file);
    const metadata = readModelMetadata(bytes);
    runner = await createRunner(file, metadata.inputSize, settings);
    const classNames = settings.classNames ?? metadata.classNames;
    if (!classNames) throw new Error('its metadata has no "names": set "classNames" to its classes, in order');
    const outputs = await runner.run(new Float32Array(runner.inputLength).fill(0.5), runner.input);
    const facts = { metadata, classCount: classNames.length, input: runner.input, outputs };
    return createModel({
      ...nameModel(file, bytes, metadata),
      classNames,
      runner,
      chosen: chooseLayout(facts, settings.layout),
      opset: metadata.opset,
      likeness: metadata.likeness,
      shapes: describeShapes(outputs),
      settings,
      monotonicMs,
    });
  } catch (error) {
    await runner?.close();
    throw new ModelLoadError(file, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

type ModelParts = {
  name: string;
  version: string;
  classNames: readonly string[];
  runner: Runner;
  chosen: ChosenLayout;
  opset: number | null;
  likeness: LikenessFigures | null;
  shapes: string;
  settings: ModelSettings;
  monotonicMs: () => number;
};

function createModel(parts: ModelParts): Model {
  const { name, version, classNames, runner, opset, likeness, shapes, monotonicMs } = parts;
  const { layout, reason: layoutReason } = parts.chosen;
  // A buffer belongs to one call until its run is over; there are as many as calls were ever under way at once.
  const freeInputs: Float32Array[] = [];
  let open = true;

  return {
    name,
    version,
    classNames,
    inputWidthPixels: runner.input.widthPixels,
    inputHeightPixels: runner.input.heightPixels,
    executionProvider: runner.executionProvider,
    task: layout.task,
    layout: layout.name,
    layoutReason,
    outputs: shapes,
    opset,
    likeness,
    async detect(picture) {
      if (!open) throw new Error(`model ${name} is closed`);
      checkPicture(picture);
      const startedMs = monotonicMs();
      const { widthPixels, heightPixels } = picture;
      const letterbox = fitPicture(layout.fit, picture, runner.input);
      const input = freeInputs.pop() ?? new Float32Array(runner.inputLength);
      fillInput(layout.fit, picture, letterbox, input);
      const outputs = await runner.run(input, { widthPixels, heightPixels }).finally(() => freeInputs.push(input));
      checkOutputs(name, outputs, shapes);
      const found = decode(outputs, parts, { picture: { widthPixels, heightPixels }, letterbox });
      const inferenceMs = monotonicMs() - startedMs;
      return { model: { name, version }, widthPixels, heightPixels, inferenceMs, ...found };
    },
    async close() {
      if (open) await runner.close();
      open = false;
    },
  };
}

/** The findings in a picture's outputs, and how the picture compares with those that the model was trained on. */
function decode(
  outputs: readonly OutputTensor[],
  { name, classNames, chosen: { layout }, likeness, settings }: ModelParts,
  place: Pick<DecodeSettings, "picture" | "letterbox">,
): Pick<Detections, "items" | "likeness"> {
  const { confidence = 0.25, iou = 0.7, maxDetections = 300, measuresLikeness = likeness !== null } = settings;
  const found = layout.decode(outputs, {
    model: name,
    classNames,
    confidence: measuresLikeness ? Math.min(confidence, LIKENESS_CONFIDENCE) : confidence,
    iou,
    maxDetections,
    ...place,
  });
  const items = found.filter((item) => item.confidence > confidence);
  if (!measuresLikeness) return { items };
  const background = layout.background?.(outputs, classNames.length) ?? null;
  return { items, likeness: judgeLikeness(surenessOf(found, background), likeness) };
}

function checkSettings({ confidence, iou, maxDetections, threads, classNames }: ModelSettings): void {
  for (const [name, value] of Object.entries({ confidence, iou })) {
    if (value !== undefined && !(value >= 0 && value <= 1)) throw new Error(`"${name}" is ${value}, expected 0..1`);
  }
  for (const [name, value, least] of [["maxDetections", maxDetections, 1] as const, ["threads", threads, 0] as const]) {
    if (value !== undefined && !(Number.isInteger(value) && value >= least)) {
      throw new Error(`"${name}" is ${value}, expected a whole number from ${least}`);
    }
  }
  if (classNames?.length === 0) throw new Error('"classNames" is empty: give its classes, in order, or leave it out');
}

function checkPicture({ rgb, widthPixels, heightPixels }: Picture): void {
  const whole = Number.isInteger(widthPixels) && Number.isInteger(heightPixels) && widthPixels > 0 && heightPixels > 0;
  if (!whole || rgb.length !== widthPixels * heightPixels * 3) {
    throw new RangeError(
      `a picture of ${widthPixels} × ${heightPixels} pixels has ${rgb.length} bytes; RGB takes width × height × 3`,
    );
  }
}
