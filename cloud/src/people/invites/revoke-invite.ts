import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { invite } from "@container-inspection/shared-schemas/invites";
import { createRoute, z } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { findInvite, revokeInvite as markRevoked } from "./invite-store.ts";
import { presentInvite } from "./present-invite.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/admin/invites/{id}",
  operationId: "revokeInviteV1",
  tags: ["Admin"],
  summary: "Revoke an invite",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(invite), "The revoked invite"),
    ...errors("INVITE_NOT_FOUND", "INVITE_NOT_OPEN"),
  },
});

export const revokeInvite = defineRoute(
  "admin",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const now = new Date(nowMs());
      const audit = auditOf(c, { newId, nowMs });
      const isRevoked = await db.transaction((tx) => markRevoked(tx, id, { now, audit }));
      const found = await findInvite(db, id);
      if (!found) return fail(c, "INVITE_NOT_FOUND", "Invite not found.");
      if (!isRevoked)
        return fail(c, "INVITE_NOT_OPEN", "This invite has already been used or revoked, or has expired.");
      return ok(c, presentInvite(found, now));
    },
);
