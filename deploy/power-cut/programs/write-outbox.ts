/*
 * Works on an outbox as an agent does, and notes in the ledger what it may rely on from then on: captures of all kinds,
 * some of which wait for their number, deliveries, parked and retried records, failed tries; over several sessions, each
 * of which closes the file.
 */
import { createHash, randomBytes } from "node:crypto";
import { openOutbox } from "../../../edge-agent/src/outbox/open-outbox.ts";
import { OutboxError } from "../../../edge-agent/src/outbox/outbox-error.ts";
import type { Outbox, OutboxLimits } from "../../../edge-agent/src/outbox/outbox.ts";
import type { Capture, ScanCapture, UnnumberedScan } from "../../../edge-agent/src/outbox/record.ts";
import { createRandom, type Random } from "../random.ts";
import { type LedgerLine, openLedger } from "./ledger.ts";

export type WriteOutboxArgs = {
  file: string;
  seed: number;
  sessions: number;
  operations: number;
  pictureBytes: number;
  /** Percentage of the operations that are captures. */
  capturePercent?: number;
  limits?: Partial<OutboxLimits>;
};

const args = JSON.parse(process.argv[2] ?? "") as WriteOutboxArgs;
const random = createRandom(args.seed);
const record: (line: LedgerLine) => void = openLedger();
const logger = {
  info() {},
  warn: (fields: { recordId?: string }, message: string) =>
    message.includes("kept only the small picture") && record({ reduced: fields.recordId ?? "" }),
  error() {},
};
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
let made = 0;
const newId = () => `made-${args.seed}-${(made += 1)}`;
/** Ids that wait, as this program believes. */
const waiting: string[] = [];
const parked: string[] = [];
/** Ids that wait for their number. */
const unnumbered: string[] = [];

for (let session = 0; session < args.sessions; session += 1) {
  const outbox = openOutbox({
    file: args.file,
    nowMs: Date.now,
    newId,
    logger,
    sign: undefined,
    limits: { ballastBytes: 0, ...args.limits },
  });
  for (let count = 0; count < args.operations; count += 1) {
    try {
      workOn(outbox);
    } catch (error) {
      // The forwarder meets this error on a failing disk, too.
      if (!(error instanceof OutboxError)) throw error;
      record({ failed: error.message });
    }
  }
  outbox.close();
}

function workOn(outbox: Outbox): void {
  const dice = random.below(100);
  const capturePercent = args.capturePercent ?? 60;
  // Assigned before anything else now and then, so that other captures come between.
  if (unnumbered.length > 2) return assignNumber(outbox, unnumbered.shift() ?? "");
  if (dice < capturePercent || waiting.length === 0) return insert(outbox);
  const id = waiting.splice(random.below(waiting.length), 1)[0] ?? "";
  if (dice < capturePercent + (100 - capturePercent) * 0.7) return settle(outbox, id);
  if (dice < capturePercent + (100 - capturePercent) * 0.8) {
    outbox.park(id, { reason: "tested", status: 422 });
    parked.push(id);
    return record({ parked: id });
  }
  if (dice < capturePercent + (100 - capturePercent) * 0.9) {
    outbox.retryParked(parked);
    waiting.push(...parked.splice(0));
  }
  outbox.noteFailure(id, { status: 503, error: "tested", counted: true, nextAttemptAtMs: Date.now() });
  waiting.push(id);
}

function insert(outbox: Outbox): void {
  const capture = createCapture(newId());
  const isHeld = capture.kind === "category-scan" && random.chance(0.3);
  const result = isHeld ? outbox.insertUnnumbered(withoutNumber(capture)) : outbox.insert(capture);
  if (!result.ok) return record({ refused: capture.id, reason: result.reason });
  (isHeld ? unnumbered : waiting).push(capture.id);
  const pictures = capture.kind === "category-scan" ? capture.pictures : null;
  const smallSha256 = pictures && sha256(pictures.small);
  record({ captured: capture.id, sha256: sha256(pictures?.original ?? Buffer.alloc(0)), smallSha256 });
}

function withoutNumber(capture: ScanCapture): UnnumberedScan {
  const { containerNumber: _number, ...scan } = capture;
  return scan;
}

function assignNumber(outbox: Outbox, id: string): void {
  try {
    if (outbox.assignNumber(id, "MSCU1234566") === "numbered") {
      waiting.push(id);
      record({ numbered: id });
    }
  } catch (error) {
    unnumbered.push(id);
    throw error;
  }
}

function settle(outbox: Outbox, id: string): void {
  record({ settling: id });
  const rejected = random.chance(0.3) ? [{ index: 0, code: "VALIDATION_ERROR", message: "tested" }] : [];
  const isBatch = outbox.read(id);
  outbox.acknowledge(id, isBatch.ok && isBatch.record.kind === "stream-events" ? rejected : []);
  record({ settled: id });
}

function createCapture(id: string): Capture {
  const cameraId = `gate-${random.below(2)}`;
  const facts = { id, deviceId: "device-1", cameraId, capturedAtMs: Date.now(), clockSynchronised: true };
  const kind = random.pick(["category-scan", "category-scan", "identify", "stream-events"] as const);
  if (kind === "identify") return { ...facts, kind, containerNumber: "MSCU1234566", payload: { confidence: 0.8 } };
  if (kind === "stream-events") return { ...facts, kind, payload: { session_id: id, events: [createEvent(random)] } };
  const pictures = { original: randomBytes(args.pictureBytes), small: randomBytes(200) };
  return { ...facts, kind, containerNumber: "MSCU1234566", payload: { detections: [] }, pictures };
}

function createEvent(source: Random) {
  return {
    event_id: `event-${source.below(1_000_000)}`,
    tracking_id: 1,
    class_name: "carton",
    confidence: 0.9,
    bbox: { x1: 0, y1: 0, x2: 10, y2: 10 },
    event_type: "update" as const,
    timestamp: new Date().toISOString(),
  };
}
