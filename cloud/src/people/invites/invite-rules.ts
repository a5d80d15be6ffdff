import type { InviteStatus } from "@container-inspection/shared-schemas";
import type { RateLimitRule } from "../../platform/http/rate-limit.ts";

/** One budget of an address for previewing and accepting invites. */
export const inviteLimit: RateLimitRule = { name: "invites", points: 30, windowSeconds: 900, counts: "every request" };

/** Where an invite stands at a time. */
export function inviteStatusAt(
  invite: { acceptedAt: Date | null; revokedAt: Date | null; expiresAt: Date },
  now: Date,
): InviteStatus {
  if (invite.acceptedAt) return "accepted";
  if (invite.revokedAt) return "revoked";
  return invite.expiresAt <= now ? "expired" : "open";
}
