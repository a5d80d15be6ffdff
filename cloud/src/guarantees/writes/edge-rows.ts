import { EDGE_KEY } from "../../testing/app.ts";
import type { WriteRow, WriteRows } from "./write-rows.ts";

const as = "edge" as const;
const stream = { device_id: "box-1", camera_id: "camera-1", session_id: "run-1" };
const event = {
  tracking_id: 1,
  class_name: "truck",
  confidence: 0.9,
  bbox: { x1: 1, y1: 2, x2: 30, y2: 40 },
  event_type: "enter",
  timestamp: "2026-11-01T10:00:00Z",
};
const detections = [{ class_name: "carton", confidence: 0.9, area_percentage: 12.5, quantity: 4 }];

const record: WriteRow = {
  done: async ({ unique, jpeg }) => ({
    as,
    params: { containerNumber: unique("EDGE") },
    body: { detections, image: Buffer.from(jpeg).toString("base64") },
  }),
  refused: async ({ unique }) => ({
    as,
    params: { containerNumber: unique("EDGE") },
    body: { detections, image: Buffer.from("no picture").toString("base64") },
  }),
};

/** A picture of a camera that its device lists, and that a user watches. */
const livePicture: WriteRow = {
  notLogged: "Live pictures are too many, and none of them is kept.",
  done: async ({ cloud, ann, unique, jpeg }) => {
    const [device_id, camera_id] = [unique("box"), unique("watched")];
    const headers = { "X-API-Key": EDGE_KEY };
    const heartbeat = { device_id, cameras: [{ camera_id, state: "running" }], watching_enabled: true };
    await cloud.send("POST", "/v1/edge/heartbeat", { headers, body: heartbeat });
    await cloud.send("GET", `/v1/cameras/${camera_id}/live-picture`, { headers: ann.authorization });
    return { as, body: { device_id, camera_id, image: Buffer.from(jpeg).toString("base64") } };
  },
};

/** The configuration of a device that has sent a heartbeat. */
const configuration: WriteRow = {
  done: async ({ cloud, unique }) => {
    const device_id = unique("box");
    await cloud.send("POST", "/v1/edge/heartbeat", { headers: { "X-API-Key": EDGE_KEY }, body: { device_id } });
    return { as, body: { device_id, configuration: "device: { id: box }\n", missing: [] } };
  },
  refused: async ({ unique }) => ({ as, body: { device_id: unique("box"), configuration: "", missing: [] } }),
};

/** A drift of a camera of a device that has sent a heartbeat. */
const cameraDrift: WriteRow = {
  done: async ({ cloud, unique, jpeg }) => {
    const [device_id, camera_id] = [unique("box"), unique("drifting")];
    await cloud.send("POST", "/v1/edge/heartbeat", { headers: { "X-API-Key": EDGE_KEY }, body: { device_id } });
    const measure = { measure: "confidence", reference: 0.8, now: 0.7, since: "2026-11-01", day: "2026-11-02" };
    const image = Buffer.from(jpeg).toString("base64");
    const pictures = [{ shows: "now", taken_at: "2026-11-02T10:00:00Z", image }];
    return { as, body: { device_id, camera_id, measures: [measure], pictures } };
  },
  refused: async ({ unique }) => ({ as, body: { camera_id: unique("drifting") } }),
};

/** Calls of the write routes that devices use. */
export const edgeRows: WriteRows = {
  "POST /v1/edge/containers/identify": {
    done: async ({ unique }) => ({ as, body: { container_number: unique("EDGE") } }),
    refused: async () => ({ as, body: { container_number: "?" } }),
  },
  "POST /v1/edge/containers/{containerNumber}/scans/category": record,
  "POST /v1/edge/containers/{containerNumber}/scans/defect": record,
  "POST /v1/edge/containers/{containerNumber}/scans/illegal": record,
  "POST /v1/edge/containers/{containerNumber}/evidence": record,
  "POST /v1/edge/camera-drift": cameraDrift,
  "POST /v1/edge/configuration": configuration,
  "POST /v1/edge/live-pictures": livePicture,
  "POST /v1/tracking-data/stream-events": {
    notLogged: "Stream events are too many, and no user decides them.",
    done: async ({ unique }) => ({ as, body: { ...stream, events: [{ ...event, event_id: unique("event") }] } }),
  },
};
