import { and, desc, eq, gt, inArray, lt } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { sessions, users } from "../../platform/db/tables.ts";
import type { Session } from "../accounts/session-store.ts";
import type { User } from "../accounts/user-store.ts";

/** A service account with the tokens that are valid, newest first. Each token is a session that nothing renews. */
export type ServiceAccountRow = { user: User; tokens: Pick<Session, "id" | "createdAt" | "endsAt">[] };

/** Adds a service account; false if its name is taken. */
export async function insertServiceAccount(
  tx: DatabaseOrTransaction,
  account: Pick<User, "id" | "email" | "name" | "role" | "createdAt">,
): Promise<boolean> {
  const added = await tx
    .insert(users)
    .values({ ...account, isService: true, updatedAt: account.createdAt })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return added.length > 0;
}

/** Service accounts, newest first. */
export async function findServiceAccounts(
  db: DatabaseOrTransaction,
  { beforeId, limit, now }: { beforeId: string | undefined; limit: number; now: Date },
): Promise<ServiceAccountRow[]> {
  const found = await db
    .select()
    .from(users)
    .where(and(eq(users.isService, true), beforeId === undefined ? undefined : lt(users.id, beforeId)))
    .orderBy(desc(users.id))
    .limit(limit);
  return withTokens(db, found, now);
}

/** Finds a service account and locks it until the transaction ends. */
export async function lockServiceAccount(tx: DatabaseOrTransaction, id: string): Promise<User | undefined> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.isService, true)))
    .for("update");
  return user;
}

export async function readServiceAccount(tx: DatabaseOrTransaction, user: User, now: Date): Promise<ServiceAccountRow> {
  const [row] = await withTokens(tx, [user], now);
  return row ?? { user, tokens: [] };
}

async function withTokens(
  db: DatabaseOrTransaction,
  accounts: readonly User[],
  now: Date,
): Promise<ServiceAccountRow[]> {
  if (accounts.length === 0) return [];
  const ids = accounts.map(({ id }) => id);
  const rows = await db
    .select({ id: sessions.id, userId: sessions.userId, createdAt: sessions.createdAt, endsAt: sessions.endsAt })
    .from(sessions)
    .where(and(inArray(sessions.userId, ids), gt(sessions.endsAt, now)))
    .orderBy(desc(sessions.id));
  return accounts.map((user) => ({ user, tokens: rows.filter(({ userId }) => userId === user.id) }));
}
