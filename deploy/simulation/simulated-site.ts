import type { Capture } from "../../edge-agent/src/outbox/record.ts";
import type { MemoryStore } from "../../edge-agent/src/outbox/testing/memory-store.ts";
import { createLedger } from "./ledger.ts";
import { type Parked, readParked } from "./read-store.ts";
import type { CaptureStep, Schedule } from "./schedule.ts";
import { type AgentSeam, createDevice, type DeviceParts, type Life, ProcessEnd } from "./simulated-agent.ts";
import { type CloudSeam, createCloud } from "./simulated-cloud.ts";
import { createNetwork } from "./simulated-network.ts";
import { createVirtualTime } from "./virtual-time.ts";

/** Points at which a mutant is inserted. */
export type Seam = AgentSeam & CloudSeam;

/** 2026-11-20T08:00:00Z */
const START_MS = 1_795_161_600_000;
const PICTURES = { original: Buffer.from("original"), small: Buffer.from("small") };
const NUMBERS = { none: "GOOD1", refused: "REFUSED", fails: "FAILS", "too-large": "TOOLARGE", "no-route": "NOROUTE" };

/** A device, a network and a cloud, on which a schedule takes its course. */
export function createSite(schedule: Schedule, store: MemoryStore, seam: Seam) {
  const time = createVirtualTime();
  const ledger = createLedger();
  let jumpedMs = 0;
  const clock = { nowMs: () => START_MS + time.nowMs() + jumpedMs, monotonicMs: time.nowMs };
  const cloud = createCloud({ time, schedule, ledger, seam });
  const network = createNetwork({ time, schedule, cloud, ledger });
  const { createTransport } = network;
  const agent = createAgent({ time, clock, schedule, ledger, store, seam, createTransport });

  /** Retries these parked records, as a person does. */
  const retry = (parked: readonly Parked[]) =>
    agent.use((outbox) => {
      for (const { id, refs } of parked) {
        ledger.parking.retry(id);
        ledger.requests.hold(id, refs);
        outbox.retryParked([id]);
      }
    });

  const { captures, clockJumps, upgradeAtMs, crashes } = schedule;
  for (const step of captures) time.timers.after(step.atMs, () => agent.capture(step));
  for (const { atMs, byMs } of clockJumps) time.timers.after(atMs, () => (jumpedMs += byMs));
  if (upgradeAtMs !== null) time.timers.after(upgradeAtMs, () => retry(readParked(store)));
  for (const crash of crashes) {
    if (!("ms" in crash.at)) continue;
    time.timers.after(crash.at.ms, () => {
      if (crash.side === "cloud") cloud.crash(crash.process, crash.downMs);
      else if (crash.side === "agent") agent.restart(crash.downMs);
      else agent.stop(crash.downMs);
    });
  }
  const calm = () => {
    agent.calm();
    cloud.calm();
  };
  const { capture, isRunning } = agent;
  const { copiesUnderWay, close } = network;
  return { time, ledger, capture, retry, isRunning, calm, copiesUnderWay, close };
}

/** The agent over its lives: it captures while it runs, and is started again after each end. */
function createAgent(parts: Omit<DeviceParts, "onEnd">) {
  const { time, clock } = parts;
  const device = createDevice({ ...parts, onEnd: restart });
  let life: Life | null = null;
  let isRestarting = false;
  let made = 0;
  /** Scans that wait for their number, which the agent learns at some time. */
  const numbers = new Map<string, { atMs: number; number: string }>();

  /** Runs work of the rest of the agent on the outbox; does nothing without a process. */
  function use(work: (outbox: Life["outbox"]) => void): void {
    try {
      if (life !== null) work(life.outbox);
    } catch (error) {
      if (!(error instanceof ProcessEnd)) throw error;
    }
  }
  function start(): void {
    isRestarting = false;
    life = device.start();
    assignNumbers();
  }
  function restart(downMs: number): void {
    life?.end();
    life = null;
    if (isRestarting) return;
    isRestarting = true;
    time.timers.after(downMs, start);
  }
  function assignNumbers(): void {
    for (const [id, { atMs, number }] of numbers) {
      if (atMs > time.nowMs()) continue;
      use((outbox) => {
        outbox.assignNumber(id, number);
        numbers.delete(id);
      });
    }
  }
  function capture(step: CaptureStep): void {
    const scan = makeCapture(step, `c${(made += 1)}`, clock.nowMs());
    use((outbox) => {
      if (step.numberedAfterMs === null || !("pictures" in scan)) {
        outbox.insert(scan);
        return;
      }
      const { containerNumber: number, ...rest } = scan;
      numbers.set(scan.id, { atMs: time.nowMs() + step.numberedAfterMs, number });
      time.timers.after(step.numberedAfterMs, assignNumbers);
      outbox.insertUnnumbered(rest);
    });
  }
  function stop(downMs: number): void {
    const stopping = life;
    void stopping?.forwarder.stop().then(() => stopping === life && restart(downMs));
  }
  start();
  return { use, capture, restart, stop, calm: device.calm, isRunning: () => life !== null };
}

export type Site = ReturnType<typeof createSite>;

function makeCapture(
  { camera, kind, events, hasInvalidEvent, fault }: CaptureStep,
  id: string,
  nowMs: number,
): Capture {
  const facts = { id, deviceId: "device-1", cameraId: `gate-${camera}`, capturedAtMs: nowMs, clockSynchronised: true };
  const containerNumber = NUMBERS[fault];
  if (kind === "stream-events") {
    const all = Array.from({ length: events }, (_, index) => ({
      event_id: `${id}-${index}${hasInvalidEvent && index === 0 ? "-invalid" : ""}`,
      tracking_id: hasInvalidEvent && index === 0 ? -1 : index,
      class_name: "carton",
      confidence: 0.9,
      bbox: { x1: 0, y1: 0, x2: 10, y2: 10 },
      event_type: "update" as const,
      timestamp: new Date(nowMs + index).toISOString(),
    }));
    return { ...facts, kind, payload: { session_id: "session-1", events: all } };
  }
  if (kind === "identify") return { ...facts, kind, containerNumber, payload: { user_email: id } };
  if (kind === "evidence") return { ...facts, kind, containerNumber, payload: { user_email: id }, pictures: PICTURES };
  return { ...facts, kind, containerNumber, payload: { detections: [], user_email: id }, pictures: PICTURES };
}
