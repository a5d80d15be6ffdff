import type { z } from "zod";
import type { matchLane } from "@container-inspection/shared-schemas/manifest-match";
import { and, asc, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findIdRange } from "../../platform/db/id-range.ts";
import { cameras, containers, evidence, scans, visits } from "../../platform/db/tables.ts";
import { idsFoundBy, numberHolds } from "./container-search-store.ts";
import { type ContainerRow, isActive, type OwnedContainer, selectOwned } from "../record/container-store.ts";

export type ContainerFilter = {
  status?: ContainerRow["status"] | undefined;
  /** Part of a number. */
  q?: string | undefined;
  /** Part of a number, of the bill of lading or goods of a manifest, or of the reasons of an escalation. */
  search?: string | undefined;
  /** Users who must each own the container; two different ones match nothing. */
  ownerIds: readonly string[];
  from?: Date | undefined;
  to?: Date | undefined;
  /** The last record of the current visit is of this time or later. */
  activeFrom?: Date | undefined;
  activeTo?: Date | undefined;
  sizeType?: string | undefined;
  /**
   * Class that a scan of the current visit must show; `cameraId` and `laneId`: where a scan or a photo must have been
   * taken.
   */
  class?: string | undefined;
  cameraId?: string | undefined;
  laneId?: string | undefined;
  /** The lane of the current visit. */
  verdict?: z.infer<typeof matchLane> | undefined;
};

/** Cursor of a page, which begins after the container with this id, in the order of that list. */
type ContainerPosition = { id: string; at?: string | undefined };

/**
 * Time of a container's last activity: the last record of its current visit, or else the opening of the visit.
 */
const activeAt = sql<Date>`coalesce(${visits.lastWriteAt}, ${visits.openedAt})`.mapWith(visits.openedAt);

/** The time by which `findContainersByActivity` orders a container. */
export const activityOf = ({ visit }: OwnedContainer): Date => visit.lastWriteAt ?? visit.openedAt;

type Page = { after?: ContainerPosition | undefined; limit: number };

/** Containers, newest first. */
export async function findContainers(
  db: DatabaseOrTransaction,
  filter: ContainerFilter,
  { after, limit }: Page,
): Promise<OwnedContainer[]> {
  const condition = and(await conditionOf(db, filter, after?.id), after && lt(containers.id, after.id));
  return findFirst(db, filter, { condition, order: [desc(containers.id)], limit });
}

/** Containers, those with the last activity first. */
export async function findContainersByActivity(
  db: DatabaseOrTransaction,
  filter: ContainerFilter,
  { after, limit }: Page,
): Promise<OwnedContainer[]> {
  const isAfter = after && sql`(${activeAt}, ${visits.containerId}) < (${after.at}::timestamptz, ${after.id})`;
  const condition = and(await conditionOf(db, filter), isNull(visits.joinedIntoId), isAfter);
  return findFirst(db, filter, { condition, order: [desc(activeAt), desc(visits.containerId)], limit });
}

/** Containers whose current visit has no decision, those that have their lane longest first; by index for one lane. */
export async function findContainersByLaneAge(
  db: DatabaseOrTransaction,
  filter: ContainerFilter,
  { after, limit }: Page,
): Promise<OwnedContainer[]> {
  const { laneSince, containerId, status, closedAt, joinedIntoId } = visits;
  const isUndecided = [isNull(status), isNull(closedAt), isNull(joinedIntoId)];
  const isAfter = after && sql`(${laneSince}, ${containerId}) > (${after.at}::timestamptz, ${after.id})`;
  const condition = and(await conditionOf(db, filter), ...isUndecided, isAfter);
  return findFirst(db, filter, { condition, order: [asc(laneSince), asc(containerId)], limit });
}

/** A subquery for the ids of the containers with the last activity. */
export async function idsByActivity(db: DatabaseOrTransaction, filter: ContainerFilter, limit: number): Promise<SQL> {
  const condition = and(await conditionOf(db, filter), isNull(visits.joinedIntoId));
  const order = [desc(activeAt), desc(visits.containerId)];
  const ids = db
    .select({ id: containers.id })
    .from(containers)
    .innerJoin(visits, eq(visits.id, containers.visitId))
    .where(searched(db, filter, { condition, order, limit }))
    .orderBy(...order)
    .limit(limit);
  return sql`${ids}`;
}

/** Returns a query for containers in no order, whose limit is still to be given, with what they are counted by. */
export async function countableContainers(db: DatabaseOrTransaction, filter: ContainerFilter) {
  const condition = and(await conditionOf(db, filter), isNull(visits.joinedIntoId));
  const { status, sizeType } = containers;
  return (limit: number) =>
    db
      .select({ status, sizeType, verdict: visits.lane })
      .from(containers)
      .innerJoin(visits, eq(visits.id, containers.visitId))
      .where(searched(db, filter, { condition, order: [], limit }))
      .limit(limit);
}

type Asked = { condition: SQL | undefined; order: SQL[]; limit: number };

function findFirst(db: DatabaseOrTransaction, filter: ContainerFilter, asked: Asked): Promise<OwnedContainer[]> {
  return selectOwned(db)
    .where(searched(db, filter, asked))
    .orderBy(...asked.order)
    .limit(asked.limit);
}

const searched = (db: DatabaseOrTransaction, { search }: ContainerFilter, asked: Asked): SQL | undefined =>
  search === undefined ? asked.condition : inArray(containers.id, idsFoundBy(db, search, asked));

/** `beforeId`: only containers before it are asked for. */
async function conditionOf(
  db: DatabaseOrTransaction,
  filter: ContainerFilter,
  beforeId?: string,
): Promise<SQL | undefined> {
  const { status, q, ownerIds, from, to, activeFrom, activeTo, sizeType, verdict } = filter;
  const isInIdRange = await findIdRange(
    db,
    { table: containers, id: containers.id, at: containers.createdAt },
    { from, to },
  );
  return and(
    isActive,
    status && eq(containers.status, status),
    q === undefined ? undefined : numberHolds(q),
    ...ownerIds.map((ownerId) => eq(containers.ownerId, ownerId)),
    from && gte(containers.createdAt, from),
    to && lt(containers.createdAt, to),
    isInIdRange,
    (activeFrom ?? activeTo) && isNull(visits.joinedIntoId),
    activeFrom && sql`${activeAt} >= ${activeFrom.toISOString()}::timestamptz`,
    activeTo && sql`${activeAt} < ${activeTo.toISOString()}::timestamptz`,
    sizeType === undefined ? undefined : eq(containers.sizeType, sizeType),
    verdict && eq(visits.lane, verdict),
    ...recordConditions(filter, beforeId),
  );
}

/** Each of these holds for some record of the current visit, which need not be the same one. */
function recordConditions({ class: className, cameraId, laneId }: ContainerFilter, beforeId?: string): SQL[] {
  const shows = sql`jsonb_path_query_array(${scans.summary}, '$[*].className') @> jsonb_build_array(${className}::text)`;
  const inLane = sql`in (select ${cameras.cameraId} from ${cameras} where ${cameras.laneId} = ${laneId})`;
  return [
    ...(className === undefined ? [] : [hasRecord([scans], () => shows, beforeId)]),
    ...(cameraId === undefined ? [] : [hasRecord(PICTURES, (records) => eq(records.cameraId, cameraId), beforeId)]),
    ...(laneId === undefined ? [] : [hasRecord(PICTURES, (records) => sql`${records.cameraId} ${inLane}`, beforeId)]),
  ];
}

type Records = typeof scans | typeof evidence;
const PICTURES: readonly Records[] = [scans, evidence];

/**
 * The planner may join all records of a kind: it does not know by itself that those of later containers do not count.
 */
function hasRecord(kinds: readonly Records[], condition: (records: Records) => SQL, beforeId: string | undefined): SQL {
  const found = kinds.map((records) => {
    const isBefore = beforeId === undefined ? undefined : lt(records.containerId, beforeId);
    const isKept = records === evidence ? isNull(evidence.deletedAt) : undefined;
    return sql`select ${records.containerId}, ${records.visitId} from ${records} where ${and(condition(records), isKept, isBefore)}`;
  });
  return sql`(${containers.id}, ${containers.visitId}) in (${sql.join(found, sql` union all `)})`;
}
