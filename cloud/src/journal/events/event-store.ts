import type { LiveEvent, LiveEventKind } from "@container-inspection/shared-schemas";
import { asc, desc, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, liveEvents } from "../../platform/db/tables.ts";

/** Where recorded events are announced; the payload is empty. */
export const EVENTS_CHANNEL = "live_events";

type OfContainer<Event> = Event extends { container: object }
  ? Omit<Event, "container"> & { containerId: string }
  : Event;
type OfWriter<Event> = Event extends LiveEvent ? Omit<OfContainer<Event>, "id" | "at"> : never;
/** An event as its writer knows it: its container, where it has one, is looked up when it is sent. */
export type NewLiveEvent = OfWriter<LiveEvent>;

/**
 * The place of an event among all others. Its transaction's number goes first: ids count in the order of inserts, so that a
 * reader who goes by them alone misses the lower id that commits later.
 */
export type EventPosition = { xid: string; id: string };

/** An event on record, with its container as that stands now. */
export type FoundEvent = {
  position: EventPosition;
  kind: LiveEventKind;
  at: Date;
  data: Record<string, unknown>;
  container: Pick<typeof containers.$inferSelect, "id" | "containerNumber" | "status" | "ownerId"> | null;
};

/**
 * Records what dashboards are told of, in the transaction of what happened: they learn of it when that commits, and never
 * otherwise. One statement.
 */
export async function recordEvent(tx: DatabaseOrTransaction, event: NewLiveEvent, nowMs: number): Promise<void> {
  const { kind, containerId = null, ...data } = { containerId: undefined, ...event };
  const insert = tx.insert(liveEvents).values({ kind, at: new Date(nowMs), containerId, data });
  await tx.execute(sql`with recorded as ${insert} select pg_notify(${EVENTS_CHANNEL}, '')`);
}

/**
 * Does `write`, a statement that returns whether an event `is_due`, and records the event in the same statement if it is.
 */
export async function recordEventIfDue(
  tx: DatabaseOrTransaction,
  write: SQLWrapper,
  { kind, ...data }: NewLiveEvent & { containerId?: never },
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs).toISOString();
  await tx.execute(sql`
    with written as ${write}, recorded as (
      insert into ${liveEvents} (kind, at, data)
      select ${kind}, ${at}::timestamptz, ${JSON.stringify(data)}::jsonb from written where is_due
      returning id
    )
    select pg_notify(${EVENTS_CHANNEL}, '') from recorded`);
}

/** True of events that none can come before any more: every transaction up to theirs has ended. */
const isSettled = sql<boolean>`${liveEvents.xid} < pg_snapshot_xmin(pg_current_snapshot())`;
const place = sql`(${liveEvents.xid}, ${liveEvents.id})`;
const at = ({ xid, id }: EventPosition) => sql`(${xid}::xid8, ${id}::bigint)`;
const START: EventPosition = { xid: "0", id: "0" };

/**
 * The events after a position (undefined: all), oldest first, at most `limit`. `isHeldBack` tells that a later one is committed
 * already, but that an older transaction is still under way and may put its own before it: ask again soon.
 */
export async function findEventsAfter(
  db: DatabaseOrTransaction,
  position: EventPosition | undefined,
  limit: number,
): Promise<{ events: FoundEvent[]; isHeldBack: boolean }> {
  const rows = await selectFound(db)
    .where(sql`${place} > ${at(position ?? START)}`)
    .limit(limit);
  const settled = rows.filter((row) => row.settled);
  return { events: settled.map(toFound), isHeldBack: settled.length < rows.length };
}

/**
 * The events after a position up to another, oldest first. Undefined when the first one is not on record any more, or more than
 * `limit` came after it: whoever was there cannot go on from it.
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
  const isThere = first?.position.xid === after.xid && first.position.id === after.id;
  return isThere && later.length <= limit ? later : undefined;
}

/** Where the newest event stands that can be read; undefined when none was recorded yet. */
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

/** Deletes the events from before a time, some at once, and returns how many; the newest event stays, for readers to go on from. */
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
 * Deletes events of transactions that are yet to come: they were restored from another server's backup, and would come back as
 * new ones when this server has counted so far.
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
