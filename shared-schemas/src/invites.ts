import { z } from "zod";
import { role } from "./roles.ts";
import { datetime, email, pageQuery } from "./primitives.ts";

export const inviteStatus = z.enum(["open", "accepted", "revoked", "expired"]).meta({ id: "InviteStatus" });
export type InviteStatus = z.infer<typeof inviteStatus>;

export const createInviteRequest = z.object({ email, role });

export const listInvitesQuery = pageQuery.extend({ status: inviteStatus.optional(), email: email.optional() });

/** An invite as admins see it. */
export const invite = z
  .object({
    id: z.string(),
    email: z.string(),
    role,
    status: inviteStatus,
    invitedBy: z.object({ id: z.string(), email: z.string() }),
    createdAt: datetime,
    expiresAt: datetime,
    acceptedAt: datetime.nullable(),
  })
  .meta({ id: "Invite" });

/** The reply to the admin who invites; the link is returned only once. */
export const createdInvite = invite.extend({ inviteUrl: z.string() });

/** An invite as the invited person sees it. */
export const invitePreview = z.object({ email: z.string(), role, inviter: z.string(), expiresAt: datetime });
