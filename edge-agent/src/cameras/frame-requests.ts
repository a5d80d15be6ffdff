import type { Frame } from "./frame.ts";

export type FrameRequests = {
  /** See `Camera.frames`. */
  frames(signal: AbortSignal): AsyncIterableIterator<Frame>;
  isWaiting(): boolean;
  /** Hands a frame to the consumer that waits; false when none does (it went away meanwhile). */
  deliver(frame: Frame): boolean;
  /** No frame will come any more: iterators end. */
  end(): void;
};

/** The consumer's side of a camera: one wish for a frame at a time, passed on by `request`. */
export function createFrameRequests(request: () => void): FrameRequests {
  let ended = false;
  let hasConsumer = false;
  let waiting: ((frame: Frame | null) => void) | undefined;

  const settle = (frame: Frame | null) => {
    const resolve = waiting;
    waiting = undefined;
    resolve?.(frame);
    return resolve !== undefined;
  };
  const next = async (signal: AbortSignal): Promise<Frame | null> => {
    if (ended || signal.aborted) return null;
    const onAbort = () => settle(null);
    signal.addEventListener("abort", onAbort, { once: true });
    const frame = await new Promise<Frame | null>((resolve) => {
      waiting = resolve;
      request();
    });
    signal.removeEventListener("abort", onAbort);
    return frame;
  };
  async function* frames(signal: AbortSignal): AsyncGenerator<Frame, undefined> {
    if (hasConsumer)
      throw new Error("this camera's frames are already being read; a camera has one consumer at a time");
    hasConsumer = true;
    try {
      for (let frame = await next(signal); frame; frame = await next(signal)) yield frame;
    } finally {
      hasConsumer = false;
    }
  }
  return {
    frames,
    isWaiting: () => waiting !== undefined,
    deliver: settle,
    end() {
      ended = true;
      settle(null);
    },
  };
}
