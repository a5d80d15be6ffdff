import { edgeDeviceDetail, updateEdgeDeviceRequest } from "@container-inspection/shared-schemas/edge-devices";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { answerEdgeDevice, changeEdgeDevice } from "./change-edge-device.ts";
import { updateEdgeDevice as writeEdgeDevice } from "../register/edge-device-store.ts";
import { snapshotEdgeDevice } from "./present-edge-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/admin/edge-devices/{id}",
  operationId: "updateEdgeDeviceV1",
  tags: ["Edge devices"],
  summary: "Update the name or note of an edge device",
  description: "Fields that are left out keep their value. Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(updateEdgeDeviceRequest) },
  responses: {
    200: json(successEnvelope(edgeDeviceDetail), "The device"),
    ...errors("VALIDATION_ERROR", "EDGE_DEVICE_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const updateEdgeDevice = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id } = c.req.valid("param");
  const { name, note } = c.req.valid("json");
  return changeEdgeDevice(c, parts, id, async ({ tx, device, now, audit }) => {
    const wanted = { name: name ?? device.name, note: note === undefined ? device.note : note };
    if (wanted.name === device.name && wanted.note === device.note) return answerEdgeDevice(c, tx, device, now);
    const changed = await writeEdgeDevice(tx, id, { ...wanted, updatedAt: now });
    await audit("edge-device.update", { before: snapshotEdgeDevice(device), after: snapshotEdgeDevice(changed) });
    return answerEdgeDevice(c, tx, changed, now);
  });
});
