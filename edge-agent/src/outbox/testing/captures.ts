import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { SignRecord } from "../compose-record.ts";
import { openOutbox } from "../open-outbox.ts";
import type { Logger } from "../../base/logger.ts";
import type { Outbox, OutboxLimits } from "../outbox.ts";
import type {
  CameraDriftCapture,
  EvidenceCapture,
  IdentifyCapture,
  ScanCapture,
  StreamEventsCapture,
} from "../record.ts";

/** 2026-11-20T08:00:00Z */
export const NOW_MS = 1_795_161_600_000;

/** A folder of the test's own, removed when it passes or fails. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "outbox-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A logger that keeps its lines. */
export function createTestLogger(): Logger & { lines: string[] } {
  const lines: string[] = [];
  const keep = (level: string) => (fields: object, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
  return { lines, info: keep("info"), warn: keep("warn"), error: keep("error") };
}

let made = 0;
const nextId = () => `test-${++made}`;

/** An outbox that is closed when the test ends, unless it was before. */
export function openTestOutbox(parts: {
  folder: string;
  limits?: Partial<OutboxLimits>;
  nowMs?: () => number;
  logger?: Logger;
  sign?: SignRecord;
}): Outbox & { file: string } {
  const { folder, limits, nowMs = () => NOW_MS, logger = createTestLogger(), sign } = parts;
  const file = path.join(folder, "outbox.db");
  const outbox = openOutbox({ file, nowMs, newId: nextId, logger, sign, limits: { ballastBytes: 0, ...limits } });
  onTestFinished(() => outbox.close());
  return { ...outbox, file };
}

const FACTS = { deviceId: "device-1", capturedAtMs: NOW_MS, clockSynchronised: true };

/** A scan with random pictures of the sizes given, so that nothing compresses or repeats. */
export function scanCapture(
  parts: Partial<ScanCapture> & { originalBytes?: number; smallBytes?: number } = {},
): ScanCapture {
  const { originalBytes = 2_000, smallBytes = 200, ...rest } = parts;
  return {
    ...FACTS,
    id: nextId(),
    kind: "category-scan",
    cameraId: "gate-1",
    containerNumber: "MSCU1234566",
    payload: { detections: [{ class_name: "carton", confidence: 0.9 }] },
    pictures: { original: randomBytes(originalBytes), small: randomBytes(smallBytes) },
    ...rest,
  };
}

export function evidenceCapture(parts: Partial<EvidenceCapture> = {}): EvidenceCapture {
  const pictures = { original: randomBytes(2_000), small: randomBytes(200) };
  const facts = { ...FACTS, id: nextId(), cameraId: "gate-1-left", containerNumber: "MSCU1234566" };
  return { ...facts, kind: "evidence", payload: { user_email: undefined }, pictures, ...parts };
}

export function identifyCapture(parts: Partial<IdentifyCapture> = {}): IdentifyCapture {
  const number = { containerNumber: "MSCU1234566", payload: { confidence: 0.8 } };
  return { ...FACTS, id: nextId(), kind: "identify", cameraId: "gate-1", ...number, ...parts };
}

export function eventsCapture(count: number, parts: Partial<StreamEventsCapture> = {}): StreamEventsCapture {
  const events = Array.from({ length: count }, (_, index) => ({
    event_id: `event-${index}`,
    tracking_id: index,
    class_name: "carton",
    confidence: 0.9,
    bbox: { x1: 0, y1: 0, x2: 10, y2: 10 },
    event_type: "update" as const,
    timestamp: new Date(NOW_MS + index).toISOString(),
  }));
  const payload = { session_id: "session-1", events };
  return { ...FACTS, id: nextId(), kind: "stream-events", cameraId: "gate-1", payload, ...parts };
}

export function driftCapture(
  parts: Pick<CameraDriftCapture, "payload"> & Partial<CameraDriftCapture>,
): CameraDriftCapture {
  return { ...FACTS, id: nextId(), kind: "camera-drift", cameraId: "gate-1", ...parts };
}

/** The ids that wait, in the order of each camera. */
export function waitingIds(outbox: Outbox): string[] {
  const ids: string[] = [];
  for (;;) {
    const heads = outbox.nextRecords({ excludeCameraIds: [], excludeKinds: [], excludeIds: ids, limit: 100 });
    if (heads.length === 0) return ids;
    ids.push(...heads.map(({ id }) => id));
  }
}
