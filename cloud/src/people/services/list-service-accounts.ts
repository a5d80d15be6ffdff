import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { listServiceAccountsQuery, serviceAccounts } from "@container-inspection/shared-schemas/service-accounts";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { presentServiceAccount } from "./present-service-account.ts";
import { findServiceAccounts } from "./service-account-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/service-accounts",
  operationId: "listServiceAccountsV1",
  tags: ["Admin"],
  summary: "List the accounts of programs, newest first",
  request: { query: listServiceAccountsQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(serviceAccounts), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listServiceAccounts = defineRoute(
  "admin",
  config,
  ({ db, nowMs }: Needs<"db" | "nowMs">) =>
    async (c) => {
      const { limit, cursor } = c.req.valid("query");
      const rows = await findServiceAccounts(db, { beforeId: cursor, limit: limit + 1, now: new Date(nowMs()) });
      return ok(
        c,
        pageOf(rows, limit, (row) => row.user.id, presentServiceAccount),
      );
    },
  { readsReplica: true },
);
