import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { invite, listInvitesQuery } from "@container-inspection/shared-schemas/invites";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { findInvites } from "./invite-store.ts";
import { presentInvite } from "./present-invite.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/invites",
  operationId: "listInvitesV1",
  tags: ["Admin"],
  summary: "List invites, newest first",
  request: { query: listInvitesQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(page(invite)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listInvites = defineRoute(
  "admin",
  config,
  ({ db, nowMs }: Needs<"db" | "nowMs">) =>
    async (c) => {
      const { limit, cursor, status, email } = c.req.valid("query");
      const now = new Date(nowMs());
      const rows = await findInvites(db, { status, email, now, beforeId: cursor, limit: limit + 1 });
      return ok(
        c,
        pageOf(
          rows,
          limit,
          (row) => row.invite.id,
          (row) => presentInvite(row, now),
        ),
      );
    },
  { readsReplica: true },
);
