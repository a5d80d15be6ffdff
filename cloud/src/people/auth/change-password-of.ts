import type { Audit } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { setPasswordHash } from "../accounts/user-store.ts";
import { deleteLinkTokens } from "./link-token-store.ts";
import { deleteSessionsOf } from "../accounts/session-store.ts";

/**
 * Sets the password of an account. Its sessions end, and earlier emailed links for a new password or address stop
 * working.
 */
export async function changePasswordOf(
  tx: DatabaseOrTransaction,
  userId: string,
  change: { passwordHash: string; now: Date; audit: Audit; action: "user.change-password" | "user.reset-password" },
): Promise<void> {
  const { now, audit, action } = change;
  await setPasswordHash(tx, userId, change);
  await deleteSessionsOf(tx, userId);
  await deleteLinkTokens(tx, userId, "password-reset", "change-email");
  const after = { passwordSetAt: now.toISOString() };
  await audit(tx, { action, subject: { type: "user", id: userId }, before: {}, after });
}
