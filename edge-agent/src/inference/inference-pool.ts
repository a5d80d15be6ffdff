import type { Logger } from "../logger.ts";
import type { Detections } from "./detections.ts";
import { createFairQueue } from "./fair-queue.ts";
import type { ModelCheck } from "./goldens/check-model.ts";
import { createInferenceSlot, type InferenceSlot } from "./inference-slot.ts";
import { inferenceWorkerUrl } from "./inference-thread.ts";
import type { Picture } from "./letterbox.ts";
import type { LoadedModel, ModelSettings } from "./load-model.ts";
import { ModelLoadError } from "./model-errors.ts";

/** A model that runs in the workers of a pool. */
export type PooledModel = LoadedModel & {
  /**
   * Finds things in one picture, whose bytes must not change until it resolves. `asker` names who waits, such as a
   * camera: askers take turns. Rejects with a ModelOutputError for outputs that cannot be true, a RangeError for a
   * picture whose bytes are not its size, and an Error when the worker ended during the run.
   */
  detect(picture: Picture, asker: string): Promise<Detections>;
};

export type PoolStatus = {
  workers: number;
  /** Workers that can take pictures: the others are starting. */
  ready: number;
  threadsPerWorker: number;
  /** Pictures that wait for a worker. */
  waiting: number;
  /** How often a worker ended and was replaced. */
  restarts: number;
};

export type InferencePool = {
  /** Loads a model into every worker. Throws a ModelLoadError. */
  load(settings: ModelSettings): Promise<PooledModel>;
  /**
   * Runs a model on its golden pictures, in one of the workers and apart from what is loaded there. Throws a
   * ModelLoadError for a file that cannot be loaded.
   */
  check(settings: Pick<ModelSettings, "file" | "executionProvider">): Promise<ModelCheck>;
  status(): PoolStatus;
  /** Ends the workers; what still waits rejects. */
  close(): Promise<void>;
};

export type PoolParts = {
  /** At least one. */
  workers: number;
  /** Threads of ONNX Runtime inside each worker. */
  threadsPerWorker: number;
  logger: Logger;
  /** The workers' program; another one only in tests. */
  entry?: URL;
};

type Job = { model: number; picture: Picture; answer: PromiseWithResolvers<Detections> };

/**
 * Worker threads that run models for all cameras, so that the main thread stays free for delivery and status. Every
 * worker has every model. A picture is copied once, into memory that the worker shares. A worker that ends is replaced:
 * its picture rejects, and the others go on. The workers are started with the first model.
 */
export function createInferencePool(parts: PoolParts): InferencePool {
  const { threadsPerWorker, logger, entry = inferenceWorkerUrl } = parts;
  const jobs = createFairQueue<Job>();
  const models = new Map<number, ModelSettings>();
  let lastModel = 0;
  let isClosed = false;

  const dispatch = (): void => {
    for (const slot of slots.filter((candidate) => candidate.isFree())) {
      const job = jobs.take();
      if (job) void work(slot, job);
    }
  };
  const work = async (slot: InferenceSlot, { model, picture, answer }: Job): Promise<void> => {
    await slot.detect(model, picture).then(answer.resolve, answer.reject);
    dispatch();
  };
  const rejectAll = (reason: Error): void => {
    for (let job = jobs.take(); job; job = jobs.take()) job.answer.reject(reason);
  };
  const isRunning = () => slots.some((slot) => slot.isReady());
  const onLost = (reason: Error) => void (isRunning() || rejectAll(reason));
  const slots = Array.from({ length: parts.workers }, () =>
    createInferenceSlot({ entry, models, onReady: dispatch, onLost, logger }),
  );

  const detect = async (model: number, picture: Picture, asker: string): Promise<Detections> => {
    if (isClosed) throw new Error("the models are closed");
    if (!isRunning()) throw new Error("no inference worker is running; see the log");
    const answer = Promise.withResolvers<Detections>();
    jobs.put(asker, { model, picture, answer });
    dispatch();
    return answer.promise;
  };

  return {
    async load(settings) {
      const model = (lastModel += 1);
      const threaded = { ...settings, threads: threadsPerWorker };
      models.set(model, threaded);
      try {
        const facts = await loadEverywhere(slots, model, threaded);
        return { ...facts, detect: (picture, asker) => detect(model, picture, asker) };
      } catch (error) {
        models.delete(model);
        throw error;
      }
    },
    check: ({ file, executionProvider }) => checkIn(slots[0], { file, executionProvider, threads: threadsPerWorker }),
    status: () => ({
      workers: slots.length,
      ready: slots.filter((slot) => slot.isReady()).length,
      threadsPerWorker,
      waiting: jobs.size(),
      restarts: slots.reduce((sum, slot) => sum + slot.restarts(), 0),
    }),
    async close() {
      isClosed = true;
      rejectAll(new Error("the models are closed"));
      await Promise.all(slots.map((slot) => slot.end()));
    },
  };
}

function checkIn(slot: InferenceSlot | undefined, settings: ModelSettings): Promise<ModelCheck> {
  if (!slot) throw new Error("a pool needs at least one worker");
  return slot.check(settings);
}

async function loadEverywhere(slots: InferenceSlot[], model: number, settings: ModelSettings): Promise<LoadedModel> {
  try {
    const [facts] = await Promise.all(slots.map((slot) => slot.load(model, settings)));
    if (!facts) throw new Error("a pool needs at least one worker");
    return facts;
  } catch (error) {
    if (error instanceof ModelLoadError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelLoadError(settings.file, reason, { cause: error });
  }
}
