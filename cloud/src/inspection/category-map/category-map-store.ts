import { isDeepStrictEqual } from "node:util";
import type { CategoryMap } from "@container-inspection/shared-schemas/category-map";
import { desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import { categoryMaps, users } from "../../platform/db/tables.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { bundledMap } from "../../match/bundled/category-map.ts";

type CategoryMapRow = typeof categoryMaps.$inferSelect;
/** A version of the map with who put it in force. */
export type FoundCategoryMap = { row: CategoryMapRow; createdBy: { id: string; email: string } | null };

/**
 * The version in force, as a column of any query: a query for data that needs a map also reads the version of that
 * map.
 */
export const currentMapVersion = sql<number>`(select max(version) from category_maps)`.mapWith(Number);

/**
 * Puts the bundled map in force where no admin has put another one: as version 1 of a new database, and as the next
 * version where a newer release brings another bundled map. A bundled map that was in force before is not inserted
 * again, so that releases that start side by side do not replace each other's. Several processes may start at once.
 */
export async function ensureCategoryMap({ db, nowMs }: { db: DatabaseOrTransaction; nowMs: Clock }): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCategoryMap(tx);
    const [newest] = await findMaps(tx, { limit: 1 });
    if (newest && newest.row.createdById !== null) return;
    const bundled = await tx
      .select({ map: categoryMaps.map })
      .from(categoryMaps)
      .where(isNull(categoryMaps.createdById));
    if (bundled.some(({ map }) => isDeepStrictEqual(map, bundledMap))) return;
    const [version, note] = newest ? [newest.row.version + 1, "Bundled with a newer release"] : [1, null];
    await tx.insert(categoryMaps).values({ version, map: bundledMap, note, createdAt: new Date(nowMs()) });
  });
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
