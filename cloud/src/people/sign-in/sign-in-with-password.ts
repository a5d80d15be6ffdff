import type { PendingSignIn } from "@container-inspection/shared-schemas/second-factors";
import type { AuditAs } from "../../journal/audit/create-audit.ts";
import type { SignInParts } from "../parts.ts";
import { startSecondStep } from "../second-factors/start-second-step.ts";
import { lockUserIfUnchanged, type User } from "../accounts/user-store.ts";
import { auditSignIn, openSession } from "../auth/open-session.ts";
import type { SessionOrigin } from "../accounts/session-store.ts";

/**
 * Starts a session if the account still has the password that was checked; an account with a second factor gets the
 * challenge for it instead. Undefined if the password was changed or the account was disabled during the sign-in.
 */
export async function signInWithPassword(
  parts: SignInParts,
  account: User,
  { auditAs, origin }: { auditAs: AuditAs; origin: SessionOrigin },
): Promise<{ token: string } | { pending: PendingSignIn } | undefined> {
  return parts.db.transaction(async (tx) => {
    const current = await lockUserIfUnchanged(tx, account);
    if (!current) return undefined;
    if (current.hasSecondFactor) return { pending: await startSecondStep(parts, tx, current) };
    await auditSignIn(tx, auditAs(current), { userId: current.id, method: "password" });
    return { token: await openSession(parts, tx, current, origin) };
  });
}
