import { and, asc, type Column, desc, eq, isNotNull, lt, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { cameras, containers, lanes, passages, users } from "../../platform/db/tables.ts";
import { holderId, type PassageName, type PassageRow } from "./passage-store.ts";

type Named = Pick<typeof containers.$inferSelect, "id" | "containerNumber" | "numberCheck" | "ownerId">;
/** A position of a passage with its container, its lane, and the person who named the container. */
export type ListedPosition = {
  row: PassageRow;
  container: Named;
  /** True where a person must name the container. */
  isUnidentified: boolean;
  lane: { id: string; name: string } | null;
  assignedBy: { id: string; email: string } | null;
};
/** The positions of one passage, at least one; that of its first record comes first. */
export type ListedPassage = { name: PassageName; positions: ListedPosition[] };

export type PassageFilter = {
  state: "unidentified" | "assigned";
  laneId?: string | undefined;
  /** Only passages whose containers this user owns. */
  ownerId?: string | undefined;
  /** Cursor: the time and id of a position; the page contains only passages before it. */
  before?: readonly [string, string] | undefined;
  limit: number;
};

/** A position of a query with its container and its camera. */
type Tables = {
  passages: Record<"isUnidentified" | "numberKey" | "assignedAt", Column>;
  containers: { numberKey: Column };
  cameras: { laneId: Column };
};
const tables = { passages, containers, cameras };
const others = {
  passages: alias(passages, "other"),
  containers: alias(containers, "other_container"),
  cameras: alias(cameras, "other_camera"),
};

/** A device named no number, or several, and no person has renamed or merged the container since. */
const isUnidentified = ({ passages: of, containers: holder }: Tables) =>
  sql<boolean>`(${of.isUnidentified} and (${holder.numberKey} like 'UNIDENTIFIED-%'
    or ${of.numberKey} not like 'UNIDENTIFIED-%'))`;

function selectPositions(db: DatabaseOrTransaction) {
  const { id, containerNumber, numberCheck, ownerId } = containers;
  return db
    .select({
      row: passages,
      container: { id, containerNumber, numberCheck, ownerId },
      isUnidentified: isUnidentified(tables),
      lane: { id: lanes.id, name: lanes.name },
      assignedBy: { id: users.id, email: users.email },
    })
    .from(passages)
    .innerJoin(containers, eq(containers.id, holderId(db)))
    .leftJoin(cameras, eq(cameras.cameraId, passages.cameraId))
    .leftJoin(lanes, eq(lanes.id, cameras.laneId))
    .leftJoin(users, eq(users.id, passages.assignedById));
}

/** Passages that are in this state, the newest first, each with the time and id by which it is ordered. */
export async function findPassages(
  db: DatabaseOrTransaction,
  filter: PassageFilter,
): Promise<{ passage: ListedPassage; order: [string, string] }[]> {
  const { ownerId, before, limit } = filter;
  // The condition of the index, whatever the state.
  const isListed = or(passages.isUnidentified, isNotNull(passages.assignedAt));
  const leader = sql`(${passages.firstAt}, ${passages.id})`;
  const rows = await db
    .select({ row: passages })
    .from(passages)
    .innerJoin(containers, eq(containers.id, holderId(db)))
    .leftJoin(cameras, eq(cameras.cameraId, passages.cameraId))
    .where(
      and(
        isListed,
        isAsked(tables, filter),
        // Each passage is listed once, with the first of its positions that is asked for.
        notExists(selectOthers(db, and(isAsked(others, filter), lt(others.passages.position, passages.position)))),
        ownerId === undefined ? undefined : eq(containers.ownerId, ownerId),
        ownerId === undefined ? undefined : notExists(selectOthers(db, ne(others.containers.ownerId, ownerId))),
        before && sql`${leader} < (${before[0]}::timestamptz, ${before[1]})`,
      ),
    )
    .orderBy(desc(passages.firstAt), desc(passages.id))
    .limit(limit);
  const found = await findNamed(
    db,
    rows.map(({ row }) => row),
  );
  const orders = new Map(rows.map(({ row }) => [keyOf(row), row]));
  return found.flatMap((passage): { passage: ListedPassage; order: [string, string] }[] => {
    const row = orders.get(keyOf(passage.name));
    return row ? [{ passage, order: [row.firstAt.toISOString(), row.id] }] : [];
  });
}

/** A position in the state and the lane that are asked for. */
function isAsked(of: Tables, { state, laneId }: PassageFilter) {
  const inState = state === "unidentified" ? isUnidentified(of) : isNotNull(of.passages.assignedAt);
  return and(inState, laneId === undefined ? undefined : eq(of.cameras.laneId, laneId));
}

/** Positions of the same passage, with containers that exist, of which this is true. */
function selectOthers(db: DatabaseOrTransaction, isWanted: SQL | undefined) {
  const { passages: other, containers: holder, cameras: camera } = others;
  const isSame = and(eq(other.deviceId, passages.deviceId), eq(other.passageId, passages.passageId));
  return db
    .select({ id: other.id })
    .from(other)
    .innerJoin(holder, eq(holder.id, holderId(db, other)))
    .leftJoin(camera, eq(camera.cameraId, other.cameraId))
    .where(and(isSame, isWanted));
}

/** These passages, in this order; those whose containers are all deleted are left out. */
export async function findNamed(db: DatabaseOrTransaction, names: readonly PassageName[]): Promise<ListedPassage[]> {
  if (names.length === 0) return [];
  const isOne = names.map((one) => and(eq(passages.deviceId, one.deviceId), eq(passages.passageId, one.passageId)));
  const rows = await selectPositions(db)
    .where(or(...isOne))
    .orderBy(asc(passages.firstAt), asc(passages.id));
  const byName = Map.groupBy(rows, ({ row }) => keyOf(row));
  return names.flatMap(({ deviceId, passageId }) => {
    const positions = byName.get(keyOf({ deviceId, passageId }));
    return positions ? [{ name: { deviceId, passageId }, positions }] : [];
  });
}

export const keyOf = ({ deviceId, passageId }: PassageName): string => JSON.stringify([deviceId, passageId]);

type Neighbours = { previous?: PassageName; next?: PassageName };

/** The passages before and after these in the same lane of the same device, by `keyOf`. */
export async function findNeighbours(
  db: DatabaseOrTransaction,
  asked: readonly ListedPassage[],
): Promise<Map<string, Neighbours>> {
  const found = new Map<string, Neighbours>();
  const leaders = asked.flatMap(({ positions: [first] }) => (first ? [first] : []));
  if (leaders.length === 0) return found;
  const columns = [
    leaders.map(({ row }) => row.deviceId),
    leaders.map(({ row }) => row.passageId),
    leaders.map(({ row }) => row.firstAt.toISOString()),
    leaders.map(({ lane }) => lane?.id ?? null),
  ].map((values) => sql.param(values));
  const beside = (side: keyof Neighbours) => sql`
    select asked.device_id as "deviceId", asked.passage_id as "passageId", ${side} as side, near.passage_id as "nearId"
    from asked cross join lateral (
      select p.passage_id from passages p left join cameras c on c.camera_id = p.camera_id
      where p.device_id = asked.device_id and p.passage_id <> asked.passage_id
        and c.lane_id is not distinct from asked.lane_id
        and p.first_at ${side === "next" ? sql`>` : sql`<`} asked.first_at
      order by p.first_at ${side === "next" ? sql`asc` : sql`desc`} limit 1
    ) near`;
  const { rows } = await db.execute<{
    deviceId: string;
    passageId: string;
    side: keyof Neighbours;
    nearId: string;
  }>(sql`
    with asked as (select * from unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::timestamptz[],
      ${columns[3]}::text[]) as asked(device_id, passage_id, first_at, lane_id))
    ${beside("previous")} union all ${beside("next")}`);
  for (const { deviceId, passageId, side, nearId } of rows) {
    const key = keyOf({ deviceId, passageId });
    found.set(key, { ...found.get(key), [side]: { deviceId, passageId: nearId } });
  }
  return found;
}
