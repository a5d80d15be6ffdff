import type { Role } from "@container-inspection/shared-schemas/roles";
import { and, desc, eq, isNotNull, isNull, lt, ne, or } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { holdsText } from "../../platform/db/part-of-text.ts";
import { users } from "../../platform/db/tables.ts";
import type { User } from "./user-store.ts";

export type AccountFilter = {
  role?: Role | undefined;
  disabled?: boolean | undefined;
  /** Part of an address or of a name. */
  q?: string | undefined;
  /** Cursor: id of an account; the page contains only accounts created before it. */
  beforeId?: string | undefined;
  limit: number;
};

/** Finds the accounts of people, newest first. */
export async function findUsers(db: DatabaseOrTransaction, filter: AccountFilter): Promise<User[]> {
  const { role, disabled, q, beforeId, limit } = filter;
  return db
    .select()
    .from(users)
    .where(
      and(
        eq(users.isService, false),
        role && eq(users.role, role),
        disabled === undefined ? undefined : disabled ? isNotNull(users.disabledAt) : isNull(users.disabledAt),
        q === undefined ? undefined : or(holdsText(users.email, q), holdsText(users.name, q)),
        beforeId === undefined ? undefined : lt(users.id, beforeId),
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit);
}

/** Lets only one transaction at a time remove rights, so that two cannot remove the last two administrators. */
export async function lockAdmins(tx: DatabaseOrTransaction): Promise<void> {
  await holdLock(tx, "admins");
}

/**
 * True if another user can sign in as an administrator; the default account of edge writes cannot. Call `lockAdmins`
 * first.
 */
export async function hasOtherAdmin(
  tx: DatabaseOrTransaction,
  { id, edgeDefaultUserEmail }: { id: string; edgeDefaultUserEmail: string },
): Promise<boolean> {
  const isAdmin = and(eq(users.role, "admin"), isNull(users.disabledAt), ne(users.email, edgeDefaultUserEmail));
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isAdmin, ne(users.id, id)))
    .limit(1);
  return found.length > 0;
}

export async function updateAccount(
  tx: DatabaseOrTransaction,
  id: string,
  changes: { role: Role; disabledAt: Date | null; updatedAt: Date },
): Promise<User> {
  const [changed] = await tx.update(users).set(changes).where(eq(users.id, id)).returning();
  if (!changed) throw new Error(`the locked account ${id} vanished`);
  return changed;
}
