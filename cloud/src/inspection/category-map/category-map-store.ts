import type { CategoryMap } from "@container-inspection/shared-schemas";
import { desc, eq, lt, sql } from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import { categoryMaps, users } from "../../platform/db/tables.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { bundledMap } from "./bundled-map.ts";

type CategoryMapRow = typeof categoryMaps.$inferSelect;
/** A version of the map with who put it in force. */
export type FoundCategoryMap = { row: CategoryMapRow; createdBy: { id: string; email: string } | null };

/**
 * The version in force, as a column of any query: a query that reads what a map is needed for also reads which map that
 * is.
 */
export const currentMapVersion = sql<number>`(select max(version) from category_maps)`.mapWith(Number);

/** Inserts the bundled map as version 1, once per database; several processes may start at once. */
export async function ensureCategoryMap({ db, nowMs }: { db: DatabaseOrTransaction; nowMs: Clock }): Promise<void> {
  await db
    .insert(categoryMaps)
    .values({ version: 1, map: bundledMap, createdAt: new Date(nowMs()) })
    .onConflictDoNothing();
}

/** Lets one transaction at a time replace the map. */
export async function lockCategoryMap(tx: DatabaseOrTransaction): Promise<void> {
  await holdLock(tx, "category map");
}

/** The map in force. */
export async function findCurrentMap(db: DatabaseOrTransaction): Promise<FoundCategoryMap> {
  const [found] = await findMaps(db, { limit: 1 });
  if (!found) throw new Error("the bundled category map is missing: ensureCategoryMap inserts it at every start");
  return found;
}

export async function findMap(db: DatabaseOrTransaction, version: number): Promise<FoundCategoryMap | undefined> {
  const [found] = await selectFound(db).where(eq(categoryMaps.version, version));
  return found;
}

/** Versions, newest first. */
export async function findMaps(
  db: DatabaseOrTransaction,
  { beforeVersion, limit }: { beforeVersion?: number | undefined; limit: number },
): Promise<FoundCategoryMap[]> {
  return selectFound(db)
    .where(beforeVersion === undefined ? undefined : lt(categoryMaps.version, beforeVersion))
    .orderBy(desc(categoryMaps.version))
    .limit(limit);
}

/** Inserts a map as the version in force; call `lockCategoryMap` first. */
export async function insertMap(
  tx: DatabaseOrTransaction,
  made: { version: number; map: CategoryMap; note: string | null; createdById: string; nowMs: number },
): Promise<void> {
  const { nowMs, ...row } = made;
  await tx.insert(categoryMaps).values({ ...row, createdAt: new Date(nowMs) });
}

function selectFound(db: DatabaseOrTransaction) {
  return db
    .select({ row: categoryMaps, createdBy: { id: users.id, email: users.email } })
    .from(categoryMaps)
    .leftJoin(users, eq(users.id, categoryMaps.createdById));
}
