import { asc, lte, or, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { evidence, scans } from "../../platform/db/tables.ts";
import { keyOf } from "./passage-list-store.ts";
import { inOrder, isOfPassage, type PassageName, type PassageRecord, recordColumns } from "./passage-store.ts";

/** The first `limit` pictures of each of these passages, by `keyOf`; those that were taken first come first. */
export async function findPictures(
  db: DatabaseOrTransaction,
  names: readonly PassageName[],
  limit: number,
): Promise<Map<string, PassageRecord[]>> {
  const found = new Map<string, PassageRecord[]>();
  if (names.length === 0) return found;
  const read = async (kind: PassageRecord["kind"]) => {
    const table = kind === "scan" ? scans : evidence;
    const { at, ...columns } = recordColumns(kind);
    const rank = sql<number>`row_number() over (partition by ${table.deviceId}, ${table.passageId} order by ${at}, ${table.id})`;
    const ranked = db
      .select({
        ...columns,
        at: at.as("taken_at"),
        rank: rank.as("rank"),
        deviceId: sql<string>`${table.deviceId}`.as("of_device"),
        passageId: sql<string>`${table.passageId}`.as("of_passage"),
      })
      .from(table)
      .where(or(...names.map((name): SQL | undefined => isOfPassage(table, name))))
      .as("ranked");
    const rows = await db.select().from(ranked).where(lte(ranked.rank, limit)).orderBy(asc(ranked.rank));
    return rows.map(({ position, rank: _rank, deviceId, passageId, ...row }) => ({
      key: keyOf({ deviceId, passageId }),
      record: { kind, position: position ?? "", ...row },
    }));
  };
  const rows = [...(await read("scan")), ...(await read("evidence"))];
  for (const [key, own] of Map.groupBy(rows, (one) => one.key))
    found.set(key, inOrder(own.map(({ record }) => record)).slice(0, limit));
  return found;
}
