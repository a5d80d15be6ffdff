import { sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { dailyTables } from "../../platform/db/tables/tracking.ts";

export type Distribution =
  | { kind: "no-extension" }
  | { kind: "no-workers" }
  | { kind: "distributed"; tables: { table: string; isNew: boolean }[]; shards: number; nodes: number };

/**
 * Spreads the tracking tables over the nodes of a Citus cluster by their camera, with the rows that they have: one
 * batch, one receipt and one summary then concern one shard of one node. Tables that are distributed stay as they are.
 */
export async function distributeTables(db: Database): Promise<Distribution> {
  const found = await db.execute(sql`select 1 from pg_extension where extname = 'citus'`);
  if (found.rows.length === 0) return { kind: "no-extension" };
  return db.transaction(async (tx) => {
    // It copies the rows; writers wait.
    await tx.execute(sql`set local statement_timeout = 0`);
    const { rows: nodes } = await tx.execute<{ workers: number }>(
      sql`select count(*)::int as workers from pg_dist_node where shouldhaveshards and isactive`,
    );
    const workers = nodes[0]?.workers ?? 0;
    if (workers === 0) return { kind: "no-workers" };
    const tables: { table: string; isNew: boolean }[] = [];
    const [{ table: first }] = dailyTables;
    for (const { table } of dailyTables) {
      const { rows } = await tx.execute(sql`select 1 from pg_dist_partition where logicalrelid = ${table}::regclass`);
      const isNew = rows.length === 0;
      const together = table === first ? "default" : first;
      if (isNew)
        await tx.execute(sql`select create_distributed_table(${table}, 'camera_id', colocate_with => ${together})`);
      tables.push({ table, isNew });
    }
    const { rows: shards } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from pg_dist_shard where logicalrelid = ${first}::regclass`,
    );
    return { kind: "distributed", tables, shards: shards[0]?.count ?? 0, nodes: workers };
  });
}
