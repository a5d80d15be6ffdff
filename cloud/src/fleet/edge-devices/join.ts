import { edgeSuccessEnvelope } from "@container-inspection/shared-schemas/errors";
import { joinData, joinRequest } from "@container-inspection/shared-schemas/heartbeats";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { edgeErrors, json, jsonBody } from "../../platform/http/describe.ts";
import type { RateLimitRule } from "../../platform/http/rate-limit.ts";
import { fail, okEdge } from "../../platform/http/replies.ts";
import { openServiceKey } from "../../platform/settings/service-key.ts";
import { HEARTBEAT_SECONDS } from "./edge-device-rules.ts";
import { inUseMessage, INVALID_PROOF } from "./register-signing-key.ts";
import { redeemJoinCode } from "./redeem-join-code.ts";
import type { Needs } from "../parts.ts";

/** The same budget as for invites. */
const joinLimit: RateLimitRule = { name: "edge-join", points: 30, windowSeconds: 900, counts: "every request" };

const config = createRoute({
  method: "post",
  path: "/v1/edge/join",
  operationId: "joinV1",
  tags: ["Edge"],
  summary: "Exchange a one-time code from an admin for a key",
  description:
    "Needs no key. A code works once. If the reply is lost, ask for another code: replies that contain a key are not stored, so an " +
    "Idempotency-Key is not honoured here. Previous keys of the device keep working for one day. `signing_key` registers " +
    "the key with which the device signs its records, and `signing_key_proof` shows that the device has it; the previous one still counts for what was captured before. With `restore`, new hardware " +
    "gets the configuration that is kept of the device, without its secrets, and the last record of each of its chains.",
  request: { body: jsonBody(joinRequest) },
  responses: {
    200: json(edgeSuccessEnvelope(joinData), "The key, and the settings of the service that the device needs"),
    ...edgeErrors(
      "VALIDATION_ERROR",
      "JOIN_CODE_NOT_FOUND",
      "CONFIGURATION_NOT_FOUND",
      "SIGNING_KEY_IN_USE",
      "JOIN_CODE_GONE",
    ),
  },
});

export const join = defineRoute(
  "public",
  config,
  (parts: Needs<"settings" | "db" | "nowMs" | "newId">) => async (c) => {
    const { settings } = parts;
    const joined = await redeemJoinCode(parts, c.req.valid("json"), (device) => {
      c.set("edgeCaller", { device });
      return auditOf(c, parts);
    });
    if (joined.outcome === "unknown")
      return fail(c, "JOIN_CODE_NOT_FOUND", "This code does not exist. Check that it is typed as the admin sees it.");
    if (joined.outcome === "expired")
      return fail(c, "JOIN_CODE_GONE", "This code was used or replaced, or has expired. Ask for a new one.");
    if (joined.outcome === "no-configuration")
      return fail(c, "CONFIGURATION_NOT_FOUND", "No configuration of this device is kept. The code is still valid.");
    if (joined.outcome === "unproven") {
      const details = [{ path: "signing_key_proof", message: INVALID_PROOF }];
      return fail(c, "VALIDATION_ERROR", "The signing key is not shown to be the device's own.", details);
    }
    if (joined.outcome === "key-in-use") return fail(c, "SIGNING_KEY_IN_USE", inUseMessage(joined.usedBy));
    const { device, apiKey, restored } = joined;
    return okEdge(c, {
      deviceId: device.id,
      name: device.name,
      apiKey,
      publicUrl: settings.publicUrl ?? null,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      silentAfterMinutes: settings.edgeSilentMinutes,
      acknowledgementKey: openServiceKey(settings).publicKey,
      ...restored,
    });
  },
  { rateLimit: joinLimit },
);
