import { and, gt, inArray, isNotNull, isNull, lt, type SQL } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { evidence, scans } from "../../platform/db/tables.ts";
import type { PictureFolder } from "./picture-store.ts";

/**
 * Records that were made between two ids and keep a picture with one of these SHA-256s: the hash with the key of one of
 * them.
 */
export async function findKeptPictures(
  db: DatabaseOrTransaction,
  folder: PictureFolder,
  { sha256s, afterId, beforeId }: { sha256s: readonly string[]; afterId: string; beforeId: string },
): Promise<Map<string, string>> {
  const table = folder === "scans" ? scans : evidence;
  const isMeant: (SQL | undefined)[] = [
    gt(table.id, afterId),
    lt(table.id, beforeId),
    inArray(table.imageSha256, [...sha256s]),
    isNotNull(table.imageKey),
    isNull(table.imageDeletedAt),
    folder === "evidence" ? isNull(evidence.deletedAt) : undefined,
  ];
  const rows = await db
    .select({ sha256: table.imageSha256, key: table.imageKey })
    .from(table)
    .where(and(...isMeant));
  return new Map(rows.flatMap(({ sha256, key }) => (sha256 && key ? [[sha256, key] as const] : [])));
}
