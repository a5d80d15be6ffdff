import { backoff } from "@container-inspection/shared-schemas/backoff";
import type { Logger } from "../base/logger.ts";
import { expectReply } from "./expect-reply.ts";
import type { Embedded, Embedding } from "./embed-pictures.ts";
import type { ModelCheck } from "./goldens/check-model.ts";
import type { InferenceThread } from "./inference-thread.ts";
import type { Picture } from "../base/pictures/picture.ts";
import type { ModelSettings } from "./load-model.ts";
import type { Loading, PictureTask, WorkerReply } from "./worker-messages.ts";

export type PictureJob = { type: PictureTask; model: number; picture: Picture };

/** The place of one worker in a pool: whatever worker runs there now. */
export type InferenceSlot = {
  /** All models are loaded, and no picture is in progress. */
  isFree(): boolean;
  isReady(): boolean;
  /** Loads one more model; resolves with the worker's reply. Throws an Error if the worker ends before that. */
  load(model: number, loading: Loading): Promise<WorkerReply>;
  /** Throws a ModelLoadError, or an Error if the worker ends before its reply. */
  check(settings: ModelSettings): Promise<ModelCheck>;
  /** Throws an Error that names the first picture that cannot be read, or if the worker ends before its reply. */
  embed(embedding: Embedding): Promise<Embedded>;
  /** Has a picture processed; resolves with the worker's reply. Only while the slot is free. */
  process(job: PictureJob): Promise<WorkerReply>;
  restarts(): number;
  end(): Promise<void>;
};

export type SlotParts = {
  startThread: () => InferenceThread;
  /** Models that a replacement has to load, by number. */
  models: ReadonlyMap<number, Loading>;
  /** The slot can take a picture again. */
  onReady: () => void;
  /** The worker ended and is being replaced. */
  onLost: (reason: Error) => void;
  logger: Logger;
};

const RESTART_DELAY_MS = { min: 1_000, max: 60_000 };
/** Replies of a worker after loading, by request. */
const loadedBy = { load: "loaded", "load-number-reader": "number-reader-loaded" } as const;

/**
 * Runs one worker and replaces it whenever it ends: at once the first time, with growing pauses while replacements end
 * before they have processed a picture. The worker is started with the first model.
 */
export function createInferenceSlot({ startThread, models, onReady, onLost, logger }: SlotParts): InferenceSlot {
  let thread: InferenceThread | null = null;
  let [isReady, isBusy, isEnded, failures, restarts] = [false, false, false, 0, 0];
  let restart: NodeJS.Timeout | undefined;
  const share = createSharedPicture();

  const start = (): InferenceThread => {
    thread = startThread();
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

  /** Loads the missing models: a worker keeps those that it has. */
  const fill = async (started: InferenceThread): Promise<void> => {
    for (const [model, loading] of models) await loadInto(started, model, loading);
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
    async load(model, loading) {
      // A worker that waits for its restart is started now.
      clearTimeout(restart);
      const started = thread ?? start();
      const reply = await loadInto(started, model, loading);
      await fill(started);
      return reply;
    },
    check: (settings) => checkIn(thread ?? start(), settings),
    embed: (embedding) => embedIn(thread ?? start(), embedding),
    async process({ type, model, picture }) {
      isBusy = true;
      try {
        if (!thread) throw new Error("the inference worker has ended");
        const reply = await thread.ask({ type, model, picture: share(picture) });
        failures = 0;
        return reply;
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

async function loadInto(thread: InferenceThread, model: number, loading: Loading): Promise<WorkerReply> {
  return expectReply(await thread.ask({ ...loading, model }), loadedBy[loading.type]);
}

async function checkIn(thread: InferenceThread, settings: ModelSettings): Promise<ModelCheck> {
  return expectReply(await thread.ask({ type: "check", settings }), "checked").check;
}

async function embedIn(thread: InferenceThread, embedding: Embedding): Promise<Embedded> {
  return expectReply(await thread.ask({ type: "embed", embedding }), "embedded").embedded;
}

/** Returns the wait before a restart in ms; 0 the first time, since a camera must not wait because of one picture. */
function restartDelayMs(failures: number): number {
  return failures === 0 ? 0 : backoff(failures, RESTART_DELAY_MS);
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
