import { edgeDeviceWithKey, rotateEdgeKeyRequest } from "@container-inspection/shared-schemas/edge-devices";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import { changeUsableDevice } from "./change-edge-device.ts";
import { issueKey } from "./issue-key.ts";
import { presentEdgeDeviceDetail } from "./present-edge-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/admin/edge-devices/{id}/rotate",
  operationId: "rotateEdgeKeyV1",
  tags: ["Edge devices"],
  summary: "Create a new key for an edge device",
  description:
    "The new key is returned only here. The previous keys keep working for `overlapMinutes`: one day by default, one week at most; 0 disables " +
    "them immediately. A device that signed with the shared key has its own key from then on. Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(rotateEdgeKeyRequest) },
  responses: {
    200: json(successEnvelope(edgeDeviceWithKey), "The device and its new key"),
    ...errors("VALIDATION_ERROR", "EDGE_DEVICE_NOT_FOUND", "EDGE_DEVICE_REVOKED", "PRECONDITION_FAILED"),
  },
});

export const rotateEdgeKey = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id } = c.req.valid("param");
  const { overlapMinutes } = c.req.valid("json");
  return changeUsableDevice(c, parts, id, async ({ tx, device, now, audit }) => {
    const issued = await issueKey(tx, device, { now, overlapMinutes });
    const after = { keyHint: issued.hint, earlierKeysEndAt: issued.earlierEndAt.toISOString() };
    await audit("edge-device.rotate-key", { before: null, after });
    return ok(c, { device: await presentEdgeDeviceDetail(tx, issued.device, now), apiKey: issued.apiKey });
  });
});
