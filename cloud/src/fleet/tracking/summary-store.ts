import type { CameraTrackingSummary } from "@container-inspection/shared-schemas/tracking";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { coverRange, type RangePiece } from "./cover-range.ts";

type TrackedObject = CameraTrackingSummary["activeObjects"][number];
type SummaryRow = {
  total: number;
  tracking_id: number;
  class_name: string;
  first_ms: number;
  last_ms: number;
  confidence: number;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  event_count: number;
};

/** The events of a camera from `fromMs` to `toMs`, both included, and at most `limit` objects. */
export type SummaryQuestion = { cameraId: string; fromMs: number; toMs: number; limit: number };

/**
 * Summarises a camera's events, most recently seen object first. Whole hours and minutes come from the rollups, only
 * the seconds at both ends from the events, so the cost depends on the objects and the time range, not on the amount
 * of stored data.
 */
export async function readSummary(db: Database, question: SummaryQuestion): Promise<CameraTrackingSummary> {
  const { cameraId, fromMs, toMs } = question;
  const { rows } = await db.execute<SummaryRow>(summaryQuery(question));
  return {
    cameraId,
    timeRange: { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() },
    totalEvents: rows[0]?.total ?? 0,
    activeObjects: rows.map(toTrackedObject),
  };
}

/** The statement of `readSummary`; exported so that a test can check its plan. */
export function summaryQuery({ cameraId, fromMs, toMs, limit }: SummaryQuestion): SQL {
  const pieces = coverRange(fromMs, toMs + 1).map((piece) => selectPiece(cameraId, piece));
  return sql`
    with pieces as materialized (${sql.join(pieces, sql` union all `)}),
    objects as (
      select device_id, session_id, tracking_id, min(first_seen) as first_seen, max(last_seen) as last_seen,
        sum(event_count) as event_count
      from pieces
      group by device_id, session_id, tracking_id
      order by max(last_seen) desc, device_id, session_id, tracking_id
      limit ${limit}
    )
    select distinct on (last_seen, device_id, session_id, tracking_id)
      (select sum(event_count) from pieces)::float8 as total, tracking_id, last.class_name, last.confidence, last.x1, last.y1, last.x2, last.y2,
      objects.event_count::float8, (extract(epoch from objects.first_seen) * 1000)::float8 as first_ms,
      (extract(epoch from last_seen) * 1000)::float8 as last_ms
    from objects join pieces as last using (device_id, session_id, tracking_id, last_seen)
    order by last_seen desc, device_id, session_id, tracking_id, last.event_id desc`;
}

function selectPiece(cameraId: string, { widthSeconds, fromMs, untilMs }: RangePiece): SQL {
  const [from, until] = [new Date(fromMs).toISOString(), new Date(untilMs).toISOString()];
  if (widthSeconds === 0)
    return sql`
      select device_id, session_id, tracking_id, 1 as event_count, occurred_at as first_seen,
        occurred_at as last_seen, event_id, class_name, confidence, x1, y1, x2, y2
      from tracking_events
      where camera_id = ${cameraId} and occurred_at >= ${from}::timestamptz and occurred_at < ${until}::timestamptz`;
  return sql`
    select device_id, session_id, tracking_id, event_count, first_seen,
      last_seen, event_id, class_name, confidence, x1, y1, x2, y2
    from tracking_rollups
    where camera_id = ${cameraId} and width_seconds = ${widthSeconds}
      and bucket >= ${from}::timestamptz and bucket < ${until}::timestamptz`;
}

function toTrackedObject(row: SummaryRow): TrackedObject {
  return {
    trackingId: row.tracking_id,
    className: row.class_name,
    firstSeen: new Date(row.first_ms).toISOString(),
    lastSeen: new Date(row.last_ms).toISOString(),
    confidence: row.confidence,
    lastBox: { x1: row.x1, y1: row.y1, x2: row.x2, y2: row.y2 },
    eventCount: row.event_count,
  };
}
