/*
 * A gate without cameras: captures records of all kinds into an outbox and delivers them, with the delivery of the agent.
 * It is killed again and again; what has been captured stands in the ledger. Argument: a GateOrder as JSON.
 */
import { openSync, readFileSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fixedKey } from "../../edge-agent/src/forwarding/link/api-key.ts";
import { createCloudLink } from "../../edge-agent/src/forwarding/link/cloud-link.ts";
import { resolveLimits } from "../../edge-agent/src/forwarding/link/limits.ts";
import { DIRECT } from "../../edge-agent/src/forwarding/link/open-dispatcher.ts";
import { startForwarder } from "../../edge-agent/src/forwarding/start-forwarder.ts";
import { openOutbox } from "../../edge-agent/src/outbox/open-outbox.ts";
import type { Capture } from "../../edge-agent/src/outbox/record.ts";
import { systemTimers } from "../../edge-agent/src/base/timers.ts";
import { NO_TRACES } from "../../edge-agent/src/base/traces/traces.ts";

export type GateOrder = {
  outbox: string;
  ledger: string;
  picture: string;
  cloudUrl: string;
  apiKey: string;
  /** Prefix of this life, with which its ids begin. */
  prefix: string;
  /** Error of the wall clock, in milliseconds. */
  clockOffsetMs: number;
  /** Milliseconds between two captures; null delivers what waits and ends. */
  captureEveryMs: number | null;
};

const order: GateOrder = JSON.parse(process.argv[2] ?? "");
const clock = { nowMs: () => Date.now() + order.clockOffsetMs, monotonicMs: () => performance.now() };
const print = (level: string) => (fields: object, message: string) =>
  console.log(level, message, JSON.stringify(fields));
const logger = { info() {}, warn: print("warn"), error: print("error") };
const limits = resolveLimits({
  retryMinMs: 50,
  retryMaxMs: 1_000,
  retryAfterMaxMs: 2_000,
  deadlineBaseMs: 10_000,
  connectTimeoutMs: 3_000,
  eventsEveryMs: 300,
  idleCheckMs: 2_000,
});
const outbox = openOutbox({
  file: order.outbox,
  nowMs: clock.nowMs,
  newId: () => crypto.randomUUID(),
  logger,
  sign: undefined,
  limits: { ballastBytes: 0 },
});
const link = createCloudLink({ cloudUrl: order.cloudUrl, apiKey: fixedKey(order.apiKey), network: DIRECT });
const client = link.openClient(limits);
const forwarder = startForwarder({
  outbox,
  cloudUrl: order.cloudUrl,
  client,
  traces: NO_TRACES,
  windows: [],
  logger,
  clock,
  timers: systemTimers,
  random: Math.random,
  limits,
});
const picture = readFileSync(order.picture);
const ledger = openSync(order.ledger, "a");

const stopping = new AbortController();
process.once("SIGTERM", () => stopping.abort());
// Without the parent the result has no reader.
process.once("disconnect", () => process.exit(1));
for (let count = 0; !stopping.signal.aborted; count += 1) {
  if (order.captureEveryMs === null) {
    if (outbox.status().pending === 0) break;
    await sleep(20);
    continue;
  }
  keep(makeCapture(count));
  await sleep(order.captureEveryMs);
}
await forwarder.stop();
outbox.close();
process.exit(0);

function keep(capture: Capture): void {
  const result = outbox.insert(capture);
  // A capture refused because of a locked file or a full disk does not count as captured.
  if (!result.ok || result.sequence === null) return;
  const refs = capture.kind === "stream-events" ? capture.payload.events.map(({ event_id }) => event_id) : [capture.id];
  writeSync(ledger, refs.map((ref) => `${capture.kind} ${ref}\n`).join(""));
}

function makeCapture(count: number): Capture {
  const id = `${order.prefix}-${count}`;
  const cameraId = `gate-${count % 3}`;
  const facts = { id, deviceId: "faults", cameraId, capturedAtMs: clock.nowMs(), clockSynchronised: true };
  const containerNumber = `FALT${String(count % 7).padStart(7, "0")}`;
  const pictures = { original: picture, small: picture };
  // Every tenth picture comes twice.
  const pictureKey = `${order.prefix}-${count % 10 === 9 ? count - 1 : count}`;
  if (count % 5 === 1) return { ...facts, kind: "identify", containerNumber, payload: {} };
  if (count % 5 === 2) return { ...facts, kind: "evidence", containerNumber, payload: {}, pictures };
  // Events of another year would go with the retention.
  if (count % 5 === 3 && order.clockOffsetMs === 0) {
    const event = (index: number) => ({
      event_id: `${id}-${index}`,
      tracking_id: index,
      class_name: "carton",
      confidence: 0.9,
      bbox: { x1: 0, y1: 0, x2: 10, y2: 10 },
      event_type: "update" as const,
      timestamp: new Date(clock.nowMs() + index).toISOString(),
    });
    return { ...facts, kind: "stream-events", payload: { session_id: order.prefix, events: [event(0), event(1)] } };
  }
  return { ...facts, kind: "category-scan", pictureKey, containerNumber, payload: { detections: [] }, pictures };
}
