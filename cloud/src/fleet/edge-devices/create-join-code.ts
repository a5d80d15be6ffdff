import { edgeJoinCode, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { created } from "../../platform/http/replies.ts";
import { issueJoinCode } from "./issue-join-code.ts";
import { openForChange, refuseRevoked } from "./open-for-change.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/admin/edge-devices/{id}/join-code",
  operationId: "createJoinCodeV1",
  tags: ["Edge devices"],
  summary: "Make a one-time code with which a box gets a key of this device",
  description:
    "The code is told this once, works once, for 15 minutes, at `POST /v1/edge/join`, and takes the place of one that is still open. " +
    "Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    201: json(successEnvelope(edgeJoinCode), "The code"),
    ...errors("EDGE_DEVICE_NOT_FOUND", "EDGE_DEVICE_REVOKED", "PRECONDITION_FAILED"),
  },
});

export const createJoinCode = defineRoute(
  "admin",
  config,
  (parts: Needs<"settings" | "db" | "nowMs" | "newId">) => async (c) => {
    const { id } = c.req.valid("param");
    const now = new Date(parts.nowMs());
    const audit = auditOf(c, parts);
    return parts.db.transaction(async (tx) => {
      const opened = await openForChange(c, tx, id);
      if (!opened.device) return opened.refusal;
      if (opened.device.revokedAt) return refuseRevoked(c);
      const issued = await issueJoinCode(tx, parts, { deviceId: id, createdById: c.get("caller").userId, now });
      const expiresAt = issued.expiresAt.toISOString();
      const subject = { type: "edge-device", id };
      await audit(tx, { action: "edge-device.make-join-code", subject, before: null, after: { expiresAt } });
      return created(c, { code: issued.code, expiresAt });
    });
  },
);
