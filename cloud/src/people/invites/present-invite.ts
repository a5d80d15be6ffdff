import type { invite } from "@container-inspection/shared-schemas/invites";
import type { z } from "zod";
import { inviteStatusAt } from "./invite-rules.ts";
import type { SentInvite } from "./invite-store.ts";

/** An invite in replies to administrators. */
export function presentInvite({ invite: row, inviter }: SentInvite, now: Date): z.infer<typeof invite> {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    status: inviteStatusAt(row, now),
    invitedBy: { id: inviter.id, email: inviter.email },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
  };
}
