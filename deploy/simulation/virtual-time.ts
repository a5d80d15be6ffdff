import type { Timers } from "../../edge-agent/src/base/timers.ts";

type Due = { atMs: number; order: number; run: () => void; cancelled: boolean };

/** A time that passes only when nothing is left to do at the current moment. */
export type VirtualTime = {
  /** Milliseconds since the beginning. */
  nowMs: () => number;
  timers: Timers;
  sleep: (ms: number) => Promise<void>;
  /** Runs the due callbacks in order, until `isOver` or until none is due. */
  run: (isOver: () => boolean) => Promise<void>;
};

/** More than any schedule has at one moment. */
const MAX_EVENTS_AT_ONCE = 100_000;

/** Creates a time that does not depend on the machine: the same calls always happen in the same order. */
export function createVirtualTime(): VirtualTime {
  // Sorted, the next one last.
  const queue: Due[] = [];
  let now = 0;
  let made = 0;
  const after: Timers["after"] = (delayMs, run) => {
    const due = { atMs: now + Math.max(0, delayMs), order: (made += 1), run, cancelled: false };
    let place = queue.length;
    while (place > 0 && isBefore(queue[place - 1], due)) place -= 1;
    queue.splice(place, 0, due);
    return () => void (due.cancelled = true);
  };
  return {
    nowMs: () => now,
    timers: { after, soon: (callback) => void after(0, callback) },
    sleep: (ms) => new Promise((resolve) => void after(ms, resolve)),
    async run(isOver) {
      let events = 0;
      for (let due = queue.pop(); due !== undefined; due = queue.pop()) {
        if (due.cancelled) continue;
        events = due.atMs === now ? events + 1 : 0;
        if (events > MAX_EVENTS_AT_ONCE) throw new Error(`time stands still at ${now} ms: each event makes another`);
        now = due.atMs;
        due.run();
        await settle();
        if (isOver()) return;
      }
    },
  };
}

/** Returns true if `other` is due before `due`, or at the same time and first; it is then nearer to the queue's end. */
const isBefore = (other: Due | undefined, due: Due): boolean =>
  other !== undefined && (other.atMs < due.atMs || (other.atMs === due.atMs && other.order < due.order));

/** Ticks run after all promises that can continue have done so. */
const settle = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));
