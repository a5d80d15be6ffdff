import { edgeDeviceWithKey, rotateEdgeKeyRequest, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import { issueKey } from "./issue-key.ts";
import { openForChange, refuseRevoked } from "./open-for-change.ts";
import { presentEdgeDeviceDetail } from "./present-edge-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/admin/edge-devices/{id}/rotate",
  operationId: "rotateEdgeKeyV1",
  tags: ["Edge devices"],
  summary: "Give an edge device a new key",
  description:
    "The new key is told this once. The keys before it work for `overlapMinutes` more, a day unless told and a week at most; 0 ends them " +
    "at once. A device that signed with the shared key has one of its own from then on. Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(rotateEdgeKeyRequest) },
  responses: {
    200: json(successEnvelope(edgeDeviceWithKey), "The device and its new key"),
    ...errors("VALIDATION_ERROR", "EDGE_DEVICE_NOT_FOUND", "EDGE_DEVICE_REVOKED", "PRECONDITION_FAILED"),
  },
});

export const rotateEdgeKey = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id } = c.req.valid("param");
  const { overlapMinutes } = c.req.valid("json");
  const now = new Date(parts.nowMs());
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    const opened = await openForChange(c, tx, id);
    if (!opened.device) return opened.refusal;
    if (opened.device.revokedAt) return refuseRevoked(c);
    const { device, apiKey, hint, earlierEndAt } = await issueKey(tx, opened.device, { now, overlapMinutes });
    const after = { keyHint: hint, earlierKeysEndAt: earlierEndAt.toISOString() };
    await audit(tx, { action: "edge-device.rotate-key", subject: { type: "edge-device", id }, before: null, after });
    return ok(c, { device: await presentEdgeDeviceDetail(tx, device, now), apiKey });
  });
});
