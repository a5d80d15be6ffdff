import { camera } from "@container-inspection/shared-schemas/cameras";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { presentCamera } from "./present-camera.ts";
import { findCamera } from "./camera-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/cameras/{cameraId}",
  operationId: "getCameraV1",
  tags: ["Cameras"],
  summary: "Get a camera with its place and its last event",
  request: { params: z.object({ cameraId: z.string() }) },
  responses: { 200: json(successEnvelope(camera), "The camera"), ...notModified, ...errors("CAMERA_NOT_FOUND") },
});

export const getCamera = defineRoute("operator", config, ({ db }: Needs<"db">) => async (c) => {
  const found = await findCamera(db, c.req.valid("param").cameraId);
  if (!found)
    return fail(c, "CAMERA_NOT_FOUND", "No event or scan named a camera with this id, and no admin registered it.");
  return okWithEtag(c, presentCamera(found));
});
