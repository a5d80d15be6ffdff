import { createdEdgeDevice, createEdgeDeviceRequest } from "@container-inspection/shared-schemas/edge-devices";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { created } from "../../platform/http/replies.ts";
import { insertEdgeDevice } from "../register/edge-device-store.ts";
import { issueJoinCode } from "./issue-join-code.ts";
import { issueKey } from "./issue-key.ts";
import { presentEdgeDeviceDetail, snapshotEdgeDevice } from "./present-edge-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/admin/edge-devices",
  operationId: "createEdgeDeviceV1",
  tags: ["Edge devices"],
  summary: "Create an edge device with its own key, or with a code to join",
  description:
    "The key, or the code instead, is returned only here; the service keeps its hash. A code works once, for 15 minutes, at " +
    "`POST /v1/edge/join`.",
  request: { body: jsonBody(createEdgeDeviceRequest) },
  responses: {
    201: json(successEnvelope(createdEdgeDevice), "The device with its key or code"),
    ...errors("VALIDATION_ERROR"),
  },
});

export const createEdgeDevice = defineRoute(
  "admin",
  config,
  (parts: Needs<"settings" | "db" | "nowMs" | "newId">) => async (c) => {
    const { name, note, credential } = c.req.valid("json");
    const now = new Date(parts.nowMs());
    const audit = auditOf(c, parts);
    const data = await parts.db.transaction(async (tx) => {
      const made = await insertEdgeDevice(tx, { id: parts.newId(), name, note, now });
      const subject = { type: "edge-device", id: made.id };
      await audit(tx, { action: "edge-device.create", subject, before: null, after: snapshotEdgeDevice(made) });
      const isJoining = credential === "join-code";
      const code = { deviceId: made.id, createdById: c.get("caller").userId, now };
      const joinCode = isJoining ? await issueJoinCode(tx, parts, code) : null;
      const apiKey = isJoining ? null : (await issueKey(tx, made, { now, overlapMinutes: 0 })).apiKey;
      const shownCode = joinCode && { code: joinCode.code, expiresAt: joinCode.expiresAt.toISOString() };
      return { device: await presentEdgeDeviceDetail(tx, made, now), apiKey, joinCode: shownCode };
    });
    return created(c, data);
  },
);
