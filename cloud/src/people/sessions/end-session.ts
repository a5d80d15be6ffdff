import type { Audit } from "../../journal/audit/create-audit.ts";
import { deleteSession } from "../accounts/session-store.ts";
import type { Needs } from "../parts.ts";
import { hasSession } from "./session-list-store.ts";

/** Ends one session of a user; false, without a change, if the user has no such session. */
export async function endSession(
  { db, nowMs }: Needs<"db" | "nowMs">,
  { userId, sessionId, audit }: { userId: string; sessionId: string; audit: Audit },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await hasSession(tx, { userId, sessionId, now: new Date(nowMs()) }))) return false;
    if (!(await deleteSession(tx, sessionId))) return false;
    const subject = { type: "user", id: userId };
    await audit(tx, { action: "user.end-session", subject, before: { sessionId }, after: null });
    return true;
  });
}
