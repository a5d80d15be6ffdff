import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page } from "@container-inspection/shared-schemas/primitives";
import { listUsersQuery, user } from "@container-inspection/shared-schemas/users";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { findUsers } from "../accounts/account-store.ts";
import { presentUser } from "./present-user.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/users",
  operationId: "listUsersV1",
  tags: ["Admin"],
  summary: "List accounts, newest first",
  request: { query: listUsersQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(page(user)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listUsers = defineRoute(
  "admin",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor, ...filter } = c.req.valid("query");
      const rows = await findUsers(db, { ...filter, beforeId: cursor, limit: limit + 1 });
      return ok(
        c,
        pageOf(rows, limit, (row) => row.id, presentUser),
      );
    },
  { readsReplica: true },
);
