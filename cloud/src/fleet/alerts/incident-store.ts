import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { incidentRecipients, incidents } from "../../platform/db/tables.ts";

export type IncidentRow = typeof incidents.$inferSelect;

/** Incidents that are placed in one transaction. */
const PLACED_AT_ONCE = 500;
/** Incidents that are read for one mail; the next one has the rest. */
const MOST_IN_MAIL = 1_000;

const timeOf = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** Current faults according to the devices and cameras themselves. */
const standing = sql`
  select 'device-silent' as kind, d.id as subject from edge_devices d where d.revoked_at is null and d.silent_since is not null
  union all select 'disk-low', d.id from edge_devices d where d.revoked_at is null and d.disk_low_since is not null
  union all select 'clock-off', d.id from edge_devices d where d.revoked_at is null and d.clock_off_since is not null
  union all select 'camera-faulty', f.device_id || ' ' || f.camera_id from camera_faults f join edge_devices d on d.id = f.device_id and d.revoked_at is null where f.reported_at is not null`;

/** Ends the incidents of devices that were revoked or deleted. All others begin and end with their events. */
export async function alignIncidents(tx: DatabaseOrTransaction, now: Date): Promise<void> {
  await tx.execute(sql`
    update incidents i set ended_at = ${timeOf(now)}
    where ended_at is null and kind <> 'records-broken'
      and not exists (select 1 from (${standing}) s where s.kind = i.kind and s.subject = i.subject)`);
}

/** The cameras of each unplaced incident: its own, or those that its device last reported. */
const camerasOfUnplaced = sql`
  select i.id, i.camera_id from incidents i join unplaced u on u.id = i.id where i.camera_id is not null
  union select i.id, listed ->> 'cameraId' from incidents i join unplaced u on u.id = i.id
    join edge_devices d on d.id = i.device_id
    cross join jsonb_array_elements(coalesce(d.heartbeat -> 'cameras', '[]'::jsonb)) listed where i.camera_id is null`;

/**
 * Adds names and places to incidents that have none yet, and the time since when it has really lasted; returns them.
 * Processes that do this at the same time get different ones.
 */
export async function placeIncidents(tx: DatabaseOrTransaction, now: Date): Promise<IncidentRow[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with unplaced as (select id from incidents where placed_at is null order by id limit ${PLACED_AT_ONCE} for update skip locked),
    places as (
      select seen.id, array_agg(distinct l.site_id) as site_ids, array_agg(distinct l.id) as lane_ids
      from (${camerasOfUnplaced}) seen join cameras c on c.camera_id = seen.camera_id join lanes l on l.id = c.lane_id group by 1),
    found as (
      select i.id, coalesce(c.name, i.camera_id, d.name) as name, p.site_ids, p.lane_ids,
        case when i.kind = 'device-silent' then d.silent_since when i.kind = 'camera-faulty' then f.since end as since
      from incidents i join unplaced u on u.id = i.id left join places p on p.id = i.id
      left join edge_devices d on d.id = i.device_id left join cameras c on c.camera_id = i.camera_id
      left join camera_faults f on f.device_id = i.device_id and f.camera_id = i.camera_id)
    update incidents i set placed_at = ${timeOf(now)}, name = found.name, began_at = least(i.began_at, found.since),
      site_ids = coalesce(found.site_ids, '{}'), lane_ids = coalesce(found.lane_ids, '{}')
    from found where found.id = i.id returning i.id::text as id`);
  const ids = rows.map(({ id }) => Number(id));
  return ids.length === 0 ? [] : tx.select().from(incidents).where(inArray(incidents.id, ids)).orderBy(incidents.id);
}

export async function insertRecipients(
  tx: DatabaseOrTransaction,
  recipients: readonly { incidentId: number; userId: string }[],
): Promise<void> {
  // Each row has parameters, of which a statement can have 65,535.
  for (let from = 0; from < recipients.length; from += 10_000)
    await tx
      .insert(incidentRecipients)
      .values(recipients.slice(from, from + 10_000))
      .onConflictDoNothing();
}

/** Something that a user has not been mailed yet. */
const isDue: SQL | undefined = and(
  isNull(incidentRecipients.endMailedAt),
  or(isNull(incidentRecipients.beginMailedAt), sql`${incidents.endedAt} is not null`),
);

/** The users for whom something has waited since before a time, the longest first. */
export async function findWaitingUsers(db: DatabaseOrTransaction, before: Date): Promise<string[]> {
  const since = sql`min(case when ${incidentRecipients.beginMailedAt} is null then ${incidents.placedAt} else ${incidents.endedAt} end)`;
  const rows = await db
    .select({ userId: incidentRecipients.userId })
    .from(incidentRecipients)
    .innerJoin(incidents, eq(incidents.id, incidentRecipients.incidentId))
    .where(isDue)
    .groupBy(incidentRecipients.userId)
    .having(sql`${since} <= ${timeOf(before)}`)
    .orderBy(since, incidentRecipients.userId);
  return rows.map(({ userId }) => userId);
}

/** An incident that is to be mailed to a user, and whether its beginning was mailed before. */
export type DueIncident = IncidentRow & { isKnown: boolean };

/** Returns the incidents that are due to be mailed to a user, oldest first. */
export async function findDueIncidents(tx: DatabaseOrTransaction, userId: string): Promise<DueIncident[]> {
  const rows = await tx
    .select({ incident: incidents, beginMailedAt: incidentRecipients.beginMailedAt })
    .from(incidentRecipients)
    .innerJoin(incidents, eq(incidents.id, incidentRecipients.incidentId))
    .where(and(eq(incidentRecipients.userId, userId), isDue))
    .orderBy(incidents.id)
    .limit(MOST_IN_MAIL);
  return rows.map(({ incident, beginMailedAt }) => ({ ...incident, isKnown: beginMailedAt !== null }));
}

const recipientsOf = (userId: string, ids: readonly number[]) =>
  and(eq(incidentRecipients.userId, userId), inArray(incidentRecipients.incidentId, [...ids]));

/** Records that the mail with these incidents was written, with the end of those that have one. */
export async function setMailed(
  tx: DatabaseOrTransaction,
  userId: string,
  mailed: readonly DueIncident[],
  now: Date,
): Promise<void> {
  const idsOf = (isEnded: boolean) =>
    mailed.filter(({ endedAt }) => (endedAt !== null) === isEnded).map(({ id }) => id);
  const begun = { beginMailedAt: sql`coalesce(${incidentRecipients.beginMailedAt}, ${timeOf(now)})` };
  for (const isEnded of [true, false]) {
    const ids = idsOf(isEnded);
    if (ids.length === 0) continue;
    await tx
      .update(incidentRecipients)
      .set(isEnded ? { ...begun, endMailedAt: now } : begun)
      .where(recipientsOf(userId, ids));
  }
}

/** Forgets that a user is to be mailed these incidents. */
export async function deleteRecipients(
  tx: DatabaseOrTransaction,
  userId: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await tx.delete(incidentRecipients).where(recipientsOf(userId, ids));
}

/** Deletes incidents that ended before a time; returns how many. */
export async function deleteEndedIncidents(db: DatabaseOrTransaction, before: Date): Promise<number> {
  const deleted = await db
    .delete(incidents)
    .where(sql`${incidents.endedAt} < ${timeOf(before)}`)
    .returning({ id: incidents.id });
  return deleted.length;
}
