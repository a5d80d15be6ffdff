import { createHash } from "node:crypto";
import {
  configurationText,
  deviceConfigurationData,
  deviceConfigurationRequest,
} from "@container-inspection/shared-schemas/device-configurations";
import { edgeSuccessEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { edgeErrors, json, jsonBody } from "../../platform/http/describe.ts";
import { answerOnce } from "../../platform/idempotency/answer-once.ts";
import { idempotencyHeaders } from "../../platform/idempotency/answer-receipt.ts";
import type { Needs } from "../parts.ts";
import { findSenderId } from "../register/sender.ts";
import { findConfigurationHead, keepConfiguration, lockDeviceInUse } from "./configuration-store.ts";

/** Maximum size of a configuration in UTF-8, including its list of omitted values. */
const MAX_BODY_BYTES = 4_000_000;

const config = createRoute({
  method: "post",
  path: "/v1/edge/configuration",
  operationId: "recordEdgeConfigurationV1",
  tags: ["Edge"],
  summary: "Report the configuration of a device, without its secrets",
  description:
    "It replaces what the device reported before, and is returned to new hardware that joins as this device (`POST /v1/edge/join` with `restore`). " +
    "The device leaves keys, passwords and credentials inside addresses out, and lists them in `missing`. A device sends it when the reply to a " +
    "heartbeat names another `configurationSha256`. A device with its own key is identified by the key, with the shared key by `device_id`.",
  request: { headers: idempotencyHeaders, body: jsonBody(deviceConfigurationRequest) },
  responses: {
    200: json(edgeSuccessEnvelope(deviceConfigurationData), "Recorded"),
    ...edgeErrors("VALIDATION_ERROR", "IDEMPOTENCY_KEY_REUSED"),
  },
});

export const recordConfiguration = defineRoute(
  "edge",
  config,
  (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
    const body = c.req.valid("json");
    const now = new Date(parts.nowMs());
    const deviceId = await findSenderId(c, parts.db, body.device_id);
    return answerOnce(c, { db: parts.db, operationId: config.operationId, body, now }, async (tx) => {
      if (deviceId === undefined || !(await lockDeviceInUse(tx, deviceId))) return { deviceId: null };
      const { configuration, missing, agent_version: agentVersion = null } = body;
      const sha256 = createHash("sha256").update(configurationText({ configuration, missing })).digest("hex");
      const before = await findConfigurationHead(tx, deviceId);
      if (before?.sha256 === sha256) return { deviceId };
      await keepConfiguration(tx, { deviceId, configuration, missing, sha256, agentVersion, reportedAt: now });
      await auditOf(c, parts)(tx, {
        action: "edge-device.report-configuration",
        subject: { type: "edge-device", id: deviceId },
        before: before ? { sha256: before.sha256 } : null,
        after: { sha256 },
      });
      return { deviceId };
    });
  },
  {
    largeBody: {
      module: "@container-inspection/shared-schemas/device-configurations",
      name: "deviceConfigurationRequest",
    },
    maxBodyBytes: MAX_BODY_BYTES,
  },
);
