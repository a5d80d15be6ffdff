import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { RecordHead } from "../outbox/record.ts";
import {
  createTestLogger,
  eventsCapture,
  identifyCapture,
  NOW_MS,
  openTestOutbox,
  scanCapture,
  temporaryFolder,
} from "../outbox/testing/captures.ts";
import type { Answer } from "./link/cloud-client.ts";
import { resolveLimits } from "./link/limits.ts";
import { createPauses } from "./pauses.ts";
import { settleTry } from "./settle-try.ts";
import { errorBody } from "./testing/cloud-server.ts";

type Reply = Partial<Answer & { type: "answer" }>;

const answered = (status: number, code?: string): Reply => ({
  status,
  text: code === undefined ? "<h1>Proxy</h1>" : JSON.stringify(errorBody(code)),
});

/**
 * An outbox with the records given, and pauses with the longest wait of each step: 1 s, 2 s, 4 s. A try begins when its
 * answer is settled.
 */
function open(captures: readonly Parameters<ReturnType<typeof openTestOutbox>["insert"]>[0][]) {
  const time = { at: 0 };
  const clock = { nowMs: () => NOW_MS + time.at, monotonicMs: () => time.at };
  const outbox = openTestOutbox({ folder: temporaryFolder(), nowMs: clock.nowMs });
  for (const capture of captures) outbox.insert(capture);
  const logger = createTestLogger();
  const limits = resolveLimits({ lonelyFailuresMax: 3, tooLargeFailuresMax: 2 });
  const pauses = createPauses(clock, limits, () => 1);
  const heads: RecordHead[] = captures.map(({ id, kind, cameraId }) => ({ id, kind, cameraId, sizeBytes: 1 }));
  const settle = (index: number, answer: Answer) =>
    settleTry(heads[index]!, answer, time.at, { outbox, pauses, clock, logger, limits });
  return {
    time,
    outbox,
    logger,
    pauses,
    ids: heads.map(({ id }) => id),
    reply: (index: number, reply: Reply) =>
      settle(index, { type: "answer", status: 200, text: "", retryAfterMs: null, ...reply }),
    deliver: (index: number) => {
      const text = JSON.stringify({ success: true, idempotencyKey: heads[index]?.id, data: { rejected: [] } });
      return settle(index, { type: "answer", status: 201, text, retryAfterMs: null });
    },
    silence: (index: number, reached: boolean) =>
      settle(index, { type: "no-answer", message: "no way there", reached, cut: false }),
  };
}

test("without an answer everything waits, which is noted once, until something is delivered", () => {
  const { outbox, pauses, logger, ids, silence, deliver } = open([scanCapture(), identifyCapture()]);
  expect(silence(0, false)).toBe(false);
  expect(silence(1, false)).toBe(false);
  const fields = JSON.stringify({ recordId: ids[0], status: null, reason: "no way there", waits: "everything" });
  expect(logger.lines).toEqual([`warn delivery to the cloud paused ${fields}`]);
  expect(pauses.current()).toEqual({ reason: "no way there", status: null, sinceMs: NOW_MS, nextTryInMs: 2_000 });
  // No record is at fault when the cloud was not reached.
  expect(pauses.plan(0).avoidIds).toEqual([]);
  expect(outbox.failing()).toEqual([{ count: 2, lastStatus: null, lastError: "no way there" }]);
  expect(deliver(1)).toBe(true);
  expect(logger.lines.slice(1)).toEqual([`info delivery to the cloud resumed {"recordId":"${ids[1]}"}`]);
  expect([pauses.current(), pauses.setAsideCount()]).toEqual([null, 0]);
  expect(deliver(0)).toBe(true);
  expect(logger.lines).toHaveLength(2);
  expect(outbox.status()).toMatchObject({ pending: 0, parked: 0 });
  expect(outbox.delivered().map(({ id }) => id)).toEqual([ids[0], ids[1]]);
});

test("a record that was reached without an answer is suspected, and singled out without a count", () => {
  const { outbox, pauses, ids, silence, deliver } = open([scanCapture(), scanCapture()]);
  silence(0, true);
  expect(pauses.plan(0).avoidIds).toEqual([ids[0]]);
  deliver(1);
  expect(pauses.setAsideCount()).toBe(1);
  expect(outbox.noteFailure(ids[0]!, { status: null, error: "counted", counted: true, nextAttemptAtMs: 0 })).toBe(1);
});

test("a record that the cloud refuses for its content is parked, and everything else continues", () => {
  const { outbox, pauses, logger, ids, reply, silence } = open([scanCapture(), scanCapture()]);
  silence(1, false);
  expect(reply(0, answered(400, "VALIDATION_ERROR"))).toBe(false);
  expect(pauses.current()).toBeNull();
  const reason = expect.stringMatching(/^the cloud answered 400 VALIDATION_ERROR: /);
  expect(outbox.parked()).toMatchObject([{ id: ids[0], reason, lastStatus: 400, attempts: 0 }]);
  expect(logger.lines.at(-1)).toMatch(/resumed|paused/);
});

test("a kind whose route is missing waits alone, and one refused while others pass is parked after its last try", () => {
  const good = Array.from({ length: 4 }, () => scanCapture());
  const { outbox, pauses, logger, ids, time, reply, deliver } = open([scanCapture(), ...good, eventsCapture(1)]);
  const refused = answered(404, "NOT_FOUND");
  reply(0, refused);
  reply(5, refused);
  expect(logger.lines.map((line) => /"status":404.*"waits":"([^"]*)"/.exec(line)?.[1])).toEqual([
    "category-scan",
    "stream-events",
  ]);
  expect(pauses.currentKinds().map(({ kind }) => kind)).toEqual(["category-scan", "stream-events"]);
  const lines = () => logger.lines.splice(0).map((line) => line.replace(/ \{.*/, ""));
  lines();
  reply(0, refused);
  // Its kind waits already.
  expect(lines()).toEqual([]);
  for (const index of [1, 2, 3]) {
    deliver(index);
    time.at += 10_000;
    expect(outbox.parked()).toEqual([]);
    expect(pauses.setAsideCount()).toBe(index === 1 ? 0 : 1);
    reply(0, refused);
    lines();
  }
  const [parked] = outbox.parked();
  expect(parked).toMatchObject({ id: ids[0], lastStatus: 404, attempts: 3 });
  expect(parked?.reason).toMatch(
    /^the cloud answered 404 NOT_FOUND: .*; other records of its kind are delivered, 3 times$/,
  );
  expect(pauses.setAsideCount()).toBe(0);
  expect(outbox.failing().map(({ lastStatus, count }) => [lastStatus, count])).toEqual([[404, 1]]);
});

test.each([
  { status: 413, code: undefined, tries: 2, reason: /^the answer 413 is not the cloud's: .*, 2 times$/ },
  {
    status: 500,
    code: "INTERNAL_ERROR",
    tries: 3,
    reason: /^the cloud answers 500 to this record and accepts others, 3 times$/,
  },
])("a record that is answered $status while others pass is parked after $tries tries", (example) => {
  const good = Array.from({ length: example.tries }, () => scanCapture());
  const { outbox, pauses, ids, logger, time, reply, deliver } = open([scanCapture(), ...good]);
  for (const [index] of good.entries()) {
    expect(outbox.parked()).toEqual([]);
    reply(0, answered(example.status, example.code));
    expect(deliver(index + 1)).toBe(true);
    time.at += 10_000;
  }
  expect(outbox.parked()).toMatchObject([{ id: ids[0], lastStatus: example.status, attempts: example.tries }]);
  expect(outbox.parked()[0]?.reason).toMatch(example.reason);
  expect(pauses.setAsideCount()).toBe(0);
  const steps = ["warn delivery to the cloud paused", "info delivery to the cloud resumed"];
  expect(logger.lines.map((line) => line.replace(/ \{.*/, ""))).toEqual(good.flatMap(() => steps));
});

test("a record answered 500 and 413 in turn is parked after enough failures of one kind, or of both together", () => {
  const good = Array.from({ length: 3 }, () => scanCapture());
  const { outbox, ids, time, reply, deliver } = open([scanCapture(), ...good]);
  const fail = (status: number, index: number) => {
    reply(0, answered(status, status === 500 ? "INTERNAL_ERROR" : undefined));
    deliver(index);
    time.at += 10_000;
  };
  fail(500, 1);
  fail(413, 2);
  // Two failures, of which one is a 413: two of them are wanted.
  expect(outbox.parked()).toEqual([]);
  fail(500, 3);
  const reason = "the cloud answers 500 to this record and accepts others, 3 times";
  expect(outbox.parked()).toMatchObject([{ id: ids[0], reason, attempts: 3 }]);
});

test("the next try is noted as far off as the pause", () => {
  const { outbox, time, ids, reply } = open([scanCapture()]);
  time.at = 500;
  reply(0, { ...answered(503, "SERVICE_UNAVAILABLE"), retryAfterMs: 60_000.4 });
  outbox.park(ids[0]!, { reason: "for the test", status: 503 });
  const folder = temporaryFolder();
  outbox.exportParked(folder);
  expect(JSON.parse(readFileSync(path.join(folder, `${ids[0]}.json`), "utf8"))).toMatchObject({
    nextAttemptAtMs: NOW_MS + 60_500,
    lastStatus: 503,
    attempts: 0,
  });
});
