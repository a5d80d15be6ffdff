import type { Picture, Source } from "./source.ts";

/** A picture that waits in the camera's process to be taken. */
export type CapturedPicture = Picture & { capturedAtMs: number };

/** Numbers of pictures captured and dropped so far. */
type HandOverCounts = {
  captured: number;
  dropped: number;
  /** Time of the last capture on the given clock; null before the first picture. */
  lastCaptureAtMs: number | null;
  /** The source is held up until its picture is taken. */
  waiting: boolean;
};

export type HandOver = {
  /**
   * Takes the source's next picture. Live: it replaces one not yet sent, which counts as dropped, and the promise
   * resolves at once. Consumer-paced: it resolves when the picture has been sent, acknowledged: when another is
   * requested after that; or `signal` aborts.
   */
  put(picture: Picture): Promise<void>;
  /** A picture was captured that is not worth handing on. */
  skip(): void;
  /** Resolves when nothing is left to be sent, or `signal` aborts. */
  drained(): Promise<void>;
  /** The other side is ready for one picture. */
  request(): void;
  counts(): HandOverCounts;
};

/**
 * The place for one picture between a source and its consumer, which lives in another process: pictures are sent one
 * for one request, the newest one, so that a consumer that is slow, or away, costs no memory and no copying.
 */
export function createHandOver(parts: {
  pace: Source["pace"];
  monotonicMs: () => number;
  signal: AbortSignal;
  send: (picture: CapturedPicture) => void;
}): HandOver {
  let held: CapturedPicture | undefined;
  let requested = false;
  /** True until the picture is sent or acknowledged, depending on the pace. */
  let isOutstanding = false;
  let taken = Promise.withResolvers<void>();
  let captured = 0;
  let dropped = 0;
  let lastCaptureAtMs: number | null = null;
  let waiting = false;

  const sendIfBothReady = () => {
    if (!held || !requested) return;
    requested = false;
    const picture = held;
    held = undefined;
    parts.send(picture);
    if (parts.pace !== "acknowledged") finish();
  };
  const finish = () => {
    isOutstanding = false;
    taken.resolve();
    taken = Promise.withResolvers();
  };
  const drained = async () => {
    if (!isOutstanding || parts.signal.aborted) return;
    waiting = true;
    await taken.promise;
    waiting = false;
  };
  parts.signal.addEventListener("abort", () => taken.resolve(), { once: true });
  return {
    async put(picture) {
      captured += 1;
      lastCaptureAtMs = parts.monotonicMs();
      if (held) dropped += 1;
      held = { ...picture, capturedAtMs: lastCaptureAtMs };
      isOutstanding = true;
      sendIfBothReady();
      if (parts.pace !== "live") await drained();
    },
    skip() {
      captured += 1;
      lastCaptureAtMs = parts.monotonicMs();
    },
    drained,
    request() {
      if (isOutstanding && !held) finish();
      requested = true;
      sendIfBothReady();
    },
    counts: () => ({ captured, dropped, lastCaptureAtMs, waiting }),
  };
}
