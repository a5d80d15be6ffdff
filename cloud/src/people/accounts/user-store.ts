import type { Role } from "@container-inspection/shared-schemas/roles";
import { and, eq, isNull } from "drizzle-orm";
import type { Audit } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { users } from "../../platform/db/tables.ts";

export type User = typeof users.$inferSelect;
export type NewUser = Pick<User, "id" | "email" | "name" | "role" | "passwordHash" | "createdAt"> &
  Partial<Pick<User, "emailVerifiedAt" | "disabledAt">>;

/** Finds the account of an address (lower-case). */
export async function findUserByEmail(db: DatabaseOrTransaction, email: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user;
}

/** Finds the account of an id or an address (lower-case), unless it is disabled. */
export async function findActiveUser(
  db: DatabaseOrTransaction,
  by: { id: string } | { email: string },
): Promise<User | undefined> {
  const isMeant = "id" in by ? eq(users.id, by.id) : eq(users.email, by.email);
  const [user] = await db
    .select()
    .from(users)
    .where(and(isMeant, isNull(users.disabledAt)));
  return user;
}

export async function findUserById(db: DatabaseOrTransaction, id: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user;
}

/** Finds an account that no other transaction can change until this one ends. */
export async function lockUser(tx: DatabaseOrTransaction, id: string): Promise<User | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for("update");
  return user;
}

/** Locks an account until the transaction ends; undefined if it is missing or disabled. */
export async function lockActiveUser(tx: DatabaseOrTransaction, id: string): Promise<User | undefined> {
  const user = await lockUser(tx, id);
  return user?.disabledAt ? undefined : user;
}

/** Locks an account whose password was checked; undefined if it was disabled or its password has changed since. */
export async function lockUserIfUnchanged(
  tx: DatabaseOrTransaction,
  { id, passwordHash }: Pick<User, "id" | "passwordHash">,
): Promise<User | undefined> {
  const user = await lockActiveUser(tx, id);
  return user?.passwordHash === passwordHash ? user : undefined;
}

export async function setPasswordHash(
  db: DatabaseOrTransaction,
  id: string,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<void> {
  await db.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, id));
}

export async function setPersonalData(
  tx: DatabaseOrTransaction,
  id: string,
  { name, timeZone, now }: Pick<User, "name" | "timeZone"> & { now: Date },
): Promise<void> {
  await tx.update(users).set({ name, timeZone, updatedAt: now }).where(eq(users.id, id));
}

/** Sets an account's address, which has been confirmed. Fails on `users_email_unique` if it is taken. */
export async function setProvenEmail(
  tx: DatabaseOrTransaction,
  id: string,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await tx.update(users).set({ email, emailVerifiedAt: now, updatedAt: now }).where(eq(users.id, id));
}

/** Marks an account's address as confirmed, in the transaction that holds the account. */
export async function markEmailVerified(
  tx: DatabaseOrTransaction,
  { id, emailVerifiedAt }: Pick<User, "id" | "emailVerifiedAt">,
  { audit, now }: { audit: Audit; now: Date },
): Promise<void> {
  await tx.update(users).set({ emailVerifiedAt: now, updatedAt: now }).where(eq(users.id, id));
  const before = { emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null };
  const after = { emailVerifiedAt: now.toISOString() };
  await audit(tx, { action: "user.verify-email", subject: { type: "user", id }, before, after });
}

/** True if at least one account has this role. */
export async function hasUserWithRole(db: DatabaseOrTransaction, role: Role): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.role, role)).limit(1);
  return found.length > 0;
}

/** Adds an account; false if the address has one already. */
export async function insertUser(db: DatabaseOrTransaction, user: NewUser): Promise<boolean> {
  const added = await db
    .insert(users)
    .values({ ...user, updatedAt: user.createdAt })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return added.length > 0;
}
