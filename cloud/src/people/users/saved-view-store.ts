import { and, asc, count, eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { savedViews } from "../../platform/db/tables.ts";

export type SavedViewRow = typeof savedViews.$inferSelect;

/** The views that a user saved, in the order of their names. */
export const findSavedViews = (db: DatabaseOrTransaction, userId: string): Promise<SavedViewRow[]> =>
  db.select().from(savedViews).where(eq(savedViews.userId, userId)).orderBy(asc(savedViews.name));

export async function findSavedView(
  db: DatabaseOrTransaction,
  { userId, name }: { userId: string; name: string },
): Promise<SavedViewRow | undefined> {
  const [found] = await db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.userId, userId), eq(savedViews.name, name)));
  return found;
}

export async function countSavedViews(db: DatabaseOrTransaction, userId: string): Promise<number> {
  const [counted] = await db.select({ views: count() }).from(savedViews).where(eq(savedViews.userId, userId));
  return counted?.views ?? 0;
}

/** Adds a view, or replaces the one of its id. */
export async function putSavedView(tx: DatabaseOrTransaction, row: SavedViewRow): Promise<void> {
  const { search, updatedAt } = row;
  await tx.insert(savedViews).values(row).onConflictDoUpdate({ target: savedViews.id, set: { search, updatedAt } });
}

/** Deletes a view of a user, and returns it; undefined where the user has none of this id. */
export async function removeSavedView(
  tx: DatabaseOrTransaction,
  { userId, id }: { userId: string; id: string },
): Promise<SavedViewRow | undefined> {
  const [removed] = await tx
    .delete(savedViews)
    .where(and(eq(savedViews.userId, userId), eq(savedViews.id, id)))
    .returning();
  return removed;
}
