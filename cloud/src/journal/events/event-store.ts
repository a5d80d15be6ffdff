import type { LiveEventKind } from "@container-inspection/shared-schemas/live-events";
import { and, asc, desc, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { composeStatementOnce, placeholders } from "../../platform/db/compose-once.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, liveEvents } from "../../platform/db/tables.ts";
import { recordIncident } from "../incidents/incident-store.ts";
import type { NewLiveEvent } from "./new-live-event.ts";
import { traceUnderWay } from "../../platform/traces/traces.ts";

/** The channel on which recorded events are notified; the payload is empty. */
export const EVENTS_CHANNEL = "live_events";

/**
 * The position of an event among all others. Its transaction's number comes first: ids are in the order of inserts, so
 * a reader that uses them alone misses a lower id that commits later.
 */
export type EventPosition = { xid: string; id: string };

/** A recorded event, with the current state of its container. */
export type FoundEvent = {
  position: EventPosition;
  kind: LiveEventKind;
  at: Date;
  data: Record<string, unknown>;
  container: Pick<typeof containers.$inferSelect, "id" | "containerNumber" | "status" | "ownerId"> | null;
  /** Trace context in which the trace of its cause continues. */
  traceparent: string | null;
};

const insertAndNotify = composeStatementOnce((db) => {
  const insert = db.insert(liveEvents).values(placeholders("kind", "at", "containerId", "data", "traceparent"));
  return sql`with recorded as ${insert} select pg_notify(${EVENTS_CHANNEL}, '')`;
});

/**
 * Records an event in the transaction of its cause: streams and webhooks get it if and only if the transaction commits.
 * One that reports that something is wrong, or no longer wrong, begins or ends an incident.
 */
export async function recordEvent(tx: DatabaseOrTransaction, event: NewLiveEvent, nowMs: number): Promise<void> {
  const { kind, containerId = null, ...data } = { containerId: undefined, ...event };
  const traceparent = traceUnderWay()?.traceparent ?? null;
  await insertAndNotify(tx, { kind, at: new Date(nowMs), containerId, data, traceparent });
  await recordIncident(tx, event, new Date(nowMs));
}

/** Runs `write`, which returns whether an event `is_due`, and records the event in the same statement if it is. */
export async function recordEventIfDue(
  tx: DatabaseOrTransaction,
  write: SQLWrapper,
  event: NewLiveEvent & { containerId?: never },
  nowMs: number,
): Promise<void> {
  await tx.execute(recordingIfDue(write, dueEvent(event, nowMs)));
}

/** The statement of `recordEventIfDue`, with the values that `dueEvent` returns, or placeholders for them. */
export const recordingIfDue = (
  write: SQLWrapper,
  { eventKind, eventAt, eventData }: Record<keyof ReturnType<typeof dueEvent>, unknown>,
): SQL => sql`
  with written as ${write}, recorded as (
    insert into ${liveEvents} (kind, at, data)
    select ${eventKind}, ${eventAt}::timestamptz, ${eventData}::jsonb from written where is_due
    returning id
  )
  select pg_notify(${EVENTS_CHANNEL}, '') from recorded`;

/** The values of an event that is recorded where it is due. */
export function dueEvent({ kind, ...data }: NewLiveEvent & { containerId?: never }, nowMs: number) {
  return { eventKind: kind, eventAt: new Date(nowMs).toISOString(), eventData: JSON.stringify(data) };
}

/** True of settled events: every transaction up to theirs has ended, so no event can still come before them. */
const isSettled = sql<boolean>`${liveEvents.xid} < pg_snapshot_xmin(pg_current_snapshot())`;
const place = sql`(${liveEvents.xid}, ${liveEvents.id})`;
const at = ({ xid, id }: EventPosition) => sql`(${xid}::xid8, ${id}::bigint)`;
const START: EventPosition = { xid: "0", id: "0" };

/**
 * Finds the events after a position (undefined: all), oldest first, at most `limit`. `isHeldBack` is true if a later
 * one is committed but an older transaction is still open, whose event would come before it: read again soon. Only
 * events of `kinds`, and only those that were recorded at `from` or later, where these are given.
 */
export async function findEventsAfter(
  db: DatabaseOrTransaction,
  position: EventPosition | undefined,
  limit: number,
  { kinds, from }: { kinds?: readonly LiveEventKind[]; from?: Date | undefined } = {},
): Promise<{ events: FoundEvent[]; isHeldBack: boolean }> {
  const isWanted = and(
    kinds && inArray(liveEvents.kind, [...kinds]),
    from && sql`${liveEvents.at} >= ${from.toISOString()}::timestamptz`,
  );
  const rows = await selectFound(db)
    .where(and(sql`${place} > ${at(position ?? START)}`, isWanted))
    .limit(limit);
  const settled = rows.filter((row) => row.settled);
  return { events: settled.map(toFound), isHeldBack: settled.length < rows.length };
}

/**
 * Finds the events after a position up to another, oldest first. Undefined if the first one is no longer recorded, or
 * more than `limit` followed it: a reader cannot continue from it.
 */
export async function findEventsBetween(
  db: DatabaseOrTransaction,
  after: EventPosition,
  upTo: EventPosition,
  limit: number,
): Promise<FoundEvent[] | undefined> {
  const rows = await selectFound(db)
    .where(sql`${place} >= ${at(after)} and ${place} <= ${at(upTo)}`)
    .limit(limit + 2);
  const [first, ...later] = rows.map(toFound);
  const isRecorded = first?.position.xid === after.xid && first.position.id === after.id;
  return isRecorded && later.length <= limit ? later : undefined;
}

/** The data of the events of a container before a position. */
export async function findSubjectsBefore(
  db: DatabaseOrTransaction,
  containerId: string,
  position: EventPosition,
): Promise<Record<string, unknown>[]> {
  const rows = await db
    .select({ data: liveEvents.data })
    .from(liveEvents)
    .where(and(eq(liveEvents.containerId, containerId), sql`${place} < ${at(position)}`));
  return rows.map(({ data }) => data);
}

/** The position of the newest event that can be read; undefined if none was recorded yet. */
export async function findNewestPosition(db: DatabaseOrTransaction): Promise<EventPosition | undefined> {
  const [newest] = await db
    .select(position)
    .from(liveEvents)
    .where(isSettled)
    .orderBy(desc(liveEvents.xid), desc(liveEvents.id))
    .limit(1);
  return newest;
}

const DELETED_AT_ONCE = 10_000;

/**
 * Deletes the events from before a time, some at once, and returns how many; the newest event stays, for readers to go
 * on from.
 */
export async function deleteEventsBefore(
  db: DatabaseOrTransaction,
  before: Date,
  mayGoOn: () => Promise<boolean>,
): Promise<number> {
  let deleted = 0;
  while (await mayGoOn()) {
    const { rows } = await db.execute<{ deleted: number }>(sql`
      with oldest as (
        select xid, id, at, lead(id) over (order by xid, id) is null as is_last
        from live_events order by xid, id limit ${DELETED_AT_ONCE}
      ), deleted as (
        delete from live_events using oldest
        where live_events.xid = oldest.xid and live_events.id = oldest.id
          and oldest.at < ${before.toISOString()}::timestamptz and not is_last
        returning 1
      )
      select count(*)::int as deleted from deleted`);
    const count = rows[0]?.deleted ?? 0;
    deleted += count;
    // The last event of a batch always stays.
    if (count < DELETED_AT_ONCE - 1) break;
  }
  return deleted;
}

/**
 * Deletes events whose transaction numbers this server has not reached: they were restored from another server's
 * backup, and would be sent as new events once it has.
 */
export async function deleteForeignEvents(db: DatabaseOrTransaction): Promise<void> {
  await db.delete(liveEvents).where(sql`${liveEvents.xid} >= pg_snapshot_xmax(pg_current_snapshot())`);
}

const position = { xid: sql<string>`${liveEvents.xid}::text`, id: sql<string>`${liveEvents.id}::text` };

function selectFound(db: DatabaseOrTransaction) {
  const { id, containerNumber, status, ownerId } = containers;
  return db
    .select({
      ...position,
      settled: isSettled,
      kind: liveEvents.kind,
      at: liveEvents.at,
      data: liveEvents.data,
      traceparent: liveEvents.traceparent,
      container: { id, containerNumber, status, ownerId },
    })
    .from(liveEvents)
    .leftJoin(containers, eq(containers.id, liveEvents.containerId))
    .orderBy(asc(liveEvents.xid), asc(liveEvents.id));
}

function toFound({
  xid,
  id,
  settled: _settled,
  ...event
}: EventPosition & { settled: boolean } & Omit<FoundEvent, "position">): FoundEvent {
  return { position: { xid, id }, ...event };
}
