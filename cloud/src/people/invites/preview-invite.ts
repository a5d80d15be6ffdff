import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { invitePreview } from "@container-inspection/shared-schemas/invites";
import { createRoute, z } from "@hono/zod-openapi";
import { hashLinkToken } from "../auth/link-token.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { inviteLimit } from "../request-limits.ts";
import { inviteStatusAt } from "./invite-rules.ts";
import { findInviteByToken } from "./invite-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/invites/{token}",
  operationId: "previewInviteV1",
  tags: ["Invites"],
  summary: "Preview an invite",
  request: { params: z.object({ token: z.string() }) },
  responses: {
    200: json(successEnvelope(invitePreview), "The invite"),
    ...errors("INVITE_NOT_FOUND", "INVITE_GONE"),
  },
});

export const previewInvite = defineRoute(
  "public",
  config,
  ({ db, nowMs }: Needs<"db" | "nowMs">) =>
    async (c) => {
      const found = await findInviteByToken(db, hashLinkToken(c.req.valid("param").token));
      if (!found) return fail(c, "INVITE_NOT_FOUND", "Invite not found. Check that the link is complete.");
      const { invite, inviter } = found;
      if (inviteStatusAt(invite, new Date(nowMs())) !== "open")
        return fail(c, "INVITE_GONE", "This invite has been used or revoked, or has expired. Ask for a new one.");
      const { email, role, expiresAt } = invite;
      return ok(c, { email, role, inviter: inviter.name ?? inviter.email, expiresAt: expiresAt.toISOString() });
    },
  { rateLimit: inviteLimit },
);
