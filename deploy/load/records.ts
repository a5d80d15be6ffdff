import { readFileSync } from "node:fs";
import path from "node:path";
import type { LoadRecord } from "./box.ts";

const HOUR_MS = 3_600_000;
const picture = readFileSync(path.join(import.meta.dirname, "../../edge-agent/models/samples/load-1.jpg"), "base64");

/** What a box captures in an hour: scans, and for each of its cameras batches of so many tracking events. */
export type HourOfBox = { cameras: number; scans: number; batches: number; events: number };

/** The records that a box has captured in the hour before `backMs`, in order of time. */
export function recordsOf(box: number, hour: HourOfBox, backMs: number): LoadRecord[] {
  const perBox = hour.cameras * hour.batches;
  const whenIn = (index: number, of: number) => backMs - HOUR_MS + ((index + 0.5) / of) * HOUR_MS;
  const scans = Array.from({ length: hour.scans }, (_, index) => scanOf(box, index, whenIn(index, hour.scans), hour));
  const batches = Array.from({ length: perBox }, (_, index) => batchOf(box, index, whenIn(index, perBox), hour));
  return [...scans, ...batches].toSorted((one, other) => one.atMs - other.atMs);
}

type TimedRecord = LoadRecord & { atMs: number };

function scanOf(box: number, index: number, atMs: number, { cameras, scans }: HourOfBox): TimedRecord {
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
function batchOf(box: number, index: number, atMs: number, { cameras, events }: HourOfBox): TimedRecord {
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
