import { auditOfAnonymous } from "../../journal/audit/create-audit.ts";
import type { Caller } from "../../platform/http/context.ts";
import type { Needs } from "../parts.ts";
import { findUserById } from "../accounts/user-store.ts";
import { createSessionReader, endSessionOfReplacedToken, noteUse } from "../accounts/session-store.ts";

/** Precision in ms of the time of a session's last use. */
const USE_MS = 60_000;

/**
 * Finds the user of a session token on every request, so that sign-out and role changes take effect immediately. A
 * replaced token that is used after its grace period ends its session: either the user or a thief has the newer one,
 * and the two look the same.
 */
export function createFindCaller(parts: Needs<"db" | "tokens" | "logger" | "nowMs" | "newId">) {
  const { db, tokens, nowMs, logger } = parts;
  const readSession = createSessionReader(db);
  return async (token: string, requestId: string): Promise<Caller | undefined> => {
    const claims = await tokens.verify(token);
    if (!claims) return undefined;
    const presented = { sessionId: claims.sid, tokenId: claims.jti, now: new Date(nowMs()) };
    const found = await readSession(presented);
    if (found) {
      const notSince = new Date(presented.now.getTime() - USE_MS);
      // No request waits for it, or fails with it, for instance on a database that is read-only for a while.
      if (found.lastUsedAt < notSince)
        noteUse(db, { ...presented, notSince }).catch((error: unknown) =>
          logger.debug({ err: error }, "the last use of a session could not be recorded"),
        );
      return found.caller;
    }
    await db.transaction(async (tx) => {
      const ended = await endSessionOfReplacedToken(tx, presented);
      if (!ended) return;
      logger.warn(
        { userId: ended.userId, requestId },
        "a replaced session token was used again; its session has been ended",
      );
      const subject = { type: "user", id: ended.userId };
      const before = { sessionId: claims.sid, email: (await findUserById(tx, ended.userId))?.email };
      const audit = auditOfAnonymous(parts, requestId);
      await audit(tx, { action: "user.end-reused-session", subject, before, after: null });
    });
    return undefined;
  };
}
