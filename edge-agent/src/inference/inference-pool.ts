import type { Logger } from "../base/logger.ts";
import type { Detections } from "./detections.ts";
import type { Embedded, Embedding } from "./embed-pictures.ts";
import { expectReply } from "./expect-reply.ts";
import { createFairQueue } from "./fair-queue.ts";
import type { ModelCheck } from "./goldens/check-model.ts";
import { createInferenceSlot, type InferenceSlot, type PictureJob } from "./inference-slot.ts";
import { inferenceWorkerUrl, startInferenceThread } from "./inference-thread.ts";
import type { Picture } from "../base/pictures/picture.ts";
import type { LoadedModel, ModelSettings } from "./load-model.ts";
import type { NumberPlace } from "../reading/number-place.ts";
import { ModelLoadError } from "./model-errors.ts";
import type { LoadedNumberReader, NumberReaderSettings } from "./number-networks.ts";
import type { Loading, WorkerReply } from "./worker-messages.ts";

/** A model that runs in the workers of a pool. */
export type PooledModel = LoadedModel & {
  /**
   * Finds things in one picture, whose bytes must not change until it resolves. `asker` names who waits, such as a
   * camera: askers take turns. Rejects with a ModelOutputError for outputs that cannot be true, a RangeError for a
   * picture whose bytes are not its size, and an Error when the worker ended during the run.
   */
  detect(picture: Picture, asker: string): Promise<Detections>;
};

/** The reader of container numbers that runs in the workers of a pool. */
export type PooledNumberReader = LoadedNumberReader & {
  /**
   * The places of one picture that hold a container number, the most certain first, and how long that took. The bytes
   * must not change until it resolves. `asker` and rejections are those of `PooledModel.detect`.
   */
  read(picture: Picture, asker: string): Promise<{ places: NumberPlace[]; inferenceMs: number }>;
};

export type PoolStatus = {
  workers: number;
  /** Workers that can take pictures: the others are starting. */
  ready: number;
  threadsPerWorker: number;
  /** Pictures that wait for a worker. */
  waiting: number;
  /** Number of workers that ended and were replaced. */
  restarts: number;
};

export type InferencePool = {
  /** Loads a model into every worker. Throws a ModelLoadError. */
  load(settings: ModelSettings): Promise<PooledModel>;
  /** Loads the reader of container numbers into every worker. Throws a ModelLoadError. */
  loadNumberReader(settings: NumberReaderSettings): Promise<PooledNumberReader>;
  /**
   * Runs a model on its golden pictures, in one of the workers and apart from its loaded models. Throws a
   * ModelLoadError for a file that cannot be loaded.
   */
  check(settings: Pick<ModelSettings, "file" | "executionProvider">): Promise<ModelCheck>;
  /** The features of picture files. Throws an Error that names the first one that cannot be read. */
  embed(embedding: Omit<Embedding, "threads">): Promise<Embedded>;
  status(): PoolStatus;
  /** Returns true if no picture waits for a worker or is being processed. */
  isIdle(): boolean;
  /** Ends the workers; what still waits rejects. */
  close(): Promise<void>;
};

export type PoolParts = {
  /** Number of workers, at least one. */
  workers: number;
  /** Threads of ONNX Runtime inside each worker. */
  threadsPerWorker: number;
  /** The workers compute with the lowest priority: everything else on the machine comes first. */
  isBackground?: boolean;
  logger: Logger;
  /** The workers' program; another one only in tests. */
  entry?: URL;
};

type Job = PictureJob & { answer: PromiseWithResolvers<WorkerReply> };

/**
 * Worker threads that run models for all cameras, so that the main thread stays free for delivery and status. Every
 * worker has every model. A picture is copied once, into memory that the worker shares. A worker that ends is
 * replaced: its picture rejects, and the others continue. The workers are started with the first model.
 */
export function createInferencePool(parts: PoolParts): InferencePool {
  const { threadsPerWorker, isBackground = false, logger, entry = inferenceWorkerUrl } = parts;
  const models = new Map<number, Loading>();
  let lastModel = 0;
  const pictures = createPictureQueue(() => slots);
  const startThread = () => startInferenceThread(entry, isBackground);
  const slots = Array.from({ length: parts.workers }, () =>
    createInferenceSlot({ startThread, models, onReady: pictures.dispatch, onLost: pictures.onLost, logger }),
  );

  const load = async (file: string, loading: Loading): Promise<{ model: number; reply: WorkerReply }> => {
    const model = (lastModel += 1);
    models.set(model, loading);
    try {
      return { model, reply: await loadEverywhere(slots, model, loading) };
    } catch (error) {
      models.delete(model);
      if (error instanceof ModelLoadError) throw error;
      throw new ModelLoadError(file, error instanceof Error ? error.message : String(error), { cause: error });
    }
  };

  return {
    async load(settings) {
      const threaded = { ...settings, threads: threadsPerWorker };
      const { model, reply } = await load(settings.file, { type: "load", settings: threaded });
      return {
        ...expectReply(reply, "loaded").facts,
        detect: async (picture, asker) =>
          expectReply(await pictures.process({ type: "detect", model, picture }, asker), "found").detections,
      };
    },
    async loadNumberReader(settings) {
      const threaded = { ...settings, threads: threadsPerWorker };
      const { model, reply } = await load(settings.characters, { type: "load-number-reader", settings: threaded });
      return {
        ...expectReply(reply, "number-reader-loaded").facts,
        async read(picture, asker) {
          const read = await pictures.process({ type: "read-numbers", model, picture }, asker);
          const { places, inferenceMs } = expectReply(read, "numbers-read");
          return { places, inferenceMs };
        },
      };
    },
    check: ({ file, executionProvider }) => slotOf(slots).check({ file, executionProvider, threads: threadsPerWorker }),
    embed: (embedding) => slotOf(slots).embed({ ...embedding, threads: threadsPerWorker }),
    status: () => ({
      workers: slots.length,
      ready: slots.filter((slot) => slot.isReady()).length,
      threadsPerWorker,
      waiting: pictures.waiting(),
      restarts: slots.reduce((sum, slot) => sum + slot.restarts(), 0),
    }),
    isIdle: () => pictures.waiting() === 0 && slots.every((slot) => slot.isFree() || !slot.isReady()),
    async close() {
      pictures.close();
      await Promise.all(slots.map((slot) => slot.end()));
    },
  };
}

/** The pictures that wait for a worker, whatever is to be done with them. */
function createPictureQueue(slots: () => readonly InferenceSlot[]) {
  const jobs = createFairQueue<Job>();
  let isClosed = false;

  const dispatch = (): void => {
    for (const slot of slots().filter((candidate) => candidate.isFree())) {
      const job = jobs.take();
      if (job) void work(slot, job);
    }
  };
  const work = async (slot: InferenceSlot, { answer, ...job }: Job): Promise<void> => {
    await slot.process(job).then(answer.resolve, answer.reject);
    dispatch();
  };
  const rejectAll = (reason: Error): void => {
    for (let job = jobs.take(); job; job = jobs.take()) job.answer.reject(reason);
  };
  const isRunning = () => slots().some((slot) => slot.isReady());

  return {
    dispatch,
    /** Rejects all waiting pictures if no worker is left; call it when a worker ended. */
    onLost: (reason: Error): void => void (isRunning() || rejectAll(reason)),
    /** Resolves with the worker's reply. */
    async process(job: PictureJob, asker: string): Promise<WorkerReply> {
      if (isClosed) throw new Error("the models are closed");
      if (!isRunning()) throw new Error("no inference worker is running; see the log");
      const answer = Promise.withResolvers<WorkerReply>();
      jobs.put(asker, { ...job, answer });
      dispatch();
      return answer.promise;
    },
    waiting: () => jobs.size(),
    close(): void {
      isClosed = true;
      rejectAll(new Error("the models are closed"));
    },
  };
}

function slotOf([slot]: readonly InferenceSlot[]): InferenceSlot {
  if (!slot) throw new Error("a pool needs at least one worker");
  return slot;
}

async function loadEverywhere(slots: InferenceSlot[], model: number, loading: Loading): Promise<WorkerReply> {
  const [reply] = await Promise.all(slots.map((slot) => slot.load(model, loading)));
  if (!reply) throw new Error("a pool needs at least one worker");
  return reply;
}
