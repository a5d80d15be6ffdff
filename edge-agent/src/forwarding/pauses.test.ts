import { expect, test } from "vitest";
import type { RecordHead, RecordKind } from "../outbox/record.ts";
import { resolveLimits } from "./link/limits.ts";
import type { Failure } from "./pause.ts";
import { createPauses } from "./pauses.ts";

const SUSPECT = { suspect: true, countable: true };
const NOT_SUSPECT = { suspect: false, countable: false };

const headOf = (id: string, kind: RecordKind = "category-scan"): RecordHead => ({
  id,
  kind,
  cameraId: "gate-1",
  sizeBytes: 1_000,
});

/** Pauses on a clock that the test sets, with the longest wait of each step: 1 s, 2 s, 4 s. */
function createTestPauses() {
  const clock = { at: 0, nowMs: () => 5_000_000 + clock.at, monotonicMs: () => clock.at };
  const pauses = createPauses(clock, resolveLimits(), () => 1);
  const failureOf = (recordId: string, rest: Partial<Failure> = {}): Failure => {
    return { recordId, message: "it failed", status: 500, retryAfterMs: null, startedAtMs: clock.at, ...rest };
  };
  return { clock, pauses, failureOf };
}

test("after a failure of the path nothing is tried until its wait is over, then one record", () => {
  const { clock, pauses, failureOf } = createTestPauses();
  expect(pauses.plan(1)).toMatchObject({ limit: 3, avoidIds: [] });
  expect(pauses.pauseAll(failureOf("a"), NOT_SUSPECT)).toBe(1_000);
  clock.at = 999;
  expect(pauses.plan(0).limit).toBe(0);
  clock.at = 1_000;
  expect(pauses.plan(0)).toMatchObject({ limit: 1, avoidIds: [] });
  expect(pauses.plan(1).limit).toBe(0);
  expect(pauses.pauseAll(failureOf("a"), NOT_SUSPECT)).toBe(2_000);
  expect(pauses.current()).toEqual({ reason: "it failed", status: 500, sinceMs: 5_000_000, nextTryInMs: 2_000 });
});

test("tries that were under way when the first failed do not lengthen the wait", () => {
  const { clock, pauses, failureOf } = createTestPauses();
  clock.at = 100;
  for (const id of ["a", "b", "c"])
    expect(pauses.pauseAll(failureOf(id, { startedAtMs: 50 }), NOT_SUSPECT)).toBe(1_000);
});

test("Retry-After holds back another record than the suspect as well", () => {
  const { clock, pauses, failureOf } = createTestPauses();
  pauses.pauseAll(failureOf("a", { retryAfterMs: 60_000 }), SUSPECT);
  clock.at = 59_999;
  expect(pauses.plan(0).limit).toBe(0);
  expect(pauses.nextDueInMs(clock.at)).toBe(1);
});

test("a record that fails while another passes is singled out and waits alone, longer each time", () => {
  const { clock, pauses, failureOf } = createTestPauses();
  for (const waitMs of [1_000, 2_000, 4_000]) {
    pauses.pauseAll(failureOf("bad"), SUSPECT);
    clock.at += 1_000;
    expect(pauses.plan(0)).toMatchObject({ limit: 1, avoidIds: ["bad"] });
    expect(pauses.resume("good", "identify")).toEqual({
      wasPaused: true,
      singledOut: [expect.objectContaining({ recordId: "bad", countable: true })],
    });
    expect(pauses.plan(0)).toMatchObject({ limit: 4, excludeIds: ["bad"] });
    expect(pauses.nextDueInMs(clock.at)).toBe(waitMs);
    clock.at += waitMs;
    expect(pauses.plan(0)).toMatchObject({ excludeIds: [] });
  }
});

test("when a second record fails too, the path is at fault and none is singled out", () => {
  const { pauses, failureOf } = createTestPauses();
  pauses.pauseAll(failureOf("a"), SUSPECT);
  pauses.pauseAll(failureOf("b"), SUSPECT);
  expect(pauses.plan(0).avoidIds).toEqual(["a", "b"]);
  expect(pauses.resume("c", "identify")).toEqual({ wasPaused: true, singledOut: [] });
  expect(pauses.setAsideCount()).toBe(0);
});

test("records that failed before others passed do not cover each other: of two that always fail, both are singled out", () => {
  const { pauses, failureOf } = createTestPauses();
  const fail = (...recordIds: string[]) => {
    for (const id of recordIds) pauses.pauseAll(failureOf(id), SUSPECT, id === "events" ? "stream-events" : "evidence");
  };
  const pass = (id: string, kind: RecordKind = "evidence") =>
    pauses.resume(id, kind).singledOut.map(({ recordId }) => recordId);
  fail("bad-1", "bad-2");
  expect(pass("good-1")).toEqual([]);
  fail("bad-1", "bad-2");
  // Another kind may pass because it goes another way in the cloud.
  expect(pass("good-2", "stream-events")).toEqual([]);
  fail("bad-1", "bad-2", "events", "bad-1");
  expect(pass("good-3")).toEqual([]);
  fail("bad-1", "events", "bad-2");
  expect(pass("good-4")).toEqual(["bad-1", "bad-2"]);
  expect(pauses.setAsideCount()).toBe(2);
  // A record delivered or parked after that is a witness again.
  expect(pass("bad-1")).toEqual([]);
  fail("bad-2", "bad-1");
  expect(pass("good-5")).toEqual([]);
  pauses.forget("bad-2");
  fail("bad-1", "bad-2");
  expect(pass("good-6")).toEqual([]);
});

test("each of several that fail is counted for its own reason", () => {
  const { pauses, failureOf } = createTestPauses();
  const fail = () => {
    pauses.pauseAll(failureOf("large", { status: 413, message: "too large" }), SUSPECT, "evidence");
    pauses.pauseAll(
      failureOf("mute", { status: null, message: "no answer" }),
      { ...SUSPECT, countable: false },
      "evidence",
    );
  };
  fail();
  pauses.resume("good-1", "evidence");
  fail();
  expect(pauses.resume("good-2", "evidence").singledOut).toEqual([
    { recordId: "large", kind: "evidence", countable: true, status: 413, reason: "too large" },
    { recordId: "mute", kind: "evidence", countable: false, status: null, reason: "no answer" },
  ]);
});

test("while all wait, the probes go through the records, so that two that always fail cannot stop the others", () => {
  const { pauses, failureOf } = createTestPauses();
  for (const recordId of ["bad-1", "good", "bad-2"]) pauses.pauseAll(failureOf(recordId), SUSPECT);
  expect(pauses.plan(0).avoidIds).toEqual(["bad-1", "good", "bad-2"]);
  // All have failed: the oldest begins a new round.
  pauses.pauseAll(failureOf("bad-1"), SUSPECT);
  expect(pauses.plan(0).avoidIds).toEqual(["bad-1"]);
  pauses.pauseAll(failureOf("bad-2"), SUSPECT);
  expect(pauses.plan(0).avoidIds).toEqual(["bad-1", "bad-2"]);
  // What shows that the path is at fault changes no turn.
  pauses.pauseAll(failureOf("good"), NOT_SUSPECT);
  expect(pauses.plan(0).avoidIds).toEqual(["bad-1", "bad-2"]);
});

test("a record set aside is due in time even when everything else has waited less", () => {
  const { clock, pauses, failureOf } = createTestPauses();
  for (let time = 0; time < 3; time++) pauses.setAside("bad");
  pauses.pauseAll(failureOf("good"), NOT_SUSPECT);
  clock.at = 1_000;
  expect(pauses.nextDueInMs(clock.at)).toBe(3_000);
});

test("a kind waits alone and a delivery of that kind ends it", () => {
  const { clock, pauses, failureOf } = createTestPauses();
  const head = headOf("a", "stream-events");
  expect(pauses.refuse(failureOf("a"), head)).toEqual({ waitMs: 1_000, isAlone: false });
  expect(pauses.plan(0)).toMatchObject({ limit: 4, excludeKinds: ["stream-events"] });
  pauses.resume("b", "category-scan");
  expect(pauses.currentKinds()).toMatchObject([{ kind: "stream-events", nextTryInMs: 1_000 }]);
  clock.at = 1_000;
  expect(pauses.plan(0).excludeKinds).toEqual([]);
  expect(pauses.resume("a", "stream-events").wasPaused).toBe(true);
  expect(pauses.currentKinds()).toEqual([]);
});

test("a record that is refused again after another of its kind was delivered waits alone, and its kind continues", () => {
  const { clock, pauses, failureOf } = createTestPauses();
  const refuse = () => pauses.refuse(failureOf("bad"), headOf("bad"));
  const deliver = (kind: RecordKind) => {
    pauses.resume("good", kind);
    pauses.noteDelivery(headOf("good", kind));
  };
  expect(refuse().isAlone).toBe(false);
  deliver("identify");
  expect(refuse().isAlone).toBe(false);
  deliver("category-scan");
  expect(refuse()).toEqual({ waitMs: 1_000, isAlone: true });
  expect(pauses.currentKinds()).toEqual([]);
  expect(pauses.plan(0)).toMatchObject({ limit: 4, excludeKinds: [], excludeIds: ["bad"] });
  clock.at = 1_000;
  expect(pauses.plan(0).excludeIds).toEqual([]);
  // Nothing of its kind was delivered since: the route may be missing now.
  expect(refuse().isAlone).toBe(false);
  deliver("category-scan");
  expect(refuse()).toEqual({ waitMs: 2_000, isAlone: true });
});

test("while few records of a kind were refused another is tried soon; after eight the route counts as missing", () => {
  const { clock, pauses, failureOf } = createTestPauses();
  const waits: (number | null)[] = [];
  for (let record = 0; record < 9; record++) {
    pauses.refuse(failureOf(`r-${record}`), headOf(`r-${record}`));
    const waitMs = pauses.nextDueInMs(clock.at);
    waits.push(waitMs);
    clock.at += waitMs ?? 0;
    expect(pauses.plan(0).excludeKinds).toEqual([]);
  }
  expect(waits).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 128_000, 256_000]);
});

test("refused records are tried again when their wait is over and all were refused, in rounds", () => {
  const { clock, pauses, failureOf } = createTestPauses();
  const refused = () => pauses.refusedOf("category-scan").recordIds;
  pauses.refuse(failureOf("a"), headOf("a"));
  clock.at = 1_000;
  pauses.refuse(failureOf("b"), headOf("b"));
  expect(refused()).toEqual(["a", "b"]);
  clock.at = 2_999;
  expect(pauses.mayTryAgain("category-scan")).toBe(false);
  clock.at = 3_000;
  expect(pauses.mayTryAgain("category-scan")).toBe(true);
  expect(refused()).toEqual([]);
  pauses.refuse(failureOf("b"), headOf("b"));
  expect(refused()).toEqual(["b"]);
});

test("a wait that ends between the plan and the question when to plan again is not slept through", () => {
  const { clock, pauses, failureOf } = createTestPauses();
  pauses.pauseAll(failureOf("a"), NOT_SUSPECT);
  clock.at = 999;
  expect(pauses.plan(0).limit).toBe(0);
  const plannedAtMs = clock.at;
  clock.at = 1_001;
  expect(pauses.nextDueInMs(plannedAtMs)).toBe(0);
  expect(pauses.nextDueInMs(clock.at)).toBeNull();
});
