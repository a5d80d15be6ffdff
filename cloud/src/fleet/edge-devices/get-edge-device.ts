import { edgeDeviceDetail } from "@container-inspection/shared-schemas/edge-devices";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { findEdgeDevice } from "../register/edge-device-store.ts";
import { refuseUnknownDevice } from "../register/refuse-unknown-device.ts";
import { answerEdgeDevice } from "./change-edge-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/edge-devices/{id}",
  operationId: "getEdgeDeviceV1",
  tags: ["Edge devices"],
  summary: "Get an edge device with its keys and its newest heartbeat",
  description: "The ETag, for If-Match, covers what admins write, and not what the device reports.",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(successEnvelope(edgeDeviceDetail), "The device"), ...errors("EDGE_DEVICE_NOT_FOUND") },
});

export const getEdgeDevice = defineRoute("admin", config, ({ db, nowMs }: Needs<"db" | "nowMs">) => async (c) => {
  const found = await findEdgeDevice(db, c.req.valid("param").id);
  if (!found) return refuseUnknownDevice(c);
  return answerEdgeDevice(c, db, found, new Date(nowMs()));
});
