import { and, desc, eq, gt, lt } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { sessions } from "../../platform/db/tables.ts";

export type SessionRow = typeof sessions.$inferSelect;

/** The sessions of a user that have not ended, newest first. */
export async function findSessionsOf(
  db: DatabaseOrTransaction,
  { userId, beforeId, limit, now }: { userId: string; beforeId: string | undefined; limit: number; now: Date },
): Promise<SessionRow[]> {
  const isMeant = and(eq(sessions.userId, userId), gt(sessions.endsAt, now));
  return db
    .select()
    .from(sessions)
    .where(and(isMeant, beforeId === undefined ? undefined : lt(sessions.id, beforeId)))
    .orderBy(desc(sessions.id))
    .limit(limit);
}

/** Returns true if the session belongs to the user and has not ended. */
export async function hasSession(
  db: DatabaseOrTransaction,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: Date },
): Promise<boolean> {
  const isMeant = and(eq(sessions.id, sessionId), eq(sessions.userId, userId), gt(sessions.endsAt, now));
  const found = await db.select({ id: sessions.id }).from(sessions).where(isMeant);
  return found.length > 0;
}
