import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { cameraRegistration } from "@container-inspection/shared-schemas/topology";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { findRegistration } from "./camera-store.ts";
import { presentRegistration } from "./present-camera.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/cameras/{cameraId}",
  operationId: "getCameraRegistrationV1",
  tags: ["Cameras"],
  summary: "Get the registration of a camera",
  request: { params: z.object({ cameraId: z.string() }) },
  responses: {
    200: json(successEnvelope(cameraRegistration), "The registration"),
    ...notModified,
    ...errors("CAMERA_NOT_FOUND"),
  },
});

export const getCameraRegistration = defineRoute("admin", config, ({ db }: Needs<"db">) => async (c) => {
  const found = await findRegistration(db, c.req.valid("param").cameraId);
  if (!found) return fail(c, "CAMERA_NOT_FOUND", "No camera with this id is registered.");
  return okWithEtag(c, presentRegistration(found));
});
