import { deviceConfiguration } from "@container-inspection/shared-schemas/device-configurations";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { refuseUnknownDevice } from "../register/refuse-unknown-device.ts";
import { findEdgeDevice } from "../register/edge-device-store.ts";
import type { Needs } from "../parts.ts";
import { findConfiguration } from "./configuration-store.ts";
import { presentConfiguration } from "./present-configuration.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/edge-devices/{id}/configuration",
  operationId: "getEdgeConfigurationV1",
  tags: ["Edge devices"],
  summary: "Get the configuration that is kept of an edge device",
  description:
    "As the device reported it last, without secrets; `missing` names what was left out. New hardware that joins with a code of this device " +
    "restores it. It is deleted when the device is revoked or deleted.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(deviceConfiguration), "The configuration"),
    ...errors("EDGE_DEVICE_NOT_FOUND", "CONFIGURATION_NOT_FOUND"),
  },
});

export const getConfiguration = defineRoute("admin", config, ({ db }: Needs<"db">) => async (c) => {
  const { id } = c.req.valid("param");
  if (!(await findEdgeDevice(db, id))) return refuseUnknownDevice(c);
  const found = await findConfiguration(db, id);
  if (!found) return fail(c, "CONFIGURATION_NOT_FOUND", "This device has not reported its configuration.");
  return ok(c, presentConfiguration(found));
});
