import { constants, setPriority } from "node:os";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { readNumbers } from "../reading/read-number.ts";
import { embedPictures } from "./embed-pictures.ts";
import { checkModel } from "./goldens/check-model.ts";
import { type LoadedModel, loadModel, type Model } from "./load-model.ts";
import { ModelLoadError, ModelOutputError } from "./model-errors.ts";
import { type LoadedNumberReader, type NumberNetworks, openNumberNetworks } from "./number-networks.ts";
import type { END, WorkerFailure, WorkerReply, WorkerRequest } from "./worker-messages.ts";

type Loaded = { models: Map<number, Model>; numberReaders: Map<number, NumberNetworks> };

/**
 * The program of one inference worker: loads models and runs them on pictures, one request after the other. Letterbox,
 * run, boxes, masks, outlines and container numbers are all computed here, never on the main thread.
 */
function serve(port: MessagePort): void {
  const loaded: Loaded = { models: new Map(), numberReaders: new Map() };
  let working: Promise<void> = Promise.resolve();
  port.on("message", (request: WorkerRequest | typeof END) => {
    if (request.type === "end") process.exit();
    working = working.then(async () => port.postMessage(await answer(request, loaded)));
  });
}

async function answer(request: WorkerRequest, loaded: Loaded): Promise<WorkerReply> {
  try {
    return { ...(await work(request, loaded)), request: request.request };
  } catch (error) {
    return { type: "failed", request: request.request, failure: describeFailure(error) };
  }
}

type Unnumbered<Reply> = Reply extends unknown ? Omit<Reply, "request"> : never;

async function work(request: WorkerRequest, { models, numberReaders }: Loaded): Promise<Unnumbered<WorkerReply>> {
  switch (request.type) {
    case "load": {
      const model = models.get(request.model) ?? (await loadModel(request.settings, () => performance.now()));
      models.set(request.model, model);
      return { type: "loaded", facts: factsOf(model) };
    }
    case "load-number-reader": {
      const reader = numberReaders.get(request.model) ?? (await openNumberNetworks(request.settings));
      numberReaders.set(request.model, reader);
      return { type: "number-reader-loaded", facts: readerFactsOf(reader) };
    }
    case "check":
      return { type: "checked", check: await checkModel(request.settings) };
    case "embed":
      return { type: "embedded", embedded: await embedPictures(request.embedding) };
    case "detect":
      return { type: "found", detections: await loadedOf(models, request.model).detect(request.picture) };
    default: {
      const startedMs = performance.now();
      const places = await readNumbers(request.picture, loadedOf(numberReaders, request.model));
      return { type: "numbers-read", places, inferenceMs: performance.now() - startedMs };
    }
  }
}

function loadedOf<Kept>(kept: ReadonlyMap<number, Kept>, model: number): Kept {
  const found = kept.get(model);
  if (!found) throw new Error(`model ${model} is not loaded in this worker`);
  return found;
}

function readerFactsOf({ name, version, executionProvider }: NumberNetworks): LoadedNumberReader {
  return { name, version, executionProvider };
}

/** Returns the facts of a model that can be sent to the other thread. */
function factsOf(model: Model): LoadedModel {
  const { name, version, classNames, inputWidthPixels, inputHeightPixels, executionProvider } = model;
  const { task, layout, layoutReason, outputs, opset, likeness } = model;
  const read = { task, layout, layoutReason, outputs, opset, likeness };
  return { name, version, classNames, inputWidthPixels, inputHeightPixels, executionProvider, ...read };
}

function describeFailure(error: unknown): WorkerFailure {
  if (error instanceof ModelLoadError) return { kind: "load", file: error.file, reason: error.reason };
  if (error instanceof ModelOutputError) return { kind: "output", model: error.model, reason: error.reason };
  if (error instanceof RangeError) return { kind: "range", message: error.message };
  return { kind: "other", message: error instanceof Error ? error.message : String(error) };
}

/**
 * Lowers the priority of this thread, and of those that ONNX Runtime starts from it. Linux has priorities of threads;
 * elsewhere this would slow the whole program.
 */
function stepBack(): void {
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);
}

if (workerData?.isBackground === true) stepBack();
if (!parentPort) throw new Error("inference-worker.ts runs as a worker thread only");
serve(parentPort);
