import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createServiceAccountRequest, issuedServiceToken } from "@container-inspection/shared-schemas/service-accounts";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { created, fail } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { lockUser } from "../accounts/user-store.ts";
import { issueToken } from "./issue-token.ts";
import { presentServiceAccount } from "./present-service-account.ts";
import { insertServiceAccount, readServiceAccount } from "./service-account-store.ts";

/** A domain that can never receive mail (RFC 2606), so that no person can ever sign in as a service. */
const DOMAIN = "service.invalid";

const config = createRoute({
  method: "post",
  path: "/v1/admin/service-accounts",
  operationId: "createServiceAccountV1",
  tags: ["Admin"],
  summary: "Create the account of a program that uses the API",
  description:
    "Returns its first token, once. The program sends it as `Authorization: Bearer`; it may do what a person of its role may, and " +
    "appears in the audit log under its own name. It has no password and receives no mail.",
  request: { body: jsonBody(createServiceAccountRequest) },
  responses: {
    201: json(successEnvelope(issuedServiceToken), "The account and its token, which is not returned again"),
    ...errors("VALIDATION_ERROR", "ACCOUNT_EXISTS"),
  },
});

export const createServiceAccount = defineRoute(
  "admin",
  config,
  (parts: Needs<"db" | "tokens" | "nowMs" | "newId">) => async (c) => {
    const { name, role, expiresInDays } = c.req.valid("json");
    const audit = auditOf(c, parts);
    const now = new Date(parts.nowMs());
    const account = { id: parts.newId(), email: `${name}@${DOMAIN}`, name, role, createdAt: now };
    return parts.db.transaction(async (tx) => {
      if (!(await insertServiceAccount(tx, account)))
        return fail(c, "ACCOUNT_EXISTS", `A service account named ${name} already exists.`);
      const subject = { type: "user", id: account.id };
      await audit(tx, { action: "service-account.create", subject, before: null, after: { name, role } });
      const token = await issueToken(parts, tx, { account, expiresInDays, audit });
      const user = await lockUser(tx, account.id);
      if (!user) throw new Error(`the new service account ${account.id} vanished`);
      return created(c, { account: presentServiceAccount(await readServiceAccount(tx, user, now)), token });
    });
  },
);
