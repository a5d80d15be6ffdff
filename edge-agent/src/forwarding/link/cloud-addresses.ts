import type { Timers } from "../../base/timers.ts";

/** A second address of the same cloud, `to`, for requests to the address `from`. */
export type Fallback = { from: string; to: string; failBackMs: number };

/** Choice between the addresses of the cloud. */
export type CloudAddresses = {
  /** The URL of a request, at the address that is in use. */
  at: (url: string) => string;
  /** The cloud did not answer at this URL: the next request goes to the other address. */
  noteFailure: (url: string) => void;
  usesFallback: () => boolean;
  /** Stays at the address in use. */
  close: () => void;
};

/** Moves to the fallback when the first address does not answer, and tries the first again after `failBackMs`. */
export function createCloudAddresses(fallback: Fallback | undefined, timers: Timers): CloudAddresses {
  if (fallback === undefined)
    return { at: (url) => url, noteFailure: () => undefined, usesFallback: () => false, close: () => undefined };
  const { from, to, failBackMs } = fallback;
  let usesFallback = false;
  let cancelFailBack = () => {};
  const useFallback = (use: boolean) => {
    cancelFailBack();
    usesFallback = use;
    if (use) cancelFailBack = timers.after(failBackMs, () => (usesFallback = false));
  };
  return {
    at: (url) => (usesFallback && url.startsWith(from) ? to + url.slice(from.length) : url),
    noteFailure(url) {
      // A request that began before the last change reports nothing about the address in use.
      if (url.startsWith(usesFallback ? to : from)) useFallback(!usesFallback);
    },
    usesFallback: () => usesFallback,
    close: () => cancelFailBack(),
  };
}
