import type { Frame } from "./frame.ts";

export type FrameRequests = {
  /** See `Camera.frames`. */
  frames(signal: AbortSignal): AsyncIterableIterator<Frame>;
  isWaiting(): boolean;
  /** Delivers a frame to the waiting consumer; false when no consumer waits. */
  deliver(frame: Frame): boolean;
  /** No further frame will arrive: iterators end. */
  end(): void;
};

/** The consumer's side of a camera: one request for a frame at a time, passed on by `request`. */
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
    if (hasConsumer) throw new Error("this camera already has a consumer; a camera has one consumer at a time");
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
