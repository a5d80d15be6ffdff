import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { signInPolicy, updateSignInPolicyRequest } from "@container-inspection/shared-schemas/second-factors";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { announceConfined } from "../accounts/session-store.ts";
import type { Needs } from "../parts.ts";
import { findRequiredRoles, lockRequiredRoles, setRequiredRoles } from "./policy-store.ts";

const config = createRoute({
  method: "put",
  path: "/v1/admin/sign-in-policy",
  operationId: "updateSignInPolicyV1",
  tags: ["Admin"],
  summary: "Set which roles require a second factor",
  description:
    "Takes effect immediately, also for open sessions: users of such a role who have none can only add one, until they have. Sessions that " +
    "were opened with an external provider and service accounts are not affected. Honours If-Match.",
  request: { body: jsonBody(updateSignInPolicyRequest) },
  responses: {
    200: json(successEnvelope(signInPolicy), "The policy"),
    ...errors("VALIDATION_ERROR", "PRECONDITION_FAILED"),
  },
});

export const updateSignInPolicy = defineRoute(
  "admin",
  config,
  (parts: Needs<"db" | "newId" | "nowMs">) => async (c) => {
    const { secondFactorRequired: roles } = c.req.valid("json");
    const audit = auditOf(c, parts);
    return parts.db.transaction(async (tx) => {
      const before = { secondFactorRequired: await lockRequiredRoles(tx) };
      if (!ifMatchHolds(c, before))
        return fail(c, "PRECONDITION_FAILED", "The policy has changed since it was read. Read it again.");
      await setRequiredRoles(tx, { roles, now: new Date(parts.nowMs()) });
      const after = { secondFactorRequired: await findRequiredRoles(tx) };
      for (const role of after.secondFactorRequired)
        if (!before.secondFactorRequired.includes(role)) await announceConfined(tx, role);
      await audit(tx, {
        action: "sign-in-policy.update",
        subject: { type: "sign-in-policy", id: "service" },
        before,
        after,
      });
      return okWithEtag(c, after);
    });
  },
);
