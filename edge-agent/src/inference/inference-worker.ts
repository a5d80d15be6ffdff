import { type MessagePort, parentPort } from "node:worker_threads";
import { checkModel } from "./goldens/check-model.ts";
import { type LoadedModel, loadModel, type Model } from "./load-model.ts";
import { ModelLoadError, ModelOutputError } from "./model-errors.ts";
import type { WorkerFailure, WorkerReply, WorkerRequest } from "./worker-messages.ts";

/**
 * The program of one inference worker: loads models and runs them on pictures, one request after the other. Letterbox,
 * run, boxes, masks and outlines are all computed here, never on the main thread.
 */
function serve(port: MessagePort): void {
  const models = new Map<number, Model>();
  let working: Promise<void> = Promise.resolve();
  port.on("message", (request: WorkerRequest) => {
    working = working.then(async () => port.postMessage(await answer(request, models)));
  });
}

async function answer(request: WorkerRequest, models: Map<number, Model>): Promise<WorkerReply> {
  try {
    if (request.type === "load") {
      const loaded = models.get(request.model) ?? (await loadModel(request.settings, () => performance.now()));
      models.set(request.model, loaded);
      return { type: "loaded", request: request.request, facts: factsOf(loaded) };
    }
    if (request.type === "check")
      return { type: "checked", request: request.request, check: await checkModel(request.settings) };
    const model = models.get(request.model);
    if (!model) throw new Error(`model ${request.model} is not loaded in this worker`);
    return { type: "found", request: request.request, detections: await model.detect(request.picture) };
  } catch (error) {
    return { type: "failed", request: request.request, failure: describeFailure(error) };
  }
}

/** What can be sent to the other thread. */
function factsOf(model: Model): LoadedModel {
  const { name, version, classNames, inputWidthPixels, inputHeightPixels, executionProvider } = model;
  const { task, layout, layoutReason, outputs, opset } = model;
  const read = { task, layout, layoutReason, outputs, opset };
  return { name, version, classNames, inputWidthPixels, inputHeightPixels, executionProvider, ...read };
}

function describeFailure(error: unknown): WorkerFailure {
  if (error instanceof ModelLoadError) return { kind: "load", file: error.file, reason: error.reason };
  if (error instanceof ModelOutputError) return { kind: "output", model: error.model, reason: error.reason };
  if (error instanceof RangeError) return { kind: "range", message: error.message };
  return { kind: "other", message: error instanceof Error ? error.message : String(error) };
}

if (!parentPort) throw new Error("inference-worker.ts runs as a worker thread only");
serve(parentPort);
