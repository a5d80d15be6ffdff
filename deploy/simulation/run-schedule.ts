import { type MemoryStore, openMemoryStore } from "../../edge-agent/src/outbox/testing/memory-store.ts";
import { readParked, readWaiting } from "./read-store.ts";
import { HEALED_AT_MS, type Schedule } from "./schedule.ts";
import { createSite, type Seam, type Site } from "./simulated-site.ts";

/** Result of one run; `broken` is the first promise that was broken. */
export type Outcome = { broken: string | null; captured: number; recorded: number; parked: number; virtualMs: number };

/** A retry waits 15 minutes at most; a record at fault is tried eight times, each after another was delivered. */
const PATIENCE_MS = 2 * 3_600_000;
const FAULTY_PATIENCE_MS = 24 * 3_600_000;
const CANARY_EVERY_MS = 6 * 60_000;
/** Time in ms within which a new record arrives on a healthy line and without a wait. */
const PROMPT_MS = 5_000;

// What fails in the simulation fails by design.
Error.stackTraceLimit = 0;
const store = openMemoryStore();

/**
 * Runs a schedule with the outbox, the forwarder, the client and the rules of the cloud on a virtual clock, and compares
 * with the promise: all that was captured is recorded once, or parked with a reason that the schedule gives.
 */
export async function runSchedule(schedule: Schedule, seam: Seam = {}): Promise<Outcome> {
  store.clear();
  const site = createSite(schedule, store, seam);
  const { time, ledger } = site;
  const state = { isSettled: false };
  const fromMs = Math.max(HEALED_AT_MS, schedule.upgradeAtMs ?? 0);
  const isFaulty = schedule.captures.some(({ fault }) => fault !== "none");
  time.timers.after(fromMs + (isFaulty ? FAULTY_PATIENCE_MS : PATIENCE_MS), () => {
    ledger.fail(`still waiting: ${[...readWaiting(store)].join()}`);
  });
  // Before that there is nothing to see.
  const watch = () => {
    state.isSettled = site.copiesUnderWay() === 0 && site.isRunning() && readWaiting(store).length === 0;
    if (!state.isSettled) time.timers.after(60_000, watch);
  };
  time.timers.after(fromMs, watch);
  if (isFaulty) sendCanaries(site, schedule, fromMs, state);
  await time.run(() => state.isSettled || ledger.broken() !== null);
  if (ledger.broken() === null) await expectPromptDelivery(site);
  if (ledger.broken() === null) await retryRecorded(site);
  if (ledger.broken() === null) compare(site, store);
  site.close();
  return {
    broken: ledger.broken(),
    captured: ledger.captured.size,
    recorded: ledger.recorded.size,
    parked: readParked(store).length,
    virtualMs: time.nowMs(),
  };
}

/** A record is found at fault only while others of its kind are delivered. */
function sendCanaries(site: Site, { captures }: Schedule, fromMs: number, state: { isSettled: boolean }): void {
  const kinds = new Set(captures.filter(({ fault }) => fault !== "none").map(({ kind }) => kind));
  const send = () => {
    if (state.isSettled || site.ledger.broken() !== null) return;
    for (const kind of kinds) site.capture(canary(kind));
    site.time.timers.after(CANARY_EVERY_MS, send);
  };
  site.time.timers.after(fromMs, send);
}

async function expectPromptDelivery(site: Site): Promise<void> {
  const { time, ledger } = site;
  site.calm();
  let isOver = false;
  const before = ledger.recorded.size;
  site.capture(canary("category-scan"));
  time.timers.after(PROMPT_MS, () => (isOver = true));
  await time.run(
    () => isOver || ledger.broken() !== null || (ledger.recorded.size > before && readWaiting(store).length === 0),
  );
  if (isOver) ledger.fail(`a record was not delivered within ${PROMPT_MS} ms over a healthy line`);
}

/**
 * A record whose recording was never answered may be parked because a component on the way refuses it: it is listed
 * although the cloud has it. Its retry discovers that, and records nothing twice.
 */
async function retryRecorded(site: Site): Promise<void> {
  const { time, ledger } = site;
  const recorded = readParked(store).filter(
    ({ id, refs }) => !ledger.parking.isRefused(id) && refs.some((ref) => ledger.recorded.has(ref)),
  );
  if (recorded.length === 0) return;
  let isOver = false;
  site.retry(recorded);
  time.timers.after(PATIENCE_MS, () => (isOver = true));
  await time.run(() => isOver || ledger.broken() !== null || readWaiting(store).length === 0);
  if (isOver) ledger.fail(`a retried record still waits: ${readWaiting(store).join()}`);
}

const canary = (kind: "category-scan" | "evidence" | "identify" | "stream-events") => ({
  atMs: 0,
  camera: 0,
  kind,
  numberedAfterMs: null,
  events: 1,
  hasInvalidEvent: false,
  fault: "none" as const,
});

/** The promise: each captured item is recorded once, or parked, and no number of a camera is missing. */
function compare({ ledger }: Site, outbox: MemoryStore): void {
  const parked = readParked(outbox);
  const parkedRefs = new Set(parked.flatMap(({ refs }) => refs));
  for (const { ref } of ledger.captured.values()) {
    const times = ledger.recorded.get(ref) ?? 0;
    const isParked = parkedRefs.has(ref);
    if (times > 1) ledger.fail(`${ref} was recorded ${times} times`);
    if (times + Number(isParked) !== 1) ledger.fail(isParked ? `${ref} is recorded and parked` : `${ref} was lost`);
  }
  const unknown = [...ledger.recorded.keys(), ...parkedRefs].find((ref) => !ledger.captured.has(ref));
  if (unknown !== undefined) ledger.fail(`${unknown} was never captured`);
  const gap = ledger.chains.findGap(parked.filter(({ chain }) => chain !== ""));
  if (gap !== null) ledger.fail(gap);
}
