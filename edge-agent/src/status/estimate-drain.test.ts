import { expect, test } from "vitest";
import { createDrainWatch } from "../forwarding/drain.ts";
import { estimateDrain } from "./estimate-drain.ts";

/** An outbox after an outage, and a watch on its delivery. */
function startDrain(intakeBytesPerHour: number | null = null) {
  let nowMs = 7_000;
  const watch = createDrainWatch({ monotonicMs: () => nowMs });
  const outbox = { pending: 100, pendingBytes: 100_000, oldestAgeMs: 3_600_000, intakeBytesPerHour };
  return {
    watch,
    outbox,
    estimate: () => estimateDrain(outbox, { drain: watch.status() }),
    /** Delivers one record of 1,000 bytes per second. */
    deliver: (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        nowMs += 1_000;
        watch.noteDelivery(1_000);
        outbox.pending -= 1;
        outbox.pendingBytes -= 1_000;
      }
    },
    wait: (seconds: number) => (nowMs += seconds * 1_000),
  };
}

test("a drain reports how many records it has delivered, and how long the rest takes at the rate of the last minute", () => {
  const { watch, estimate, deliver, wait } = startDrain();
  expect(estimate()).toBeNull();
  watch.begin();
  deliver(2);
  expect(estimate()).toEqual({ delivered: 2, waiting: 98, secondsLeft: null });
  deliver(18);
  expect(estimate()).toEqual({ delivered: 20, waiting: 80, secondsLeft: 80 });
  wait(120);
  expect(estimate()).toEqual({ delivered: 20, waiting: 80, secondsLeft: null });
  watch.end();
  expect(estimate()).toBeNull();
});

test("captures that arrive during delivery lengthen the estimate, and there is none when they exceed deliveries", () => {
  const half = startDrain(500 * 3_600);
  half.watch.begin();
  half.deliver(20);
  expect(half.estimate()?.secondsLeft).toBe(160);
  const flood = startDrain(2_000 * 3_600);
  flood.watch.begin();
  flood.deliver(20);
  expect(flood.estimate()).toEqual({ delivered: 20, waiting: 80, secondsLeft: null });
});

test("records that wait for moments only are no backlog", () => {
  const { watch, outbox, estimate, deliver } = startDrain();
  watch.begin();
  deliver(20);
  outbox.oldestAgeMs = 2_000;
  expect(estimate()).toBeNull();
});
