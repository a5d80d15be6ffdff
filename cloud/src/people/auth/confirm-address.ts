import type { AuditAs } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { isDuplicateOf } from "../../platform/db/error-code.ts";
import type { Needs } from "../parts.ts";
import { lockActiveUser, markEmailVerified, setProvenEmail, type User } from "../accounts/user-store.ts";
import { deleteLinkTokens, findLinkToken, takeLinkToken } from "./link-token-store.ts";
import { deleteSessionsOf } from "../accounts/session-store.ts";

type Confirmation = { tokenHash: string; auditAs: AuditAs };
/** `taken`: another account has the new address. */
type Confirmed = "confirmed" | "changed" | "unknown" | "taken";

/**
 * Uses the token of an emailed link: confirms the account's address, or changes it to the address that the link was
 * sent to.
 */
export async function confirmAddress(
  { db, nowMs }: Needs<"db" | "nowMs">,
  { tokenHash, auditAs }: Confirmation,
): Promise<Confirmed> {
  const now = new Date(nowMs());
  const token = { tokenHash, now };
  const found =
    (await findLinkToken(db, { ...token, purpose: "verify-email" })) ??
    (await findLinkToken(db, { ...token, purpose: "change-email" }));
  if (!found) return "unknown";
  try {
    return await db.transaction(async (tx) => {
      // Locks the account first, as everything that uses or revokes its links does: otherwise two could deadlock.
      const account = await lockActiveUser(tx, found.userId);
      if (!account || !(await takeLinkToken(tx, { ...token, purpose: found.purpose }))) return "unknown";
      if (found.email === null) {
        await markEmailVerified(tx, account, { audit: auditAs(account), now });
        return "confirmed";
      }
      await changeAddress(tx, account, { email: found.email, now, auditAs });
      return "changed";
    });
  } catch (error) {
    if (!isDuplicateOf(error, "users_email_unique")) throw error;
    return "taken";
  }
}

/** Ends sessions and links of the old address: tokens contain it, and links were sent to it. */
async function changeAddress(
  tx: DatabaseOrTransaction,
  account: User,
  { email, now, auditAs }: { email: string; now: Date; auditAs: AuditAs },
): Promise<void> {
  const { id, emailVerifiedAt } = account;
  await setProvenEmail(tx, id, { email, now });
  await deleteSessionsOf(tx, id);
  await deleteLinkTokens(tx, id, "password-reset", "verify-email", "change-email");
  const before = { email: account.email, emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null };
  const after = { email, emailVerifiedAt: now.toISOString() };
  await auditAs(account)(tx, { action: "user.change-email", subject: { type: "user", id }, before, after });
}
