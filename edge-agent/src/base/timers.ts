/** Timers that call back later; passed to every part that waits, so that a simulation can let time pass by itself. */
export type Timers = {
  /** Calls back once, after `delayMs` on the monotonic clock; returns a function that cancels it. */
  after: (delayMs: number, callback: () => void) => () => void;
  /** Calls back once, after the current work and the input and output that are ready. */
  soon: (callback: () => void) => void;
};

/** The timers of Node.js. */
export const systemTimers: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  soon: (callback) => void setImmediate(callback),
};
