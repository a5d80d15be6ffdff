import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createdInvite, createInviteRequest } from "@container-inspection/shared-schemas/invites";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { appLink } from "../auth/app-links.ts";
import { createLinkToken } from "../auth/link-token.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { created, fail } from "../../platform/http/replies.ts";
import { sendEmail } from "../../notices/mail/send-email.ts";
import { findUserByEmail } from "../accounts/user-store.ts";
import { insertInvite, revokeInvitesTo } from "./invite-store.ts";
import { presentInvite } from "./present-invite.ts";
import type { Needs } from "../parts.ts";

const LIFETIME_MS = 7 * 24 * 3_600_000;

const config = createRoute({
  method: "post",
  path: "/v1/admin/invites",
  operationId: "createInviteV1",
  tags: ["Admin"],
  summary: "Invite a user",
  description:
    "Emails a link that works once, for 7 days, and returns `inviteUrl`, another link to the same invite, for sites without a mail " +
    "server. Revokes earlier open invites to the address.",
  request: { body: jsonBody(createInviteRequest) },
  responses: {
    201: json(successEnvelope(createdInvite), "The invite and its link, which is not returned again"),
    ...errors("VALIDATION_ERROR", "ACCOUNT_EXISTS"),
  },
});

export const createInvite = defineRoute(
  "admin",
  config,
  (parts: Needs<"settings" | "db" | "jobs" | "nowMs" | "newId">) => async (c) => {
    const { email, role } = c.req.valid("json");
    const { userId, email: inviterEmail, name } = c.get("caller");
    const now = new Date(parts.nowMs());
    const [returned, mailed] = [createLinkToken(), createLinkToken()];
    const invite = {
      id: parts.newId(),
      email,
      role,
      returnedTokenHash: returned.tokenHash,
      mailedTokenHash: mailed.tokenHash,
      invitedById: userId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    };
    const row = { ...invite, acceptedAt: null, revokedAt: null };
    const made = presentInvite({ invite: row, inviter: { id: userId, email: inviterEmail, name } }, now);
    const audit = auditOf(c, parts);
    const isMade = await parts.db.transaction(async (tx) => {
      if (await findUserByEmail(tx, email)) return false;
      await revokeInvitesTo(tx, email, { now, audit });
      await insertInvite(tx, invite);
      await audit(tx, {
        action: "invite.create",
        subject: { type: "invite", id: invite.id },
        before: null,
        after: made,
      });
      const link = appLink(parts.settings, "invite", mailed.token);
      await sendEmail(parts, tx, { kind: "invite", to: email, link, linkExpiresAt: invite.expiresAt });
      return true;
    });
    if (!isMade) return fail(c, "ACCOUNT_EXISTS", `An account with the address ${email} already exists.`);
    const inviteUrl = appLink(parts.settings, "invite", returned.token);
    return created(c, { ...made, inviteUrl });
  },
);
