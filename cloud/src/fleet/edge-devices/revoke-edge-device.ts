import { edgeDeviceDetail, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { updateEdgeDevice } from "./edge-device-store.ts";
import { deleteKeys } from "./edge-key-store.ts";
import { endJoinCodes } from "./join-code-store.ts";
import { answerEdgeDevice, openForChange, refuseRevoked } from "./open-for-change.ts";
import { snapshotEdgeDevice } from "./present-edge-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/admin/edge-devices/{id}/revoke",
  operationId: "revokeEdgeDeviceV1",
  tags: ["Edge devices"],
  summary: "Take all keys of an edge device back, at once and for good",
  description:
    "Every process refuses its keys from then on, and its code. It stays on the list. A device that signs with the shared key " +
    "cannot be revoked alone: change `EDGE_API_KEY`. Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(edgeDeviceDetail), "The device, revoked"),
    ...errors("EDGE_DEVICE_NOT_FOUND", "EDGE_DEVICE_REVOKED", "EDGE_DEVICE_SHARES_KEY", "PRECONDITION_FAILED"),
  },
});

export const revokeEdgeDevice = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id } = c.req.valid("param");
  const now = new Date(parts.nowMs());
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    const opened = await openForChange(c, tx, id);
    if (!opened.device) return opened.refusal;
    if (opened.device.revokedAt) return refuseRevoked(c);
    if (opened.device.source === "shared-key")
      return fail(c, "EDGE_DEVICE_SHARES_KEY", "This device signs with the shared key: change EDGE_API_KEY instead.");
    await deleteKeys(tx, id);
    await endJoinCodes(tx, id, now);
    const changed = await updateEdgeDevice(tx, id, { revokedAt: now, silentSince: null, updatedAt: now });
    const [before, after] = [snapshotEdgeDevice(opened.device), snapshotEdgeDevice(changed)];
    await audit(tx, { action: "edge-device.revoke", subject: { type: "edge-device", id }, before, after });
    return answerEdgeDevice(c, tx, changed, now);
  });
});
