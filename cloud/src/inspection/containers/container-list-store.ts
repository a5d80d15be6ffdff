import type { z } from "zod";
import type { matchLane } from "@container-inspection/shared-schemas";
import { and, desc, eq, gte, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findIdRange } from "../../platform/db/id-range.ts";
import { holdsPart } from "../../platform/db/part-of-text.ts";
import { cameras, containers, scans, visits } from "../../platform/db/tables.ts";
import { type ContainerRow, isActive, type OwnedContainer, selectOwned } from "./container-store.ts";

export type ContainerFilter = {
  status?: ContainerRow["status"] | undefined;
  /** Part of a number. */
  q?: string | undefined;
  /** Only containers that belong to each of these users: two different ones match nothing. */
  ownerIds: readonly string[];
  from?: Date | undefined;
  to?: Date | undefined;
  /** The last record of the current visit is of this time or later. */
  activeFrom?: Date | undefined;
  activeTo?: Date | undefined;
  sizeType?: string | undefined;
  /** What a scan of the current visit must show, and where one was taken. */
  class?: string | undefined;
  cameraId?: string | undefined;
  laneId?: string | undefined;
  /** What the match gave when the newest category scan was recorded. */
  verdict?: z.infer<typeof matchLane> | undefined;
};

/** Where a page begins: after the container of this id, in the order of that list. */
export type ContainerPosition = { id: string; activeAt?: string | undefined };

/** When a container was last active: the time of the last record of its current visit, or of the visit's opening. */
const activeAt = sql<Date>`coalesce(${visits.lastWriteAt}, ${visits.openedAt})`.mapWith(visits.openedAt);

/** The time by which `findContainersByActivity` orders a container. */
export const activityOf = ({ visit }: OwnedContainer): Date => visit.lastWriteAt ?? visit.openedAt;

/** Containers, newest first. */
export async function findContainers(
  db: DatabaseOrTransaction,
  filter: ContainerFilter,
  { after, limit }: { after?: ContainerPosition | undefined; limit: number },
): Promise<OwnedContainer[]> {
  return selectOwned(db)
    .where(and(await conditionOf(db, filter), after && lt(containers.id, after.id)))
    .orderBy(desc(containers.id))
    .limit(limit);
}

/** Containers, those with the last activity first. */
export async function findContainersByActivity(
  db: DatabaseOrTransaction,
  filter: ContainerFilter,
  { after, limit }: { after?: ContainerPosition | undefined; limit: number },
): Promise<OwnedContainer[]> {
  const isAfter = after && sql`(${activeAt}, ${visits.containerId}) < (${after.activeAt}::timestamptz, ${after.id})`;
  return selectOwned(db)
    .where(and(await conditionOf(db, filter), isNull(visits.joinedIntoId), isAfter))
    .orderBy(desc(activeAt), desc(visits.containerId))
    .limit(limit);
}

async function conditionOf(db: DatabaseOrTransaction, filter: ContainerFilter): Promise<SQL | undefined> {
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
    verdict && hasNewestScan(sql`${scans.recordedMatch} -> 'match' ->> 'lane' = ${verdict}`),
    ...scanConditions(filter).map(hasScan),
  );
}

/** Each of these holds for some scan of the current visit, which need not be the same one. */
function scanConditions({ class: className, cameraId, laneId }: ContainerFilter): SQL[] {
  const shows = sql`jsonb_path_query_array(${scans.summary}, '$[*].className') @> jsonb_build_array(${className}::text)`;
  return [
    ...(className === undefined ? [] : [shows]),
    ...(cameraId === undefined ? [] : [sql`${scans.cameraId} = ${cameraId}`]),
    ...(laneId === undefined
      ? []
      : [sql`${scans.cameraId} in (select ${cameras.cameraId} from ${cameras} where ${cameras.laneId} = ${laneId})`]),
  ];
}

function hasScan(condition: SQL): SQL {
  const isOfVisit = sql`${scans.containerId} = ${containers.id} and ${scans.visitId} = ${containers.visitId}`;
  return sql`exists (select from ${scans} where ${isOfVisit} and ${condition})`;
}

function hasNewestScan(condition: SQL): SQL {
  const isNewest = sql`${scans.containerId} = ${containers.id} and ${scans.id} = ${containers.categoryScan} ->> 'scanId'`;
  return sql`exists (select from ${scans} where ${isNewest} and ${condition})`;
}

/** Numbers of ISO 6346 are kept without separators, others as given: the part asked for may be written either way. */
function numberHolds(part: string) {
  const upper = part.trim().toUpperCase();
  const compact = upper.replace(/[-_./ ]/g, "");
  const holds = (text: string) => holdsPart(containers.numberKey, text);
  if (compact === "" || compact === upper) return holds(upper);
  return or(holds(upper), and(ne(containers.numberCheck, "not-iso6346"), holds(compact)));
}
