import { expect, test } from "vitest";
import { webhookBackOff } from "../webhooks/webhook-rules.ts";
import { doublingWaits, nextAttemptAt } from "./delivery-rules.ts";

const nowMs = Date.UTC(2027, 0, 10);
const createdAt = new Date(nowMs);

test("the attempts of a webhook continue for about a day, then end", () => {
  const waits = Array.from({ length: 12 }, (_, index) => {
    const next = nextAttemptAt(webhookBackOff, { failed: index + 1, createdAt }, { nowMs, random: 0 });
    return next && (next.getTime() - nowMs) / 1_000;
  });
  expect(waits.slice(0, 8)).toEqual([5, 60, 300, 1_800, 7_200, 18_000, 28_800, 28_800]);
  expect(waits.slice(8)).toEqual([undefined, undefined, undefined, undefined]);
  const totalHours = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / 3_600;
  expect(totalHours).toBeGreaterThan(23);
  expect(totalHours).toBeLessThan(25);
});

test.each([
  [1, 30, 0, 30],
  [1, 2, 0, 5],
  [1, 10_000_000, 0, 86_400],
  [2, undefined, 1, 66],
  [9, 30, 0, undefined],
])("after %i failed attempts and an asked wait of %s s, the next comes in %s s", (failed, asked, random, seconds) => {
  const next = nextAttemptAt(webhookBackOff, { failed, createdAt, askedSeconds: asked }, { nowMs, random });
  expect(next).toEqual(seconds === undefined ? undefined : new Date(nowMs + seconds * 1_000));
});

test.each([
  [10_000, true],
  [9_999, false],
])("with a lifetime of %i ms, an attempt after 10 s is made: %s", (lifetimeMs, isMade) => {
  const next = nextAttemptAt({ waitsSeconds: [10], lifetimeMs }, { failed: 1, createdAt }, { nowMs, random: 0 });
  expect(next).toEqual(isMade ? new Date(nowMs + 10_000) : undefined);
});

test("waits double up to the longest", () => {
  expect(doublingWaits(4, 30, 5)).toEqual([4, 8, 16, 30, 30]);
});
