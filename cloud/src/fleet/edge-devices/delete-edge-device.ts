import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { okMessage } from "../../platform/http/replies.ts";
import { changeEdgeDevice } from "./change-edge-device.ts";
import { deleteEdgeDevice as removeEdgeDevice } from "../register/edge-device-store.ts";
import { snapshotEdgeDevice } from "./present-edge-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/admin/edge-devices/{id}",
  operationId: "deleteEdgeDeviceV1",
  tags: ["Edge devices"],
  summary: "Delete an edge device with its keys and its configuration",
  description:
    "Its keys and its code stop working immediately. A device that signs with the shared key is listed again with its next heartbeat. Honours " +
    "If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(messageEnvelope, "The device was deleted"),
    ...errors("EDGE_DEVICE_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const deleteEdgeDevice = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id } = c.req.valid("param");
  return changeEdgeDevice(c, parts, id, async ({ tx, device, audit }) => {
    await removeEdgeDevice(tx, id);
    await audit("edge-device.delete", { before: snapshotEdgeDevice(device), after: null });
    return okMessage(c, "Edge device deleted.");
  });
});
