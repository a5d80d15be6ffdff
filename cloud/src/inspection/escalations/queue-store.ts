import type { EscalationSource } from "@container-inspection/shared-schemas/escalations";
import { and, asc, eq, exists, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { cameras, containers, escalations, lanes, scans, users } from "../../platform/db/tables.ts";
import { SOURCES_BY_SEVERITY } from "./escalation-rules.ts";
import { isStandingHold } from "../record/standing-store.ts";
import { findEscalationsById, type FoundEscalation } from "./escalation-store.ts";

export type QueueFilter = {
  state?: "OPEN" | "CLAIMED" | undefined;
  source?: EscalationSource | undefined;
  containerId?: string | undefined;
  claimedById?: string | undefined;
  laneId?: string | undefined;
  /** A class of the model that a critical finding is about. */
  class?: string | undefined;
  raisedBefore?: Date | undefined;
};

/** Cursor of a page, which begins after this severity and id. */
export type QueuePosition = { severity: number; id: string };

/** An undecided escalation with the data that a reviewer needs before opening it. */
export type QueuedEscalation = {
  found: FoundEscalation;
  /** 1 is the most severe. */
  severity: number;
  pictureScanId: string | null;
  lane: { id: string; name: string } | null;
  /** Users whose hold decision is still in force. */
  holders: { id: string; email: string }[];
};

const isUndecided = and(isNull(containers.deletedAt), inArray(escalations.state, ["OPEN", "CLAIMED"]));
/**
 * Rank of the severity, most severe first; a source missing from `SOURCES_BY_SEVERITY` sorts last.
 */
const severity = sql<number>`coalesce(array_position('{${sql.raw(SOURCES_BY_SEVERITY.join())}}', ${escalations.source}), 9)`;
/** The scan that raised it; where a user did, the newest category scan of the container. */
const pictureScanId = sql<string | null>`coalesce(${escalations.scanId}, ${containers.categoryScan} ->> 'scanId')`;

/** The undecided escalations, the most severe and among these the oldest first. */
export async function findQueue(
  db: DatabaseOrTransaction,
  filter: QueueFilter,
  { after, limit }: { after: QueuePosition | undefined; limit: number },
): Promise<QueuedEscalation[]> {
  const isAfter = after && sql`(${severity}, ${escalations.id}) > (${after.severity}, ${after.id})`;
  const rows = await db
    .select({ id: escalations.id, containerId: escalations.containerId, severity })
    .from(escalations)
    .innerJoin(containers, eq(containers.id, escalations.containerId))
    .where(and(isUndecided, conditionOf(db, filter), isAfter))
    .orderBy(asc(severity), asc(escalations.id))
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  const [found, places] = [await findEscalationsById(db, ids), await findPlaces(db, ids)];
  const holders = await findHolders(
    db,
    rows.map(({ containerId }) => containerId),
  );
  return rows.flatMap(({ id, containerId, severity }) => {
    const one = found.get(id);
    const { pictureScanId = null, lane = null } = places.get(id) ?? {};
    return one ? [{ found: one, severity, pictureScanId, lane, holders: holders.get(containerId) ?? [] }] : [];
  });
}

function conditionOf(db: DatabaseOrTransaction, filter: QueueFilter) {
  const { state, source, containerId, claimedById, laneId, class: className, raisedBefore } = filter;
  const conditions: (SQL | undefined)[] = [
    state && eq(escalations.state, state),
    source && eq(escalations.source, source),
    containerId === undefined ? undefined : eq(escalations.containerId, containerId),
    claimedById === undefined ? undefined : eq(escalations.claimedById, claimedById),
    laneId === undefined ? undefined : isFromLane(db, laneId),
    className === undefined
      ? undefined
      : sql`${escalations.findings} @> jsonb_build_array(jsonb_build_object('className', ${className}::text))`,
    raisedBefore && lt(escalations.createdAt, raisedBefore),
  ];
  return and(...conditions);
}

function isFromLane(db: DatabaseOrTransaction, laneId: string): SQL {
  const taken = db
    .select({ id: scans.id })
    .from(scans)
    .innerJoin(cameras, eq(cameras.cameraId, scans.cameraId))
    .where(and(eq(scans.id, pictureScanId), eq(cameras.laneId, laneId)));
  return exists(taken);
}

/** The picture of each of these escalations, and the lane where it was taken. */
async function findPlaces(db: DatabaseOrTransaction, ids: string[]) {
  if (ids.length === 0) return new Map<string, Pick<QueuedEscalation, "pictureScanId" | "lane">>();
  const rows = await db
    .select({ id: escalations.id, pictureScanId, lane: { id: lanes.id, name: lanes.name } })
    .from(escalations)
    .innerJoin(containers, eq(containers.id, escalations.containerId))
    .leftJoin(scans, eq(scans.id, pictureScanId))
    .leftJoin(cameras, eq(cameras.cameraId, scans.cameraId))
    .leftJoin(lanes, eq(lanes.id, cameras.laneId))
    .where(inArray(escalations.id, ids));
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

/**
 * Counts the escalations that wait for a supervisor, those that are claimed, and those that one user has claimed.
 */
export async function countQueue(
  db: DatabaseOrTransaction,
  userId: string,
): Promise<{ open: number; claimed: number; mine: number }> {
  const [counted] = await db
    .select({
      open: sql<number>`count(*) filter (where ${escalations.state} = 'OPEN')::int`,
      claimed: sql<number>`count(*) filter (where ${escalations.state} = 'CLAIMED')::int`,
      mine: sql<number>`count(*) filter (where ${escalations.state} = 'CLAIMED' and ${escalations.claimedById} = ${userId})::int`,
    })
    .from(escalations)
    .innerJoin(containers, eq(containers.id, escalations.containerId))
    .where(isUndecided);
  return counted ?? { open: 0, claimed: 0, mine: 0 };
}

/** The users whose hold decisions are in force, by the id of the container. */
async function findHolders(db: DatabaseOrTransaction, containerIds: string[]) {
  const holders = new Map<string, { id: string; email: string }[]>();
  if (containerIds.length === 0) return holders;
  const rows = await db
    .selectDistinct({ containerId: escalations.containerId, id: users.id, email: users.email })
    .from(escalations)
    .innerJoin(users, eq(users.id, escalations.resolvedById))
    .where(and(inArray(escalations.containerId, containerIds), isStandingHold(db)))
    .orderBy(asc(users.email));
  for (const { containerId, ...holder } of rows)
    holders.set(containerId, [...(holders.get(containerId) ?? []), holder]);
  return holders;
}
