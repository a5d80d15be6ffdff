import type { Logger } from "../logger.ts";
import type { Detections } from "./detections.ts";
import type { ModelCheck } from "./goldens/check-model.ts";
import { type InferenceThread, startInferenceThread } from "./inference-thread.ts";
import type { Picture } from "./letterbox.ts";
import type { LoadedModel, ModelSettings } from "./load-model.ts";
import { ModelLoadError, ModelOutputError } from "./model-errors.ts";
import type { WorkerFailure, WorkerReply } from "./worker-messages.ts";

/** The place of one worker in a pool: whatever worker runs there now. */
export type InferenceSlot = {
  /** All models are loaded, and no picture is in progress. */
  isFree(): boolean;
  isReady(): boolean;
  /** Loads one more model. Throws a ModelLoadError, or an Error when the worker ended meanwhile. */
  load(model: number, settings: ModelSettings): Promise<LoadedModel>;
  /** Throws a ModelLoadError, or an Error when the worker ended meanwhile. */
  check(settings: ModelSettings): Promise<ModelCheck>;
  /** Only while the slot is free. */
  detect(model: number, picture: Picture): Promise<Detections>;
  restarts(): number;
  end(): Promise<void>;
};

export type SlotParts = {
  /** The worker's program. */
  entry: URL;
  /** What a replacement has to load, by model. */
  models: ReadonlyMap<number, ModelSettings>;
  /** The slot can take a picture again. */
  onReady: () => void;
  /** The worker ended and is being replaced. */
  onLost: (reason: Error) => void;
  logger: Logger;
};

const MAX_RESTART_DELAY_MS = 60_000;

/**
 * Runs one worker and replaces it whenever it ends: at once the first time, with growing pauses while replacements end
 * before they have processed a picture. The worker is started with the first model.
 */
export function createInferenceSlot({ entry, models, onReady, onLost, logger }: SlotParts): InferenceSlot {
  let thread: InferenceThread | null = null;
  let [isReady, isBusy, isEnded] = [false, false, false];
  let [failures, restarts] = [0, 0];
  let restart: NodeJS.Timeout | undefined;
  const share = createSharedPicture();

  const start = (): InferenceThread => {
    thread = startInferenceThread(entry);
    void thread.ended.then(replace);
    return thread;
  };

  const replace = (reason: Error): void => {
    thread = null;
    isReady = false;
    if (isEnded) return;
    onLost(reason);
    const restartInMs = restartDelayMs(failures++);
    restarts += 1;
    logger.error({ error: reason.message, restartInMs }, "inference worker ended; restarting");
    restart = setTimeout(() => void fill(start()).catch(giveUp), restartInMs);
  };

  /** Loads what is missing: a worker keeps the models that it has. */
  const fill = async (started: InferenceThread): Promise<void> => {
    for (const [model, settings] of models) factsOf(await started.ask({ type: "load", model, settings }));
    isReady = true;
    onReady();
  };

  /** It is replaced again, later. */
  const giveUp = async (error: unknown): Promise<void> => {
    if (!isEnded) logger.error({ err: error }, "inference worker could not load its models again");
    await thread?.end();
  };

  return {
    isFree: () => isReady && !isBusy,
    isReady: () => isReady,
    async load(model, settings) {
      // A worker that waits for its restart is started now.
      clearTimeout(restart);
      const started = thread ?? start();
      const facts = factsOf(await started.ask({ type: "load", model, settings }));
      await fill(started);
      return facts;
    },
    check: async (settings) => checkOf(await (thread ?? start()).ask({ type: "check", settings })),
    async detect(model, picture) {
      isBusy = true;
      try {
        const reply = await thread?.ask({ type: "detect", model, picture: share(picture) });
        failures = 0;
        return detectionsOf(reply);
      } finally {
        isBusy = false;
      }
    },
    restarts: () => restarts,
    async end() {
      isEnded = true;
      clearTimeout(restart);
      await thread?.end();
    },
  };
}

/** At once the first time: a camera must not wait because of one picture. */
function restartDelayMs(failures: number): number {
  return failures === 0 ? 0 : Math.min(MAX_RESTART_DELAY_MS, 500 * 2 ** failures);
}

/** Puts pictures, one after the other, into the same memory, which both threads read. */
function createSharedPicture(): (picture: Picture) => Picture {
  let shared = new SharedArrayBuffer(0);
  return ({ rgb, widthPixels, heightPixels }) => {
    if (shared.byteLength < rgb.length) shared = new SharedArrayBuffer(rgb.length);
    const bytes = new Uint8Array(shared, 0, rgb.length);
    bytes.set(rgb);
    return { rgb: bytes, widthPixels, heightPixels };
  };
}

function factsOf(reply: WorkerReply): LoadedModel {
  if (reply.type === "loaded") return reply.facts;
  throw reply.type === "failed" ? errorOf(reply.failure) : new Error("an inference worker sent the wrong reply");
}

function checkOf(reply: WorkerReply): ModelCheck {
  if (reply.type === "checked") return reply.check;
  throw reply.type === "failed" ? errorOf(reply.failure) : new Error("an inference worker sent the wrong reply");
}

function detectionsOf(reply: WorkerReply | undefined): Detections {
  if (reply?.type === "found") return reply.detections;
  throw reply?.type === "failed" ? errorOf(reply.failure) : new Error("an inference worker sent the wrong reply");
}

function errorOf(failure: WorkerFailure): Error {
  if (failure.kind === "load") return new ModelLoadError(failure.file, failure.reason);
  if (failure.kind === "output") return new ModelOutputError(failure.model, failure.reason);
  return failure.kind === "range" ? new RangeError(failure.message) : new Error(failure.message);
}
