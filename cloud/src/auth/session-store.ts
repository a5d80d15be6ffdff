import { and, eq, gt, isNull, lte, or } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../db/connect.ts";
import { sessions, users } from "../db/tables.ts";
import type { Caller } from "../http/context.ts";

export type Session = { id: string; userId: string; tokenId: string; createdAt: Date; endsAt: Date };

/** Adds a session, and removes those of the same person that have ended. */
export async function insertSession(db: DatabaseOrTransaction, session: Session): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, session.userId), lte(sessions.endsAt, session.createdAt)));
  await db.insert(sessions).values(session);
}

/**
 * The person behind a token of a session, in one query: the session has not ended, the token is its newest or within
 * the grace of the one before, and the account is not disabled.
 */
export async function findCallerOfSession(
  db: DatabaseOrTransaction,
  { sessionId, tokenId, now }: { sessionId: string; tokenId: string; now: Date },
): Promise<Caller | undefined> {
  const [row] = await db
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      sessionId: sessions.id,
      createdAt: users.createdAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sessionId),
        gt(sessions.endsAt, now),
        isNull(users.disabledAt),
        or(
          eq(sessions.tokenId, tokenId),
          and(eq(sessions.previousTokenId, tokenId), gt(sessions.previousTokenEndsAt, now)),
        ),
      ),
    );
  return row;
}

/**
 * Makes `nextTokenId` the session's newest token, and the presented one valid until `graceEndsAt`. When the presented
 * one was replaced already, nothing changes. Returns the session as it stands; undefined when it is gone.
 */
export async function rotateToken(
  db: DatabaseOrTransaction,
  rotation: { sessionId: string; tokenId: string; nextTokenId: string; graceEndsAt: Date },
): Promise<Session | undefined> {
  const { sessionId, tokenId, nextTokenId, graceEndsAt } = rotation;
  const [rotated] = await db
    .update(sessions)
    .set({ tokenId: nextTokenId, previousTokenId: tokenId, previousTokenEndsAt: graceEndsAt })
    .where(and(eq(sessions.id, sessionId), eq(sessions.tokenId, tokenId)))
    .returning();
  if (rotated) return rotated;
  const [unchanged] = await db.select().from(sessions).where(eq(sessions.id, sessionId));
  return unchanged;
}

export async function deleteSession(db: DatabaseOrTransaction, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Ends every session of a person. */
export async function deleteSessionsOf(db: DatabaseOrTransaction, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}
