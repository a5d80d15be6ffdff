import type { ContainerStatus } from "@container-inspection/shared-schemas/containers";
import type { MatchLane } from "@container-inspection/shared-schemas/manifest-match";
import type { EdgeVerdict } from "@container-inspection/shared-schemas/verdicts";
import { type SQL, sql } from "drizzle-orm";
import { isKept } from "../../inspection/record/kept-container-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { containers, recordLinks, scans, visits } from "../../platform/db/tables.ts";

/** The last scans of a device that are looked at, and the hours for which they count. */
const SCANS = 30;
const SINCE_HOURS = 24;

type Row = {
  deviceId: string;
  visitId: string;
  containerId: string;
  containerNumber: string;
  cameraIds: string[];
  scanId: string;
  status: ContainerStatus;
  lane: MatchLane | null;
  scannedAt: string;
  takenAt: string;
};

const inUtc = (time: SQL) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Decisions about the containers of the last scans of some devices, by device, in the order in which these were taken,
 * not that of their arrival: the last one is of the vehicle at the gate. A container that must not
 * leave is listed as such for all its visits, and as HELD under a legal hold.
 */
export async function findVerdicts(
  db: Database,
  deviceIds: readonly string[],
  now: Date,
): Promise<Map<string, EdgeVerdict[]>> {
  const found = new Map<string, EdgeVerdict[]>(deviceIds.map((id) => [id, []]));
  if (deviceIds.length === 0) return found;
  const since = new Date(now.getTime() - SINCE_HOURS * 3_600_000).toISOString();
  const { rows } = await db.execute<Row>(sql`
    select asked.id as "deviceId", ${visits.id} as "visitId", ${containers.id} as "containerId",
      ${containers.containerNumber} as "containerNumber",
      array_agg(distinct ${scans.cameraId} order by ${scans.cameraId}) as "cameraIds",
      case when ${containers.legalHold} is not null then 'HELD'
        when ${isKept} or ${containers.visitId} = ${visits.id} then ${containers.status}
        else coalesce(${visits.status}, ${containers.status}) end as status,
      ${visits.lane} as lane,
      (array_agg(newest.record_id order by newest.taken desc, newest.record_id desc))[1] as "scanId",
      ${inUtc(sql`(array_agg(newest.received_at order by newest.taken desc, newest.record_id desc))[1]`)} as "scannedAt",
      ${inUtc(sql`max(newest.taken)`)} as "takenAt"
    from unnest(${sql.param([...deviceIds])}::text[]) as asked(id)
    cross join lateral (
      select record_id, received_at, taken_at as taken from ${recordLinks}
      where edge_device_id = asked.id and kind <> 'evidence' and taken_at > ${since}::timestamptz
      order by taken_at desc, record_id desc limit ${SCANS}
    ) newest
    join ${scans} on ${scans.id} = newest.record_id
    join ${visits} on ${visits.id} = ${scans.visitId}
    join ${containers} on ${containers.id} = ${scans.containerId} and ${containers.deletedAt} is null
    group by asked.id, ${visits.id}, ${containers.id}
    order by max(newest.taken), max(newest.record_id)`);
  for (const { deviceId, status: verdict, cameraIds, ...row } of rows)
    found.get(deviceId)?.push({ ...row, cameraIds: cameraIds.filter((id) => id !== null), verdict });
  return found;
}
