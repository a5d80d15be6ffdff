import { type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { takenAt } from "../pictures/taken-at-store.ts";

/**
 * Exact counts for some cameras in a period; `undecided` is the current number of their escalations without a
 * decision.
 */
export type LaneCounts = {
  containers: number;
  scans: number;
  escalated: number;
  cleared: number;
  held: number;
  inspected: number;
  undecided: number;
};

const taken = takenAt("s");

/** Counts the records of the cameras of a lane, from `from` until before `to`. Deleted containers do not count. */
export async function countLane(
  db: DatabaseOrTransaction,
  laneId: string,
  { from, to }: { from: Date; to: Date },
): Promise<LaneCounts> {
  const within = (time: SQL) =>
    sql`${time} >= ${from.toISOString()}::timestamptz and ${time} < ${to.toISOString()}::timestamptz`;
  const [isCreated, isResolved] = [within(sql.raw("e.created_at")), within(sql.raw("e.resolved_at"))];
  const isHere = sql`exists (select 1 from scans s join here on here.camera_id = s.camera_id
    where s.container_id = e.container_id and s.visit_id = e.visit_id)`;
  const { rows } = await db.execute<LaneCounts>(sql`
    with here as (select camera_id from cameras where lane_id = ${laneId}),
    seen as (select s.container_id from scans s join here on here.camera_id = s.camera_id
      join containers c on c.id = s.container_id and c.deleted_at is null where s.status = 'done' and ${within(taken)}),
    raised as (select e.* from escalations e join containers c on c.id = e.container_id and c.deleted_at is null
      where (${isCreated} or ${isResolved} or e.state <> 'RESOLVED') and ${isHere})
    select (select count(distinct container_id) from seen)::int as containers, (select count(*) from seen)::int as scans,
      count(*) filter (where ${isCreated})::int as escalated,
      count(*) filter (where e.decision = 'clear' and ${isResolved})::int as cleared,
      count(*) filter (where e.decision = 'hold' and ${isResolved})::int as held,
      count(*) filter (where e.decision = 'inspect' and ${isResolved})::int as inspected,
      count(*) filter (where e.state <> 'RESOLVED')::int as undecided
    from raised e`);
  const [counts] = rows;
  if (!counts) throw new Error(`the records of lane ${laneId} were not counted`);
  return counts;
}
