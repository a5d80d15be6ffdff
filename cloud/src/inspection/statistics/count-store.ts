import { type SQL, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { takenAt } from "../pictures/taken-at-store.ts";

/** Quarters that are counted in one transaction. */
const BUCKETS_AT_ONCE = 200;

/**
 * Recounts the quarters whose records have changed, the newest first, until none is left or `mayGoOn` returns false.
 * Returns the number of recounted quarters. A quarter is counted from its records and replaces the previous count, so
 * that nothing counts twice, however often and by whatever process it is done.
 */
export async function countStatistics(
  db: Database,
  mayGoOn: () => Promise<boolean> = async () => true,
): Promise<{ quarters: number }> {
  let quarters = 0;
  for (;;) {
    const counted = await db.transaction(countNext);
    quarters += counted;
    if (counted === 0 || !(await mayGoOn())) return { quarters };
  }
}

/** Marks every quarter that has records or counts, so that all are counted again. */
export async function markAllStatistics(db: DatabaseOrTransaction): Promise<void> {
  await db.execute(sql`
    insert into statistic_marks (bucket) select distinct statistics_bucket(at) from (
      select ${taken} as at from scans s
      union all select opened_at from visits union all select first_at from passages union all select created_at from escalations
      union all select resolved_at from escalations union all select bucket from statistics) times where at is not null`);
}

async function countNext(tx: DatabaseOrTransaction): Promise<number> {
  // The command line may do the same at this time.
  await holdLock(tx, "statistics");
  // A record that is committed after this has its own mark, which stays.
  const { rows } = await tx.execute<{ bucket: string; marks: string[] }>(sql`
    select to_char(bucket at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as bucket, json_agg(ctid::text) as marks
    from statistic_marks where bucket > (select max(bucket) from statistic_marks) - interval '2 days'
    group by statistic_marks.bucket order by statistic_marks.bucket desc limit ${BUCKETS_AT_ONCE}`);
  if (rows.length === 0) return 0;
  const buckets = sql`${arrayOf(rows.map(({ bucket }) => bucket))}::timestamptz[]`;
  await tx.execute(sql`delete from statistics where bucket = any(${buckets})`);
  const range = { first: rows.at(-1)?.bucket ?? "", last: rows[0]?.bucket ?? "" };
  for (const count of countsOf(range))
    await tx.execute(sql`with wanted as (select bucket from unnest(${buckets}) bucket)
      insert into statistics (bucket, kind, name, camera_id, owner_id, count, seconds) ${count}`);
  const marks = arrayOf(rows.flatMap((row) => row.marks));
  await tx.execute(sql`delete from statistic_marks where ctid = any(${marks}::tid[])`);
  return rows.length;
}

/** An array as Postgres reads it; no item holds a quotation mark. */
const arrayOf = (items: readonly string[]) => `{${items.map((item) => `"${item}"`).join(",")}}`;

const taken = takenAt("s");
/** The records of each camera of a visit, as scans or as photos. */
const seen = (table: "scans" | "evidence") =>
  sql`select r.camera_id, ${takenAt("r")} as at, r.id from ${sql.raw(table)} r
    where r.container_id = v.container_id and r.visit_id = v.id and r.camera_id is not null`;
/**
 * The camera that saw a visit first, rather one of a gate lane: an X-ray scanner may stand in none. Empty for a visit
 * that no camera saw.
 */
const firstCamera = sql`coalesce((select seen.camera_id from (${seen("scans")} union all ${seen("evidence")}) seen
  left join cameras k on k.camera_id = seen.camera_id order by k.lane_id is null, seen.at, seen.id limit 1), '')`;

/**
 * Vehicles through gate lanes, when their first record was taken; one for all positions, and for the part that is in
 * doubt. Its first container decides whose it is.
 */
const passagesBegun = (within: (time: SQL) => SQL) => sql`
  select bucket, 'passage', naming, camera_id, owner_id, count(*), null::int[] from (
    select wanted.bucket, coalesce(p.camera_id, '') as camera_id, c.owner_id, (
      select case when bool_or(part.is_unidentified and part.assigned_at is null) then 'unidentified'
        when bool_or(part.assigned_at is not null) then 'person' else 'device' end
      from passages part where ${isSameVehicle("part")}) as naming
    from wanted join passages p on ${within(sql.raw("p.first_at"))}
    join containers c on c.id = p.container_id and c.deleted_at is null
    where not exists (select 1 from passages earlier where ${isSameVehicle("earlier")}
      and (earlier.first_at, earlier.id) < (p.first_at, p.id))) begun
  group by 1, 2, 3, 4, 5`;

/** The part of a vehicle that is in doubt has the id of its passage with an ending. */
const isSameVehicle = (
  other: string,
) => sql`${sql.raw(other)}.device_id = p.device_id and ${sql.raw(other)}.passage_id in
  (regexp_replace(p.passage_id, '-unsure$', ''), regexp_replace(p.passage_id, '-unsure$', '') || '-unsure')`;

/** One statement per kind, all with the columns of the table. */
function countsOf({ first, last }: { first: string; last: string }) {
  // The range is for the index, the equality for a hash join: without it, each quarter would be compared with each row.
  const within = (time: SQL) =>
    sql`${time} >= ${first}::timestamptz and ${time} < ${last}::timestamptz + interval '15 minutes' and statistics_bucket(${time}) = wanted.bucket`;
  // Visits by the state that they have now, when they began.
  const visitsBegun = sql`
  select wanted.bucket, c.owner_id, ${firstCamera} as camera_id, case when c.visit_id = v.id then c.status else v.status end as status,
    v.lane as verdict
  from wanted join visits v on ${within(sql.raw("v.opened_at"))} and v.joined_into_id is null
    -- Devices open visits by records: where all have left for another container, it had no vehicle.
    and not (v.opened_by = 'edge' and v.last_write_at is null)
  join containers c on c.id = v.container_id and c.deleted_at is null`;

  return [
    sql`select bucket, 'arrival', status, camera_id, owner_id, count(*), null::int[] from (${visitsBegun}) begun
    where status is not null group by 1, 2, 3, 4, 5`,
    passagesBegun(within),
    sql`select bucket, 'verdict', verdict, camera_id, owner_id, count(*), null::int[] from (${visitsBegun}) begun
    where verdict is not null group by 1, 2, 3, 4, 5`,
    sql`select wanted.bucket, 'scan', s.type, coalesce(s.camera_id, ''), c.owner_id, count(*), null::int[]
    from wanted join scans s on ${within(taken)} and s.status = 'done'
    join containers c on c.id = s.container_id and c.deleted_at is null group by 1, 2, 3, 4, 5`,
    // Number of scans with a class, after review; objects drawn by reviewers have no detection of the model.
    sql`select bucket, 'class', class, camera_id, owner_id, count(*), null::int[] from (
      select distinct wanted.bucket, s.id, coalesce(s.camera_id, '') as camera_id, c.owner_id, object.class
      from wanted join scans s on ${within(taken)} and s.status = 'done'
      join containers c on c.id = s.container_id and c.deleted_at is null
      cross join lateral (
        select coalesce(v.class_name, d.found ->> 'className') as class
        from jsonb_array_elements(s.detections) with ordinality d (found, place)
        left join detection_verdicts v on v.scan_id = s.id and v.index = d.place - 1
        where v.verdict is distinct from 'rejected'
        union all
        select drawn.class_name from detection_verdicts drawn where drawn.scan_id = s.id and drawn.verdict = 'added'
      ) object) found
    where class is not null group by 1, 2, 3, 4, 5`,
    sql`select wanted.bucket, 'escalation', e.source, ${firstCamera}, c.owner_id, count(*), null::int[]
    from wanted join escalations e on ${within(sql.raw("e.created_at"))}
    join visits v on v.id = e.visit_id join containers c on c.id = e.container_id and c.deleted_at is null group by 1, 2, 3, 4, 5`,
    sql`select wanted.bucket, 'decision', e.decision, ${firstCamera}, c.owner_id, count(*),
      array_agg(greatest(0, extract(epoch from e.resolved_at - e.created_at))::int)
    from wanted join escalations e on ${within(sql.raw("e.resolved_at"))} and e.decision is not null
    join visits v on v.id = e.visit_id join containers c on c.id = e.container_id and c.deleted_at is null group by 1, 2, 3, 4, 5`,
  ];
}
