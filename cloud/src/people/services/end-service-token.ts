import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { serviceAccount } from "@container-inspection/shared-schemas/service-accounts";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { deleteSession } from "../accounts/session-store.ts";
import type { Needs } from "../parts.ts";
import { presentServiceAccount } from "./present-service-account.ts";
import { lockServiceAccount, readServiceAccount } from "./service-account-store.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/admin/service-accounts/{id}/tokens/{tokenId}",
  operationId: "endServiceTokenV1",
  tags: ["Admin"],
  summary: "End a token of a service account",
  description: "It stops working immediately. To end all of them, disable the account with `PUT /v1/admin/users/{id}`.",
  request: { params: z.object({ id: z.string(), tokenId: z.string() }) },
  responses: {
    200: json(successEnvelope(serviceAccount), "The account"),
    ...errors("SERVICE_ACCOUNT_NOT_FOUND", "SERVICE_TOKEN_NOT_FOUND"),
  },
});

export const endServiceToken = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id, tokenId } = c.req.valid("param");
  const audit = auditOf(c, parts);
  const now = new Date(parts.nowMs());
  return parts.db.transaction(async (tx) => {
    const account = await lockServiceAccount(tx, id);
    if (!account) return fail(c, "SERVICE_ACCOUNT_NOT_FOUND", "Service account not found.");
    const { tokens } = await readServiceAccount(tx, account, now);
    const token = tokens.find((one) => one.id === tokenId);
    if (!token) return fail(c, "SERVICE_TOKEN_NOT_FOUND", "This account has no valid token with this id.");
    await deleteSession(tx, tokenId);
    const before = { tokenId, expiresAt: token.endsAt.toISOString() };
    await audit(tx, { action: "service-account.end-token", subject: { type: "user", id }, before, after: null });
    return ok(c, presentServiceAccount(await readServiceAccount(tx, account, now)));
  });
});
