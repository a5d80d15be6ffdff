import { readFileSync } from "node:fs";
import { cameraDriftRequest } from "@container-inspection/shared-schemas/camera-drift";
import { edgeEvidenceRequest, edgeIdentifyRequest, edgeScanRequest } from "@container-inspection/shared-schemas/edge";
import { streamEvent, streamEventsRequest } from "@container-inspection/shared-schemas/tracking";
import { expect, test } from "vitest";
import type { Capture } from "../outbox/record.ts";
import {
  driftCapture,
  eventsCapture,
  evidenceCapture,
  identifyCapture,
  openTestOutbox,
  scanCapture,
  temporaryFolder,
  waitingIds,
} from "../outbox/testing/captures.ts";
import { assembleRequest } from "./assemble-request.ts";

/** A golden message, as the cloud's tests send it. */
function readFixture(name: string): { path: string; body: Record<string, unknown> } {
  const file = new URL(`../../../shared-schemas/src/fixtures/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Returns the request for the last capture, once all captures have been through a real outbox. */
function send(...captures: Capture[]): { path: string; body: Record<string, unknown> } {
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  for (const capture of captures) outbox.insert(capture);
  const read = outbox.read(captures.at(-1)!.id);
  if (!read.ok) throw new Error(`the record is ${read.reason}`);
  const { url, body } = assembleRequest("https://cloud.example/base/", read.record);
  return { path: url.replace("https://cloud.example/base", ""), body: JSON.parse(body.toString("utf8")) };
}

const DETECTION = {
  class_name: "carton",
  confidence: 0.91,
  polygon: { x: [2, 20, 20, 2], y: [3, 3, 18, 18] },
  area_percentage: 35.2,
  quantity: 1,
};

test("a scan matches the cloud's schema, with no field that the golden message lacks", () => {
  const golden = readFixture("category-scan-full");
  const pictures = { original: Buffer.from("o"), annotated: Buffer.from("a"), small: Buffer.from("s") };
  const payload = {
    detections: [DETECTION],
    user_email: "operator@example.com",
    model_name: "category-demo",
    model_version: "1.0.0",
    inference_ms: 14.2,
  };
  const containerNumber = "MSKU9070323";
  // The second of its camera: the first has no record before it to point at.
  const sent = send(scanCapture({ containerNumber }), scanCapture({ containerNumber, payload, pictures }));
  expect(sent.path).toBe(golden.path);
  // The golden message is the first of its camera, and of an older agent.
  expect(Object.keys(sent.body).filter((key) => !(key in golden.body))).toEqual(["findings_sha256", "previous_sha256"]);
  expect(edgeScanRequest.parse(sent.body)).toMatchObject({
    ...payload,
    image: Buffer.from("o").toString("base64"),
    visualization: Buffer.from("a").toString("base64"),
    camera_id: "gate-1",
    device_id: "device-1",
    sequence: 2,
    previous_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    record_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test("the least scan, the first of a camera, is whole as well", () => {
  const { body } = send(scanCapture({ payload: { detections: [] } }));
  expect(edgeScanRequest.parse(body)).toMatchObject({ detections: [], sequence: 1 });
  expect(Object.keys(readFixture("category-scan-least").body).filter((key) => !(key in body))).toEqual([]);
});

test("an announced container matches the cloud's schema, with no field that the golden message lacks", () => {
  const golden = readFixture("identify");
  const sent = send(identifyCapture({ payload: { confidence: 0.97, user_email: "operator@example.com" } }));
  expect(sent.path).toBe(golden.path);
  expect(Object.keys(sent.body).filter((key) => !(key in golden.body))).toEqual([]);
  expect(edgeIdentifyRequest.parse(sent.body)).toMatchObject({ container_number: expect.anything(), confidence: 0.97 });
});

test("a batch of events matches the cloud's schemas, event by event", () => {
  const { path, body } = send(eventsCapture(3));
  expect(path).toBe("/v1/tracking-data/stream-events");
  const { events, ...batch } = streamEventsRequest.strict().parse(body);
  expect(batch).toEqual({ device_id: "device-1", camera_id: "gate-1", session_id: "session-1" });
  expect(events.map((event) => streamEvent.safeParse(event).success)).toEqual([true, true, true]);
});

test.each([
  ["category-scan", "category"],
  ["defect-scan", "defect"],
  ["illegal-scan", "illegal"],
] as const)("a %s goes to its own route, on a chain of its own", (kind, type) => {
  const other = kind === "category-scan" ? "defect-scan" : "category-scan";
  const sent = send({ ...scanCapture(), kind: other }, { ...scanCapture(), kind });
  expect(sent.path).toMatch(new RegExp(`^/v1/edge/containers/[A-Z0-9]+/scans/${type}$`));
  expect(edgeScanRequest.parse(sent.body)).toMatchObject({ sequence: 1 });
});

test("a photo of a side camera is sent to the route of evidence, on a separate chain and without findings", () => {
  const pictures = { original: Buffer.from("o"), small: Buffer.from("s") };
  const sent = send(scanCapture({ cameraId: "gate-1-left" }), evidenceCapture({ pictures }));
  expect(sent.path).toBe("/v1/edge/containers/MSCU1234566/evidence");
  expect(edgeEvidenceRequest.parse(sent.body)).toMatchObject({
    image: Buffer.from("o").toString("base64"),
    camera_id: "gate-1-left",
    sequence: 1,
    record_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(sent.body).not.toHaveProperty("visualization");
  expect(sent.body).not.toHaveProperty("detections");
});

test("a drift goes to its own route with its pictures, after a later scan of its camera", () => {
  const measure = { measure: "sharpness", reference: 12, now: 6, since: "2026-11-18", day: "2026-11-19" };
  const picture = { shows: "now" as const, taken_at: "2026-11-19T09:00:00.000Z", image: "c21hbGw=" };
  const payload = { model_name: "cargo", model_version: "2", measures: [measure], classes: [], pictures: [picture] };
  const { path, body } = send(driftCapture({ payload }));
  expect(path).toBe("/v1/edge/camera-drift");
  expect(cameraDriftRequest.strict().parse(body)).toMatchObject({
    ...payload,
    device_id: "device-1",
    camera_id: "gate-1",
    pictures: [{ shows: "now", image: picture.image }],
  });
  const outbox = openTestOutbox({ folder: temporaryFolder() });
  const [drift, scan] = [driftCapture({ payload }), scanCapture()];
  for (const capture of [drift, scan]) outbox.insert(capture);
  expect(waitingIds(outbox)).toEqual([scan.id, drift.id]);
});
