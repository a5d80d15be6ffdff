import { edgeDeviceDetail } from "@container-inspection/shared-schemas/edge-devices";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { answerEdgeDevice, changeUsableDevice } from "./change-edge-device.ts";
import { updateEdgeDevice } from "../register/edge-device-store.ts";
import { deleteKeys } from "./edge-key-store.ts";
import { deleteDrifts } from "../drift/drift-store.ts";
import { deleteConfiguration } from "../configurations/configuration-store.ts";
import { deleteFaults } from "./camera-fault-store.ts";
import { endJoinCodes } from "./join-code-store.ts";
import { snapshotEdgeDevice } from "./present-edge-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/admin/edge-devices/{id}/revoke",
  operationId: "revokeEdgeDeviceV1",
  tags: ["Edge devices"],
  summary: "Revoke an edge device permanently",
  description:
    "All its keys and its code stop working immediately, in every process, and its configuration is deleted. The device stays on the list. A device that signs with the shared " +
    "key cannot be revoked alone: change `EDGE_API_KEY`. Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(edgeDeviceDetail), "The device, revoked"),
    ...errors("EDGE_DEVICE_NOT_FOUND", "EDGE_DEVICE_REVOKED", "EDGE_DEVICE_SHARES_KEY", "PRECONDITION_FAILED"),
  },
});

export const revokeEdgeDevice = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id } = c.req.valid("param");
  return changeUsableDevice(c, parts, id, async ({ tx, device, now, audit }) => {
    if (device.source === "shared-key")
      return fail(c, "EDGE_DEVICE_SHARES_KEY", "This device signs with the shared key: change EDGE_API_KEY instead.");
    await deleteKeys(tx, id);
    await endJoinCodes(tx, id, now);
    await deleteFaults(tx, id);
    await deleteDrifts(tx, id);
    await deleteConfiguration(tx, id);
    const changed = await updateEdgeDevice(tx, id, { revokedAt: now, silentSince: null, updatedAt: now });
    await audit("edge-device.revoke", { before: snapshotEdgeDevice(device), after: snapshotEdgeDevice(changed) });
    return answerEdgeDevice(c, tx, changed, now);
  });
});
