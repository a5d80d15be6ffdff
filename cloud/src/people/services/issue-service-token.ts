import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { issuedServiceToken, issueServiceTokenRequest } from "@container-inspection/shared-schemas/service-accounts";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { created, fail } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { issueToken } from "./issue-token.ts";
import { presentServiceAccount } from "./present-service-account.ts";
import { lockServiceAccount, readServiceAccount } from "./service-account-store.ts";

const config = createRoute({
  method: "post",
  path: "/v1/admin/service-accounts/{id}/tokens",
  operationId: "issueServiceTokenV1",
  tags: ["Admin"],
  summary: "Issue a further token for a service account",
  description: "The earlier tokens stay valid, so that the program can be changed over. End them afterwards.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(issueServiceTokenRequest) },
  responses: {
    201: json(successEnvelope(issuedServiceToken), "The account and its new token, which is not returned again"),
    ...errors("VALIDATION_ERROR", "SERVICE_ACCOUNT_NOT_FOUND"),
  },
});

export const issueServiceToken = defineRoute(
  "admin",
  config,
  (parts: Needs<"db" | "tokens" | "nowMs" | "newId">) => async (c) => {
    const { expiresInDays } = c.req.valid("json");
    const audit = auditOf(c, parts);
    return parts.db.transaction(async (tx) => {
      const account = await lockServiceAccount(tx, c.req.valid("param").id);
      if (!account || account.disabledAt)
        return fail(c, "SERVICE_ACCOUNT_NOT_FOUND", "The service account does not exist or is disabled.");
      const token = await issueToken(parts, tx, { account, expiresInDays, audit });
      const row = await readServiceAccount(tx, account, new Date(parts.nowMs()));
      return created(c, { account: presentServiceAccount(row), token });
    });
  },
);
