import { type SQL, sql } from "drizzle-orm";
import type { StatisticKind } from "@container-inspection/shared-schemas/statistics";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";

export type StatisticsFilter = {
  from: Date;
  to: Date;
  bucket: "hour" | "day";
  timeZone: string;
  groupBy: "site" | "lane" | undefined;
  siteId: string | undefined;
  laneId: string | undefined;
  /** Id of the owner whose containers are counted. */
  ownerId: string | undefined;
};

/** Time and place of a count; all null for the whole range. */
export type StatisticsPlace = { at: Date | null; siteId: string | null; laneId: string | null };
export type StatisticsCount = StatisticsPlace & { kind: StatisticKind; name: string; count: number };
export type DecisionMedian = StatisticsPlace & { seconds: number };

/** The counts of a range: for each bucket and place, and for the whole. */
export async function findCounts(db: DatabaseOrTransaction, filter: StatisticsFilter): Promise<StatisticsCount[]> {
  const { rows } = await db.execute<{ kind: StatisticKind; name: string; count: number } & PlaceRow>(sql`
    select ${placeOf(filter)}, s.kind, s.name, sum(s.count)::int as count from ${source(filter)}
    group by grouping sets ((1, 2, 3, s.kind, s.name), (s.kind, s.name)) order by 1, 2, 3`);
  return rows.map(({ kind, name, count, ...place }) => ({ ...placeOfRow(place), kind, name, count }));
}

/**
 * Returns the median duration of decisions in seconds, for each bucket and place, and for the whole range.
 */
export async function findMedians(db: DatabaseOrTransaction, filter: StatisticsFilter): Promise<DecisionMedian[]> {
  const { rows } = await db.execute<{ seconds: number } & PlaceRow>(sql`
    select ${placeOf(filter)}, percentile_cont(0.5) within group (order by taken) as seconds
    from ${source(filter)} cross join lateral unnest(s.seconds) taken where s.kind = 'decision'
    group by grouping sets ((1, 2, 3), ())`);
  return rows.flatMap(({ seconds, ...place }) => (seconds === null ? [] : [{ ...placeOfRow(place), seconds }]));
}

/** Returns true if all changes are counted. */
export async function isCounted(db: DatabaseOrTransaction): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from statistic_marks limit 1`);
  return rows.length === 0;
}

type PlaceRow = { at: string | null; site_id: string | null; lane_id: string | null };

const placeOfRow = ({ at, site_id: siteId, lane_id: laneId }: PlaceRow): StatisticsPlace => ({
  at: at === null ? null : new Date(at),
  siteId,
  laneId,
});

function placeOf({ bucket, timeZone, groupBy }: StatisticsFilter): SQL {
  const at = sql`to_char(date_trunc(${bucket}, s.bucket, ${timeZone}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  const siteId = groupBy === undefined ? sql`null::text` : sql`l.site_id`;
  const laneId = groupBy === "lane" ? sql`l.id` : sql`null::text`;
  return sql`${at} as at, ${siteId} as site_id, ${laneId} as lane_id`;
}

/** The counted quarters of the range, each with the place where its camera is now. */
function source({ from, to, siteId, laneId, ownerId }: StatisticsFilter): SQL {
  return sql`(select * from statistics
      where bucket >= statistics_bucket(${from.toISOString()}::timestamptz) and bucket < ${to.toISOString()}::timestamptz
        ${ownerId === undefined ? sql`` : sql`and owner_id = ${ownerId}`}) s
    left join cameras c on c.camera_id = s.camera_id ${placed({ siteId, laneId })}`;
}

function placed({ siteId, laneId }: Pick<StatisticsFilter, "siteId" | "laneId">): SQL {
  if (siteId === undefined && laneId === undefined) return sql`left join lanes l on l.id = c.lane_id`;
  const isSite = siteId === undefined ? sql`true` : sql`l.site_id = ${siteId}`;
  const isLane = laneId === undefined ? sql`true` : sql`l.id = ${laneId}`;
  return sql`join lanes l on l.id = c.lane_id and ${isSite} and ${isLane}`;
}
