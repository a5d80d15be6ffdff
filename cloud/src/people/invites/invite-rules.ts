import type { InviteStatus } from "@container-inspection/shared-schemas/invites";

/** The status of an invite at a time. */
export function inviteStatusAt(
  invite: { acceptedAt: Date | null; revokedAt: Date | null; expiresAt: Date },
  now: Date,
): InviteStatus {
  if (invite.acceptedAt) return "accepted";
  if (invite.revokedAt) return "revoked";
  return invite.expiresAt <= now ? "expired" : "open";
}
