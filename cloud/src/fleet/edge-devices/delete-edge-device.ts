import { messageEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { okMessage } from "../../platform/http/replies.ts";
import { deleteEdgeDevice as removeEdgeDevice } from "./edge-device-store.ts";
import { openForChange } from "./open-for-change.ts";
import { snapshotEdgeDevice } from "./present-edge-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/admin/edge-devices/{id}",
  operationId: "deleteEdgeDeviceV1",
  tags: ["Edge devices"],
  summary: "Remove an edge device from the list, with its keys",
  description:
    "Its keys and its code end at once. One that signs with the shared key is listed again with its next heartbeat. Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(messageEnvelope, "The device is removed"),
    ...errors("EDGE_DEVICE_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const deleteEdgeDevice = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id } = c.req.valid("param");
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    const opened = await openForChange(c, tx, id);
    if (!opened.device) return opened.refusal;
    await removeEdgeDevice(tx, id);
    const before = snapshotEdgeDevice(opened.device);
    await audit(tx, { action: "edge-device.delete", subject: { type: "edge-device", id }, before, after: null });
    return okMessage(c, "The edge device is removed.");
  });
});
