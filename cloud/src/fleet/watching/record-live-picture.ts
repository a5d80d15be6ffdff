import { edgeSuccessEnvelope } from "@container-inspection/shared-schemas/errors";
import { livePictureData, livePictureRequest } from "@container-inspection/shared-schemas/live-pictures";
import { createRoute } from "@hono/zod-openapi";
import { answerOnce } from "../../platform/idempotency/answer-once.ts";
import { idempotencyHeaders } from "../../platform/idempotency/answer-receipt.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { edgeErrors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, idempotencyKeyOf, okEdge } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { readReport } from "./read-report.ts";
import { findSenderId } from "../register/sender.ts";
import { writeReport } from "./watched-camera-store.ts";
import { LIVE_PICTURE_ROUTE, REPORTS_PER_SECOND } from "./watch-rules.ts";

/** The largest picture as base64, and its boxes. */
const MAX_BODY_BYTES = 524_288;

const config = createRoute({
  method: "post",
  path: "/v1/edge/live-pictures",
  operationId: LIVE_PICTURE_ROUTE,
  tags: ["Edge"],
  summary: "Send a small picture of a camera that a user watches",
  description:
    "It replaces the last one, and is deleted some seconds after no user watches the camera any longer. Accepted from the device whose newest heartbeat " +
    `lists the camera; \`watched: false\` in the reply means that nothing was kept: stop sending. At most ${REPORTS_PER_SECOND} per second and camera, ` +
    `${MAX_BODY_BYTES} bytes each. Nothing needs to be repeated, so an Idempotency-Key is not necessary; one is remembered for a day.`,
  request: { headers: idempotencyHeaders, body: jsonBody(livePictureRequest) },
  responses: {
    200: json(edgeSuccessEnvelope(livePictureData), "Shown to the users who watch, or not needed"),
    ...edgeErrors("VALIDATION_ERROR", "INVALID_IMAGE_FORMAT", "IDEMPOTENCY_KEY_REUSED", "RATE_LIMIT_EXCEEDED"),
  },
});

export const recordLivePicture = defineRoute(
  "edge",
  config,
  ({ db, watching, nowMs }: Needs<"db" | "watching" | "nowMs">) =>
    async (c) => {
      const body = c.req.valid("json");
      const { camera_id: cameraId } = body;
      const key = idempotencyKeyOf(c);
      const deviceId = await findSenderId(c, db, body.device_id);
      const admission = deviceId === undefined ? "not-watched" : await watching.admit(deviceId, cameraId);
      if (admission === "too-often") {
        c.header("Retry-After", "1");
        return fail(c, "RATE_LIMIT_EXCEEDED", `Send at most ${REPORTS_PER_SECOND} pictures per second and camera.`);
      }
      // Without a key nothing is remembered, and nothing of the picture is looked at.
      if (admission === "not-watched" && key === null) return okEdge(c, { watched: false });
      const now = new Date(nowMs());
      const report = await readReport(body, now);
      if (!report) return fail(c, "INVALID_IMAGE_FORMAT", "The image must be a complete, small JPEG in base64.");
      return answerOnce(c, { db, operationId: LIVE_PICTURE_ROUTE, body, now }, async (tx) => ({
        watched: deviceId !== undefined && (await writeReport(tx, { cameraId, deviceId, now }, report)),
      }));
    },
  {
    largeBody: { module: "@container-inspection/shared-schemas/live-pictures", name: "livePictureRequest" },
    maxBodyBytes: MAX_BODY_BYTES,
  },
);
