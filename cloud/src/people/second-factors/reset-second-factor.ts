import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, okMessage } from "../../platform/http/replies.ts";
import { lockUser } from "../accounts/user-store.ts";
import { type ChangeParts, mailNotice } from "./change-factors.ts";
import { resetFactorsOf } from "./reset-factors-of.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/admin/users/{id}/second-factors",
  operationId: "resetSecondFactorV1",
  tags: ["Admin"],
  summary: "Reset the second factor of a user who has lost it",
  description:
    "Removes all second factors and recovery codes, ends all sessions of the user, and mails a notice. The user signs in with the password, " +
    "and adds a new second factor where the role requires one.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(messageEnvelope, "It is reset"),
    ...errors("USER_NOT_FOUND", "NO_SECOND_FACTOR"),
  },
});

export const resetSecondFactor = defineRoute("admin", config, (parts: ChangeParts & Needs<"db">) => async (c) => {
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    const account = await lockUser(tx, c.req.valid("param").id);
    if (!account) return fail(c, "USER_NOT_FOUND", "Account not found.");
    if (!account.hasSecondFactor) return fail(c, "NO_SECOND_FACTOR", "This user has no second factor.");
    await resetFactorsOf(tx, { account, audit });
    await mailNotice(parts, tx, { kind: "second-factor-reset", to: account.email });
    return okMessage(c, "Second factor reset.");
  });
});
