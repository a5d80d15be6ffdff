import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";

/** Figures of the fleet and the work from the database, for monitoring; ages in seconds. */
export type Figures = {
  devices: { state: "active" | "silent" | "waiting" | "revoked"; devices: number }[];
  /**
   * Sums of the newest heartbeats of all devices that are not revoked; null if none reports the value.
   */
  queues: {
    pending: number | null;
    parked: number | null;
    refused: number | null;
    oldestSeconds: number | null;
    hoursUntilFull: number | null;
    heartbeatSeconds: number | null;
    /** Offset of the clock that is furthest off, in either direction. */
    clockSkewSeconds: number | null;
  };
  /** Newest scan of each type and source, among the newest 1,000 scans. */
  scans: { type: string; source: string; newestSeconds: number }[];
  cameras: { lastScan: "hour" | "day" | "older" | "never"; cameras: number }[];
  escalations: { state: string; escalations: number; oldestSeconds: number }[];
  /** The age of the oldest erasure that is not complete; null where there is none. */
  erasureSeconds: number | null;
  runs: { name: string; finishedSeconds: number; outcome: Record<string, unknown> | null }[];
};

/**
 * Reads all figures in one statement, which touches few rows: small tables, partial indexes, and the newest scans by
 * their ids.
 */
export async function readFigures(db: DatabaseOrTransaction, nowMs: number): Promise<Figures> {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`;
  const secondsSince = (time: string) => sql`greatest(extract(epoch from ${now} - ${sql.raw(time)}), 0)::float8`;
  const listed = (rows: ReturnType<typeof sql>) =>
    sql`(select coalesce(json_agg(listed), '[]'::json) from (${rows}) as listed)`;
  const { rows } = await db.execute<Figures>(sql`
    select ${listed(sql`
      select case when revoked_at is not null then 'revoked' when silent_since is not null then 'silent'
        when last_seen_at is not null then 'active' else 'waiting' end as state, count(*) as devices
      from edge_devices group by 1`)} as devices,
    (select row_to_json(summed) from (
      select sum((queue ->> 'pending')::float8) as pending, sum((queue ->> 'parked')::float8) as parked,
        sum((queue ->> 'refused')::float8) as refused, min((queue ->> 'hoursUntilFull')::float8) as "hoursUntilFull",
        max((queue ->> 'oldestAgeSeconds')::float8 + ${secondsSince("heartbeat_at")})
          filter (where (queue ->> 'pending')::float8 > 0) as "oldestSeconds",
        max(${secondsSince("heartbeat_at")}) as "heartbeatSeconds",
        max(abs(clock_skew_ms)) filter (where silent_since is null)::float8 / 1000 as "clockSkewSeconds"
      from (select heartbeat_at, clock_skew_ms, silent_since, nullif(heartbeat -> 'queue', 'null') as queue from edge_devices where revoked_at is null) as heard
    ) as summed) as queues,
    ${listed(sql`
      select type, source, ${secondsSince("max(received_at)")} as "newestSeconds"
      from (select type, source, received_at from scans order by id desc limit 1000) as newest group by type, source`)} as scans,
    ${listed(sql`
      select case when last_scan_at is null then 'never' when last_scan_at > ${now} - interval '1 hour' then 'hour'
        when last_scan_at > ${now} - interval '1 day' then 'day' else 'older' end as "lastScan", count(*) as cameras
      from seen_cameras group by 1`)} as cameras,
    ${listed(sql`
      select state, count(*) as escalations, ${secondsSince("min(created_at)")} as "oldestSeconds"
      from escalations where state <> 'RESOLVED' group by state`)} as escalations,
    (select ${secondsSince("started_at")} from erasures order by started_at limit 1) as "erasureSeconds",
    ${listed(sql`
      select name, extract(epoch from finished_at)::float8 as "finishedSeconds", outcome
      from maintenance_runs where finished_at is not null`)} as runs`);
  const [figures] = rows;
  if (!figures) throw new Error("the database returned no figures");
  return figures;
}
