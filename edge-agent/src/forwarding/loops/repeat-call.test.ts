import { expect, onTestFinished, test } from "vitest";
import { createTestLogger } from "../../outbox/testing/captures.ts";
import { AnswerError } from "../link/read-reply.ts";
import { repeatCall } from "./repeat-call.ts";

type Outcome = { failure?: unknown; pauseMs?: number } | undefined | Error;

/** Repeats a call that comes to these outcomes one after the other, and then hangs until it is stopped. */
function start(outcomes: Outcome[]) {
  const { lines, ...logger } = createTestLogger();
  const pauses: number[] = [];
  const isHanging = Promise.withResolvers<void>();
  const calls = repeatCall({
    async call(signal) {
      if (outcomes.length > 0) {
        const next = outcomes.shift();
        if (next instanceof Error) throw next;
        return next;
      }
      isHanging.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      throw new Error("it was stopped");
    },
    pauseMs: 30,
    fails: "it fails",
    worksAgain: "it works again",
    logger,
    pause: async (ms) => void pauses.push(ms),
  });
  onTestFinished(() => calls.stop());
  return { calls, lines, pauses, isHanging: isHanging.promise };
}

test("the log has one line for each change of the outcome: failures of one kind are one outcome", async () => {
  const { lines, isHanging } = start([
    undefined,
    new AnswerError("403", "not permitted"),
    { failure: new AnswerError("403", "still not permitted") },
    new Error("the disk is missing"),
    undefined,
    undefined,
  ]);
  await isHanging;
  expect(lines).toEqual([
    expect.stringMatching(/^warn it fails .*not permitted/),
    expect.stringMatching(/^warn it fails .*the disk is missing/),
    expect.stringMatching(/^info it works again/),
  ]);
});

test("each pause is the usual one, or the one that the call returns; none is left out", async () => {
  const failure = new Error("broken");
  const { pauses, isHanging } = start([undefined, { pauseMs: 0 }, { failure, pauseMs: 70 }, failure]);
  await isHanging;
  expect(pauses).toEqual([30, 70, 30]);
});

test("stop cuts the call under way and logs nothing of it", async () => {
  const { calls, lines, isHanging } = start([]);
  await isHanging;
  await calls.stop();
  expect(lines).toEqual([]);
});

test("a call that is wanted now does not wait for its pause", async () => {
  const third = Promise.withResolvers<void>();
  let count = 0;
  const calls = repeatCall({
    async call() {
      await Promise.resolve();
      count += 1;
      if (count === 3) third.resolve();
      else calls.callNow();
    },
    pauseMs: 3_600_000,
    fails: "it fails",
    worksAgain: "it works again",
    logger: createTestLogger(),
  });
  onTestFinished(() => calls.stop());
  await third.promise;
  expect(count).toBe(3);
});
