import { edgeDeviceDetail, successEnvelope, updateEdgeDeviceRequest } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { updateEdgeDevice as writeEdgeDevice } from "./edge-device-store.ts";
import { answerEdgeDevice, openForChange } from "./open-for-change.ts";
import { snapshotEdgeDevice } from "./present-edge-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/admin/edge-devices/{id}",
  operationId: "updateEdgeDeviceV1",
  tags: ["Edge devices"],
  summary: "Change an edge device's name or note",
  description: "What is left out stays. Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(updateEdgeDeviceRequest) },
  responses: {
    200: json(successEnvelope(edgeDeviceDetail), "The device"),
    ...errors("VALIDATION_ERROR", "EDGE_DEVICE_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const updateEdgeDevice = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id } = c.req.valid("param");
  const { name, note } = c.req.valid("json");
  const now = new Date(parts.nowMs());
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    const opened = await openForChange(c, tx, id);
    if (!opened.device) return opened.refusal;
    const found = opened.device;
    const wanted = { name: name ?? found.name, note: note === undefined ? found.note : note };
    if (wanted.name === found.name && wanted.note === found.note) return answerEdgeDevice(c, tx, found, now);
    const changed = await writeEdgeDevice(tx, id, { ...wanted, updatedAt: now });
    const [before, after] = [snapshotEdgeDevice(found), snapshotEdgeDevice(changed)];
    await audit(tx, { action: "edge-device.update", subject: { type: "edge-device", id }, before, after });
    return answerEdgeDevice(c, tx, changed, now);
  });
});
