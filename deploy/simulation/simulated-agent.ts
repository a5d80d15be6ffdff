import type { Clock } from "../../edge-agent/src/base/clock.ts";
import type { ApiKey } from "../../edge-agent/src/forwarding/link/api-key.ts";
import { createCloudClient } from "../../edge-agent/src/forwarding/link/cloud-client.ts";
import type { Forwarder } from "../../edge-agent/src/forwarding/forwarder.ts";
import { resolveLimits } from "../../edge-agent/src/forwarding/link/limits.ts";
import { startForwarder } from "../../edge-agent/src/forwarding/start-forwarder.ts";
import type { Transport } from "../../edge-agent/src/forwarding/link/transport.ts";
import { createOutbox } from "../../edge-agent/src/outbox/create-outbox.ts";
import type { CaptureResult, Outbox } from "../../edge-agent/src/outbox/outbox.ts";
import type { Capture, UnnumberedScan } from "../../edge-agent/src/outbox/record.ts";
import type { MemoryStore } from "../../edge-agent/src/outbox/testing/memory-store.ts";
import type { Timers } from "../../edge-agent/src/base/timers.ts";
import { NO_TRACES } from "../../edge-agent/src/base/traces/traces.ts";
import { createRandom } from "../power-cut/random.ts";
import { type Ledger, refsOf } from "./ledger.ts";
import { type Schedule, seedOf } from "./schedule.ts";
import { FIRST_KEY, SECOND_KEY } from "./simulated-cloud.ts";
import { FIRST_ADDRESS, SECOND_ADDRESS } from "./simulated-network.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Parts of the agent that a mutant may change. */
export type AgentSeam = {
  outbox?: (outbox: Outbox) => Outbox;
  transport?: (transport: Transport) => Transport;
};

/** The process of the agent ended here. */
export class ProcessEnd extends Error {}

/** No other process retries records here, so a forwarder that looks only now and then has lost a wake-up. */
const NEVER_MS = 1_000 * 3_600_000;
const LIMITS = resolveLimits({ idleCheckMs: NEVER_MS });
const OUTBOX_LIMITS = { maxBytes: 2 ** 30, ballastBytes: 0, deliveredHistory: 1_000, busyTimeoutMs: 0 };
const QUIET = { info() {}, warn() {}, error() {} };

export type Life = { outbox: Outbox; forwarder: Forwarder; isOver: () => boolean; end: () => void };

export type DeviceParts = {
  time: VirtualTime;
  clock: Clock;
  schedule: Schedule;
  ledger: Ledger;
  store: MemoryStore;
  createTransport: (life: { isOver: () => boolean }) => Transport;
  seam: AgentSeam;
  /** The process ended at a call; it is started again after this time. */
  onEnd: (downMs: number) => void;
};

/**
 * A device whose process can end before and after each call of its outbox and of the network. The outbox, the forwarder
 * and the client are those of the product.
 */
export function createDevice(parts: DeviceParts) {
  const { schedule, onEnd } = parts;
  const crashes = schedule.crashes.flatMap((crash) =>
    crash.side === "agent" && "call" in crash.at ? [{ ...crash.at, downMs: crash.downMs }] : [],
  );
  let calls = 0;
  let made = 0;
  let lives = 0;
  let isCalm = false;
  const newId = () => `made-${(made += 1)}`;

  const start = (): Life => {
    lives += 1;
    let isOver = false;
    const end = () => void (isOver = true);
    const endAt = (when: "before" | "after") => {
      const due = isCalm ? undefined : crashes.find((crash) => crash.call === calls && crash.when === when);
      if (due === undefined) return;
      end();
      onEnd(due.downMs);
      throw new ProcessEnd();
    };
    const step: Step = (call) => {
      if (isOver) throw new ProcessEnd();
      calls += 1;
      endAt("before");
      const result = call();
      endAt("after");
      return result;
    };
    return { ...openDelivery(parts, { step, isOver: () => isOver, newId, number: lives }), isOver: () => isOver, end };
  };
  /** Prevents any further end of the process. */
  const calm = () => void (isCalm = true);
  return { start, calm };
}

/** One call of what outlives the process, which may end before and after it. */
type Step = <Result>(call: () => Result) => Result;

/** The delivery of one life of the agent, put together as the agent does it. */
function openDelivery(
  { time, clock, schedule, ledger, store, createTransport, seam }: DeviceParts,
  life: { step: Step; isOver: () => boolean; newId: () => string; number: number },
): { outbox: Outbox; forwarder: Forwarder } {
  const { step, isOver, newId } = life;
  const timers: Timers = {
    after: (ms, callback) => (isOver() ? () => undefined : time.timers.after(ms, () => isOver() || callback())),
    soon: (callback) => isOver() || time.timers.soon(() => isOver() || callback()),
  };
  const common = { traces: NO_TRACES, windows: [], logger: QUIET, clock, timers, limits: LIMITS };
  const kept = { file: "memory", limits: OUTBOX_LIMITS, sign: undefined };
  const real = createOutbox(store, { ...kept, nowMs: clock.nowMs, newId, logger: QUIET });
  const observed = observe(real, ledger, step);
  const outbox = seam.outbox?.(observed) ?? observed;
  const transport = createTransport({ isOver });
  const stepping: Transport = {
    send: async (sending) => step(() => transport.send(sending)),
    close: () => transport.close(),
  };
  const client = createCloudClient({
    apiKey: createKey(schedule, time),
    limits: LIMITS,
    transport: seam.transport?.(stepping) ?? stepping,
    timers,
    fallback: schedule.hasSecondAddress ? { from: FIRST_ADDRESS, to: SECOND_ADDRESS, failBackMs: 60_000 } : undefined,
  });
  const jitter = createRandom(seedOf(schedule.seed, 4, life.number));
  const random = () => jitter.next();
  const forwarder = startForwarder({ ...common, outbox, cloudUrl: FIRST_ADDRESS, client, random });
  return { outbox, forwarder };
}

/** The outbox of one life, which reports to the ledger below any mutant. */
function observe(real: Outbox, ledger: Ledger, step: Step): Outbox {
  return { ...real, ...observeCaptures(real, ledger, step), ...observeDelivery(real, ledger, step) };
}

function observeCaptures(real: Outbox, ledger: Ledger, step: Step) {
  const keep = (capture: Capture | UnnumberedScan, result: CaptureResult): CaptureResult => {
    if (!result.ok) ledger.fail(`a capture was refused: ${result.message}`);
    const { id, kind, cameraId } = capture;
    const refs = refsOf(capture.payload);
    ledger.requests.hold(id, refs);
    for (const ref of refs) ledger.capture({ ref, id, kind, cameraId, isInvalid: ref.endsWith("invalid") });
    return result;
  };
  return {
    insert: (capture: Capture) =>
      step(() => {
        const result = keep(capture, real.insert(capture));
        // Batches of events are merged: their order is that of their requests.
        if (capture.kind !== "stream-events") ledger.queues.enter(capture);
        return result;
      }),
    insertUnnumbered: (scan: UnnumberedScan) => step(() => keep(scan, real.insertUnnumbered(scan))),
    assignNumber: (id: string, number: string) =>
      step(() => {
        const result = real.assignNumber(id, number);
        const scan = ledger.captured.get(id);
        if (result === "numbered" && scan !== undefined) ledger.queues.enter(scan);
        return result;
      }),
  };
}

function observeDelivery(real: Outbox, ledger: Ledger, step: Step) {
  const tried = new Set<string>();
  return {
    retryParked: (ids?: readonly string[]) => step(() => real.retryParked(ids)),
    nextRecords: (query: Parameters<Outbox["nextRecords"]>[0]) => step(() => real.nextRecords(query)),
    mergeEvents: (id: string) =>
      step(() => {
        const merged = real.mergeEvents(id);
        const read = merged.id === id ? null : real.read(merged.id);
        if (read?.ok) ledger.requests.hold(merged.id, refsOf(read.record.payload));
        return merged;
      }),
    read: (id: string) =>
      step(() => {
        const read = real.read(id);
        ledger.queues.tryRecord(id, tried);
        if (!read.ok && read.reason === "damaged") ledger.fail(`record ${id} is damaged`);
        return read;
      }),
    acknowledge: (id: string, rejected?: Parameters<Outbox["acknowledge"]>[1]) =>
      step(() => {
        ledger.queues.leave(id);
        ledger.remove(id, ledger.requests.itemsOf(id));
        return real.acknowledge(id, rejected);
      }),
    park: (id: string, why: Parameters<Outbox["park"]>[1]) =>
      step(() => {
        ledger.queues.leave(id);
        if (!ledger.parking.mayBeParked(id)) ledger.fail(`record ${id} was parked without a reason: ${why.reason}`);
        return real.park(id, why);
      }),
    noteFailure: (id: string, failure: Parameters<Outbox["noteFailure"]>[1]) =>
      step(() => real.noteFailure(id, failure)),
  };
}

/** The key of the device; a new one is in its file some time after the cloud has changed it. */
function createKey({ keyChange }: Schedule, time: VirtualTime): ApiKey {
  const inFile = () =>
    keyChange !== null && time.nowMs() >= keyChange.atMs + keyChange.knownAfterMs ? SECOND_KEY : FIRST_KEY;
  let current = inFile();
  return {
    current: () => current,
    async renew(refused) {
      if (current === refused) current = inFile();
      return current !== refused;
    },
  };
}
