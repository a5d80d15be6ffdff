import type { UnmappedClass } from "@container-inspection/shared-schemas/category-map";
import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { takenAt } from "../pictures/taken-at-store.ts";

/** Counts the scans of cargo by the classes that they show, among the newest scans since a time. */
export async function countSeenClasses(
  db: DatabaseOrTransaction,
  { since, maxScans }: { since: Date; maxScans: number },
): Promise<UnmappedClass[]> {
  const at = takenAt("newest");
  const { rows } = await db.execute<{ name: string; scans: number; last: string }>(sql`
    with newest as (
      select type, summary, ${at} as at from scans newest where ${at} >= ${since.toISOString()}::timestamptz
      order by ${at} desc limit ${maxScans}
    )
    select name, count(*)::int as scans, to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last
    from newest cross join jsonb_array_elements_text(jsonb_path_query_array(summary, '$[*].className')) name
    where type = 'category' and name is not null group by name order by scans desc, name`);
  return rows.map(({ name, scans, last }) => ({ className: name, scans, lastSeenAt: last }));
}
