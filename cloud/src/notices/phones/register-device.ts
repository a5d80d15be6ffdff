import { device, registerDeviceRequest } from "@container-inspection/shared-schemas/devices";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { created, fail, ok } from "../../platform/http/replies.ts";
import { saveDevice } from "./device-store.ts";
import { presentDevice, snapshotDevice } from "./present-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/devices/register",
  operationId: "registerDeviceV1",
  tags: ["Devices"],
  summary: "Register a mobile device for push notifications",
  description:
    "Registering again updates the device, makes it active, and moves it to the caller. The active device of another user moves only with its " +
    "present push token. Another device with the same push token is " +
    "removed. One person has at most 100 devices: the one registered longest ago makes room.",
  request: { body: jsonBody(registerDeviceRequest) },
  responses: {
    200: json(successEnvelope(device), "The device, which was registered before"),
    201: json(successEnvelope(device), "The new device"),
    ...errors("VALIDATION_ERROR", "DEVICE_IN_USE"),
  },
});

export const registerDevice = defineRoute(
  "operator",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const registration = { ...c.req.valid("json"), userId: c.get("caller").userId };
      const audit = auditOf(c, { newId, nowMs });
      const saved = await db.transaction(async (tx) => {
        const registered = await saveDevice(tx, registration, nowMs());
        if (!registered) return undefined;
        const { device: row, before: known, removed } = registered;
        for (const lost of removed) {
          const subject = { type: "device", id: lost.deviceId };
          await audit(tx, { action: "device.unregister", subject, before: snapshotDevice(lost), after: null });
        }
        const [before, after] = [known ? snapshotDevice(known) : null, snapshotDevice(row)];
        await audit(tx, { action: "device.register", subject: { type: "device", id: row.deviceId }, before, after });
        return { data: presentDevice(row), created: !known };
      });
      if (!saved) {
        const message = "Another user has registered this device with another push token. Unregister it there first.";
        return fail(c, "DEVICE_IN_USE", message);
      }
      const { data } = saved;
      return saved.created ? created(c, data) : ok(c, data);
    },
);
