import { deviceList } from "@container-inspection/shared-schemas/devices";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import { findDevicesOf } from "./device-store.ts";
import { presentDevice } from "./present-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/devices",
  operationId: "listDevicesV1",
  tags: ["Devices"],
  summary: "List the caller's registered devices, the last registered first",
  responses: { 200: json(successEnvelope(deviceList), "All of them, at most 100") },
});

export const listDevices = defineRoute(
  "operator",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const devices = (await findDevicesOf(db, c.get("caller").userId)).map(presentDevice);
      return ok(c, { devices, total: devices.length });
    },
  { readsReplica: true },
);
