import type { Role } from "@container-inspection/shared-schemas";
import { and, eq, isNull } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../db/connect.ts";
import { users } from "../db/tables.ts";

export type User = typeof users.$inferSelect;

/** The account of an address given in lower case. */
export async function findUserByEmail(db: DatabaseOrTransaction, email: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user;
}

/** The account of an id, or of an address given in lower case, unless it is disabled. */
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

/** True when at least one account has this role. */
export async function hasUserWithRole(db: DatabaseOrTransaction, role: Role): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.role, role)).limit(1);
  return found.length > 0;
}

/** Adds an account; false when the address has one already. */
export async function insertUser(
  db: DatabaseOrTransaction,
  user: Pick<User, "id" | "email" | "name" | "role" | "passwordHash" | "createdAt">,
): Promise<boolean> {
  const added = await db
    .insert(users)
    .values({ ...user, updatedAt: user.createdAt })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return added.length > 0;
}
