import type { Role } from "@container-inspection/shared-schemas/roles";
import type { SignedInWith } from "@container-inspection/shared-schemas/sessions";
import { and, eq, gt, isNull, lt, lte, ne, not, or, type Placeholder, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../platform/db/database.ts";
import { sessions, signInChallenges, signInRules, users } from "../../platform/db/tables.ts";
import type { Caller } from "../../platform/http/context.ts";

/**
 * The channel on which ended sessions are notified: the payload is the session's id, or the user's if all of theirs
 * ended.
 */
const SESSIONS_CHANNEL = "ended_sessions";

export type Session = { id: string; userId: string; tokenId: string; createdAt: Date; endsAt: Date };
/** Origin of a session: the method, browser and address of its sign-in. */
export type SessionOrigin = { signedInWith: SignedInWith | null; userAgent: string | null; address: string | null };
/** Origin of the token of a service account, which no sign-in opened. */
export const NO_ORIGIN: SessionOrigin = { signedInWith: null, userAgent: null, address: null };

/** A time as a parameter, which `sql` does not convert as a column does. */
const at = (moment: Date | Placeholder) => sql`${moment instanceof Date ? moment.toISOString() : moment}::timestamptz`;

/** True while a replaced token is in its grace period. */
function isInGrace(tokenId: string | Placeholder, now: Date | Placeholder) {
  return sql`exists (select 1 from jsonb_to_recordset(${sessions.replacedTokens}) as replaced (id text, "endsAt" timestamptz)
    where replaced.id = ${tokenId} and replaced."endsAt" > ${at(now)})`;
}

/**
 * True for a session of a person whose role requires a second factor while the account has none. A provider's own
 * factor counts.
 */
const mustAddSecondFactor = sql<boolean>`(not ${users.isService} and not ${users.hasSecondFactor}
  and ${sessions.signedInWith} is distinct from 'provider'
  and exists (select 1 from ${signInRules} where ${signInRules.role} = ${users.role} and ${signInRules.secondFactorRequired}))`;

/** Adds a session, and deletes the user's ended ones. */
export async function insertSession(db: DatabaseOrTransaction, session: Session & SessionOrigin): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, session.userId), lte(sessions.endsAt, session.createdAt)));
  await db.insert(sessions).values(session);
}

/**
 * Finds the user of a session's token, with one prepared query, since every request needs it: the session has not
 * ended, the token is its newest or in its grace period, and the account is not disabled.
 */
export function createSessionReader(db: Database) {
  const now = sql.placeholder("now");
  const tokenId = sql.placeholder("tokenId");
  const query = db
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      timeZone: users.timeZone,
      hasSecondFactor: users.hasSecondFactor,
      mustAddSecondFactor,
      sessionId: sessions.id,
      createdAt: users.createdAt,
      lastUsedAt: sql<Date>`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`.mapWith(sessions.createdAt),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sql.placeholder("sessionId")),
        gt(sessions.endsAt, now),
        isNull(users.disabledAt),
        or(eq(sessions.tokenId, tokenId), isInGrace(tokenId, now)),
      ),
    )
    .prepare("find_caller_of_session");
  return async (asked: {
    sessionId: string;
    tokenId: string;
    now: Date;
  }): Promise<{ caller: Caller; lastUsedAt: Date } | undefined> => {
    const [found] = await query.execute({ ...asked, now: asked.now.toISOString() });
    if (!found) return undefined;
    const { lastUsedAt, ...caller } = found;
    return { caller, lastUsedAt };
  };
}

/** Records that a session was used now, unless another request has done so since `notSince`. */
export async function noteUse(
  db: DatabaseOrTransaction,
  { sessionId, now, notSince }: { sessionId: string; now: Date; notSince: Date },
): Promise<void> {
  const isOlder = or(isNull(sessions.lastUsedAt), lt(sessions.lastUsedAt, notSince));
  await db
    .update(sessions)
    .set({ lastUsedAt: now })
    .where(and(eq(sessions.id, sessionId), isOlder));
}

/**
 * Makes `nextTokenId` the session's newest token, and keeps the presented one valid until `graceEndsAt`. Changes
 * nothing if the presented one was replaced already. Returns the current session; undefined if it has ended.
 */
export async function rotateToken(
  db: DatabaseOrTransaction,
  rotation: { sessionId: string; tokenId: string; nextTokenId: string; now: Date; graceEndsAt: Date },
): Promise<Session | undefined> {
  const { sessionId, tokenId, nextTokenId, now, graceEndsAt } = rotation;
  const replaced = JSON.stringify([{ id: tokenId, endsAt: graceEndsAt.toISOString() }]);
  const inGrace = sql`(select coalesce(jsonb_agg(token), '[]') from jsonb_array_elements(${sessions.replacedTokens}) as token
    where (token ->> 'endsAt')::timestamptz > ${at(now)})`;
  const [rotated] = await db
    .update(sessions)
    .set({ tokenId: nextTokenId, replacedTokens: sql`${inGrace} || ${replaced}::jsonb` })
    .where(and(eq(sessions.id, sessionId), eq(sessions.tokenId, tokenId)))
    .returning();
  if (rotated) return rotated;
  const [unchanged] = await db.select().from(sessions).where(eq(sessions.id, sessionId));
  return unchanged;
}

export async function deleteSession(db: DatabaseOrTransaction, sessionId: string): Promise<boolean> {
  const deleted = await db.delete(sessions).where(eq(sessions.id, sessionId)).returning({ id: sessions.id });
  await announceEnd(db, sessionId);
  return deleted.length > 0;
}

/**
 * Ends a session whose replaced token was used after its grace period. Returns its user; undefined, without a change,
 * if the token is still valid or the session has ended.
 */
export async function endSessionOfReplacedToken(
  db: DatabaseOrTransaction,
  { sessionId, tokenId, now }: { sessionId: string; tokenId: string; now: Date },
): Promise<{ userId: string } | undefined> {
  const isReplaced = and(ne(sessions.tokenId, tokenId), not(isInGrace(tokenId, now)));
  const [ended] = await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), gt(sessions.endsAt, now), isReplaced))
    .returning({ userId: sessions.userId });
  if (ended) await announceEnd(db, sessionId);
  return ended;
}

/** Ends all sessions of a user, and sign-ins that wait for their second step. Returns how many sessions. */
export async function deleteSessionsOf(db: DatabaseOrTransaction, userId: string): Promise<number> {
  const ended = await db.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id });
  await db.delete(signInChallenges).where(eq(signInChallenges.userId, userId));
  await announceEnd(db, userId);
  return ended.length;
}

/** Ends the other sessions of a user, and sign-ins that wait for their second step. Returns how many sessions. */
export async function deleteOtherSessions(
  db: DatabaseOrTransaction,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  await db.delete(signInChallenges).where(eq(signInChallenges.userId, userId));
  for (const { id } of ended) await announceEnd(db, id);
  return ended.length;
}

/** Ends the live streams of a session, or of all sessions of a user; the sessions themselves continue. */
export async function announceEnd(db: DatabaseOrTransaction, id: string): Promise<void> {
  await db.execute(sql`select pg_notify(${SESSIONS_CHANNEL}, ${id})`);
}

/** Ends the live streams of users of a role who have no second factor. */
export async function announceConfined(db: DatabaseOrTransaction, role: Role): Promise<void> {
  await db
    .select({ notified: sql`pg_notify(${SESSIONS_CHANNEL}, ${users.id})` })
    .from(users)
    .where(and(eq(users.role, role), not(users.hasSecondFactor), isNull(users.disabledAt)));
}

/** Finds which of these sessions are still valid and may read, with the current roles of their users. */
async function findRolesOfSessions(
  db: DatabaseOrTransaction,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, Role>> {
  const rows = await db
    .select({ id: sessions.id, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${sessions.id} = any(${sql.param(sessionIds)}::text[])`,
        gt(sessions.endsAt, now),
        isNull(users.disabledAt),
        not(mustAddSecondFactor),
      ),
    );
  return new Map(rows.map(({ id, role }) => [id, role]));
}

/** Access to sessions that the event feed needs to end a stream with its session. */
export const streamSessions = { channel: SESSIONS_CHANNEL, findRoles: findRolesOfSessions };
