import { cameraDriftReply } from "@container-inspection/shared-schemas/camera-drift";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { findCamera } from "../cameras/camera-store.ts";
import { findCameraDevice } from "../watching/watched-camera-store.ts";
import type { Needs } from "../parts.ts";
import { findDrift } from "./drift-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/cameras/{cameraId}/drift",
  operationId: "getCameraDriftV1",
  tags: ["Cameras"],
  summary: "Get how a camera differs from its reference, with small pictures of then and now",
  description:
    "The device of the camera compares each day with those after its installation. `drift` of `GET /v1/cameras` names the cameras that differ.",
  request: { params: z.object({ cameraId: z.string() }) },
  responses: { 200: json(successEnvelope(cameraDriftReply), "Its drift, or null"), ...errors("CAMERA_NOT_FOUND") },
});

export const getDrift = defineRoute("operator", config, ({ db }: Needs<"db">) => async (c) => {
  const { cameraId } = c.req.valid("param");
  const found = await findDrift(db, cameraId);
  if (!found) {
    const isKnown = (await findCamera(db, cameraId)) ?? (await findCameraDevice(db, cameraId));
    return isKnown ? ok(c, { drift: null }) : fail(c, "CAMERA_NOT_FOUND", "No device reports a camera with this id.");
  }
  const { cameraId: _id, comparedAt: _comparedAt, reportedAt, ...drift } = found;
  return ok(c, { drift: { ...drift, reportedAt: reportedAt.toISOString() } });
});
