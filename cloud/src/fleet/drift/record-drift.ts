import {
  cameraDriftData,
  cameraDriftRequest,
  type CameraDriftRequest,
  MAX_DRIFT_PIXELS,
} from "@container-inspection/shared-schemas/camera-drift";
import { edgeSuccessEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { findHolders } from "../../inspection/provenance/claim-store.ts";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { edgeErrors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { answerOnce } from "../../platform/idempotency/answer-once.ts";
import { idempotencyHeaders } from "../../platform/idempotency/answer-receipt.ts";
import { decodeBase64 } from "../../platform/images/decode-base64.ts";
import { decodePicture } from "../../platform/images/decode-picture.ts";
import { findEdgeDevice } from "../register/edge-device-store.ts";
import type { Needs } from "../parts.ts";
import { orderTime } from "../../inspection/record/order-scans.ts";
import { findSenderId } from "../register/sender.ts";
import type { DriftRow } from "./drift-store.ts";
import { followDrift } from "./follow-drift.ts";

/** All its pictures as base64, and its numbers. */
const MAX_BODY_BYTES = 2_000_000;

const config = createRoute({
  method: "post",
  path: "/v1/edge/camera-drift",
  operationId: "recordCameraDriftV1",
  tags: ["Edge"],
  summary: "Report how the days of a camera differ from those after its installation",
  description:
    "It replaces the last report of the camera, unless that one was compared later (`timestamp`); one without `measures` ends the drift. A device with its own key is identified by the key, with the " +
    "shared key by `device_id`. A measure that is new is reported to supervisors, to `GET /v1/events` and to webhooks (`camera.drifted`).",
  request: { headers: idempotencyHeaders, body: jsonBody(cameraDriftRequest) },
  responses: {
    200: json(edgeSuccessEnvelope(cameraDriftData), "Recorded"),
    ...edgeErrors("VALIDATION_ERROR", "INVALID_IMAGE_FORMAT", "IDEMPOTENCY_KEY_REUSED"),
  },
});

export const recordDrift = defineRoute(
  "edge",
  config,
  (parts: Needs<"db" | "jobs" | "logger" | "nowMs" | "newId">) => async (c) => {
    const body = c.req.valid("json");
    const now = new Date(parts.nowMs());
    const pictures = await readPictures(body);
    if (!pictures) {
      const message = `Each picture must be a complete JPEG in base64, at most ${MAX_DRIFT_PIXELS} pixels wide and high.`;
      return fail(c, "INVALID_IMAGE_FORMAT", message);
    }
    const deviceId = await findSenderId(c, parts.db, body.device_id);
    return answerOnce(c, { db: parts.db, operationId: config.operationId, body, now }, async (tx) => {
      const device = deviceId === undefined ? undefined : await findEdgeDevice(tx, deviceId);
      const holder = (await findHolders(tx, "camera", [body.camera_id])).get(body.camera_id);
      if (!device || (holder ?? device.id) !== device.id) return { deviceId: null };
      const row = rowOf(body, { deviceId: device.id, pictures, reportedAt: now });
      await followDrift({ ...parts, audit: auditOf(c, parts) }, tx, device, row);
      return { deviceId: device.id };
    });
  },
  {
    largeBody: { module: "@container-inspection/shared-schemas/camera-drift", name: "cameraDriftRequest" },
    maxBodyBytes: MAX_BODY_BYTES,
  },
);

/** The pictures as they are kept; undefined if one is not a small JPEG that decodes to its end. */
async function readPictures({ pictures = [] }: CameraDriftRequest): Promise<DriftRow["pictures"] | undefined> {
  const kept: DriftRow["pictures"] = [];
  for (const { shows, taken_at: takenAt, image } of pictures) {
    const bytes = decodeBase64(image);
    const picture = bytes && (await decodePicture(bytes, { maxPixels: MAX_DRIFT_PIXELS ** 2 }));
    const isSmall = picture && Math.max(picture.width, picture.height) <= MAX_DRIFT_PIXELS;
    if (!bytes || !isSmall || picture.contentType !== "image/jpeg") return undefined;
    kept.push({ shows, takenAt: takenAt.toISOString(), image: bytes.toString("base64") });
  }
  return kept;
}

function rowOf(body: CameraDriftRequest, known: Pick<DriftRow, "deviceId" | "pictures" | "reportedAt">): DriftRow {
  const { camera_id: cameraId, model_name: name = "", model_version: version = "", measures, classes = [] } = body;
  return {
    ...known,
    comparedAt: orderTime(body.timestamp ?? known.reportedAt, known.reportedAt).orderedAt,
    cameraId,
    model: { name, version },
    measures,
    classes: classes.map(({ class_name: className, reference, now }) => ({ className, reference, now })),
  };
}
