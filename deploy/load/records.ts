import { readFileSync } from "node:fs";
import path from "node:path";
import type { LoadRecord } from "./box.ts";

const picture = readFileSync(path.join(import.meta.dirname, "../../edge-agent/models/samples/load-1.jpg"), "base64");

/** Records of a box in a period: scans, and for each camera `batches` of `events` tracking events each. */
export type CapturedByBox = { cameras: number; scans: number; batches: number; events: number };

/** A record, and when it was captured. */
export type TimedRecord = LoadRecord & { atMs: number };

/** The records that a box captures from `startMs` on within `lengthMs`, evenly and in order of time. */
export function recordsOf(
  box: number,
  captured: CapturedByBox,
  { startMs, lengthMs }: { startMs: number; lengthMs: number },
): TimedRecord[] {
  const batches = captured.cameras * captured.batches;
  const whenIn = (index: number, of: number) => startMs + ((index + 0.5) / of) * lengthMs;
  return [
    ...Array.from({ length: captured.scans }, (_, at) => scanOf(box, at, whenIn(at, captured.scans), captured)),
    ...Array.from({ length: batches }, (_, at) => batchOf(box, at, whenIn(at, batches), captured)),
  ].toSorted((one, other) => one.atMs - other.atMs);
}

function scanOf(box: number, index: number, atMs: number, { cameras, scans }: CapturedByBox): TimedRecord {
  const number = String(box * scans + index).padStart(7, "0");
  const body = () => ({
    image: picture,
    detections: [{ class_name: "carton", confidence: 0.9, area_percentage: 12.5, quantity: 4 }],
    camera_id: `box-${box}-camera-${index % cameras}`,
    device_id: `box-${box}`,
    timestamp: new Date(atMs).toISOString(),
  });
  const route = `/v1/edge/containers/LOAD${number}/scans/category`;
  return { atMs, key: `box-${box}-scan-${index}`, route, body: () => JSON.stringify(body()) };
}

/** Two events a second, of objects that stay ten seconds. */
function batchOf(box: number, index: number, atMs: number, { cameras, events }: CapturedByBox): TimedRecord {
  const eventOf = (event: number) => ({
    event_id: `${index}-${event}`,
    tracking_id: Math.floor(event / 20),
    class_name: "container",
    confidence: 0.9,
    bbox: { x1: 10, y1: 20, x2: 300, y2: 200 },
    event_type: "update",
    timestamp: new Date(atMs + event * 500).toISOString(),
  });
  const body = () => ({
    device_id: `box-${box}`,
    camera_id: `box-${box}-camera-${index % cameras}`,
    session_id: "run-1",
    events: Array.from({ length: events }, (_, event) => eventOf(event)),
  });
  const route = "/v1/tracking-data/stream-events";
  return { atMs, key: `box-${box}-events-${index}`, route, body: () => JSON.stringify(body()) };
}
