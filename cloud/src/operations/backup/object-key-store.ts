import { sql } from "drizzle-orm";
import { keyOfFile } from "../../fleet/tracking/archive/file-store.ts";
import { pieceKeys } from "../../fleet/roll-outs/release-pieces.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { releases, trackingFiles } from "../../platform/db/tables.ts";

/**
 * The columns that name objects in the storage of pictures. A test fails for a column `…_key` that is in neither list.
 */
export const objectKeyColumns: readonly (readonly [table: "scans" | "evidence", column: string])[] = [
  ["scans", "image_key"],
  ["scans", "thumbnail_key"],
  ["scans", "visualization_key"],
  ["evidence", "image_key"],
  ["evidence", "thumbnail_key"],
  ["evidence", "visualization_key"],
];

/**
 * The key of every object that a row names and that was not deleted, each once, with the pieces of releases and the
 * files of tracking.
 */
export async function findObjectKeys(tx: DatabaseOrTransaction): Promise<string[]> {
  const keys = objectKeyColumns.map(([table, column]) => {
    const key = sql.identifier(column);
    const isStored =
      table === "evidence" ? sql`image_deleted_at is null and deleted_at is null` : sql`image_deleted_at is null`;
    return sql`select ${key} as key from ${sql.identifier(table)} where ${key} is not null and ${isStored}`;
  });
  const { rows } = await tx.execute<{ key: string }>(sql`${sql.join(keys, sql` union `)} order by key`);
  const kept = await tx.select({ id: releases.id, sizeBytes: releases.sizeBytes }).from(releases);
  const files = await tx.select({ id: trackingFiles.id, kind: trackingFiles.kind }).from(trackingFiles);
  return [...rows.map(({ key }) => key), ...kept.flatMap(pieceKeys), ...files.map(keyOfFile)];
}
