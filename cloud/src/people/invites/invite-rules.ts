import type { InviteStatus } from "@container-inspection/shared-schemas";
import type { RateLimitRule } from "../../platform/http/rate-limit.ts";

/** Limits how often one IP address previews and accepts invites. */
export const inviteLimit: RateLimitRule = { name: "invites", points: 30, windowSeconds: 900, counts: "every request" };

/** The status of an invite at a time. */
export function inviteStatusAt(
  invite: { acceptedAt: Date | null; revokedAt: Date | null; expiresAt: Date },
  now: Date,
): InviteStatus {
  if (invite.acceptedAt) return "accepted";
  if (invite.revokedAt) return "revoked";
  return invite.expiresAt <= now ? "expired" : "open";
}
