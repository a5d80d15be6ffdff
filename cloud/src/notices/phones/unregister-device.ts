import { unregisterDeviceRequest } from "@container-inspection/shared-schemas/devices";
import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, okMessage } from "../../platform/http/replies.ts";
import { deleteDevice } from "./device-store.ts";
import { snapshotDevice } from "./present-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/devices/unregister",
  operationId: "unregisterDeviceV1",
  tags: ["Devices"],
  summary: "Unregister a device from push notifications",
  description: "For use on logout. A device that is no longer registered, or belongs to another user, is not found.",
  request: { body: jsonBody(unregisterDeviceRequest) },
  responses: {
    200: json(messageEnvelope, "The device is removed"),
    ...errors("VALIDATION_ERROR", "DEVICE_NOT_FOUND"),
  },
});

export const unregisterDevice = defineRoute(
  "operator",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const { deviceId } = c.req.valid("json");
      const audit = auditOf(c, { newId, nowMs });
      const isDeleted = await db.transaction(async (tx) => {
        const removed = await deleteDevice(tx, c.get("caller").userId, deviceId);
        if (!removed) return false;
        const subject = { type: "device", id: deviceId };
        await audit(tx, { action: "device.unregister", subject, before: snapshotDevice(removed), after: null });
        return true;
      });
      if (!isDeleted) return fail(c, "DEVICE_NOT_FOUND", "You have no registered device with this id.");
      return okMessage(c, "Device unregistered.");
    },
);
