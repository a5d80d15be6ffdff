import type { ContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { ListTotal } from "@container-inspection/shared-schemas/primitives";
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias, type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import { holdsManifest } from "../record/attached-manifest-store.ts";
import { countRows, roundTotal } from "../../platform/db/count-rows.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdsPart } from "../../platform/db/part-of-text.ts";
import { containers, manifests, visits } from "../../platform/db/tables.ts";
import { belongsTo, type FoundManifest, type ManifestRow, selectFound } from "../record/manifest-store.ts";

export type ManifestFilter = {
  status?: ManifestRow["status"] | undefined;
  /** Part of a container number or of a bill of lading. */
  q?: string | undefined;
  containerNumber?: ContainerNumber | undefined;
  /** True for manifests that a container has, false for all others. */
  attached?: boolean | undefined;
  /** Id of the user who must have created the manifest or own its container. */
  visibleTo?: string | undefined;
  /** Cursor: id of a manifest; the page contains only manifests created before it. */
  beforeId?: string | undefined;
  limit: number;
};

/** Condition on the manifest itself, cursor, and maximum number of results. */
type Asked = { condition: SQL | undefined; beforeId: string | undefined; limit: number };

/** Manifests, newest first. */
export const findManifests = async (db: DatabaseOrTransaction, filter: ManifestFilter): Promise<FoundManifest[]> =>
  manifestsOf(db, filter);

type CountFilter = Omit<ManifestFilter, "beforeId" | "limit">;

/** Counts the manifests of a list on all its pages; undefined where that would take too long. */
export async function countManifests(db: DatabaseOrTransaction, filter: CountFilter): Promise<ListTotal | undefined> {
  const count = (asked: CountFilter) => countRows(db, (limit) => manifestsOf(db, { ...asked, limit }));
  const { attached, ...others } = filter;
  const all = await count(others);
  if (attached === undefined) return all;
  // The planner cannot estimate which manifests have a container: those that have none are few, and counted.
  if (all.isExact || !attached) return exactOnly(await count(filter));
  const free = exactOnly(await count({ ...others, attached: false }));
  return free && { count: roundTotal(Math.max(0, all.count - free.count)), isExact: false };
}

const exactOnly = (total: ListTotal) => (total.isExact ? total : undefined);

function manifestsOf(db: DatabaseOrTransaction, filter: ManifestFilter) {
  const { status, q, containerNumber, attached, visibleTo, beforeId, limit } = filter;
  const isBefore = beforeId === undefined ? undefined : lt(manifests.id, beforeId);
  const condition = and(
    isNull(manifests.deletedAt),
    status && eq(manifests.status, status),
    q === undefined ? undefined : holds(q),
    containerNumber && eq(manifests.numberKey, containerNumber.key),
    isBefore,
  );
  const asked = { condition, beforeId, limit };
  const isWanted =
    visibleTo === undefined && attached === false
      ? and(condition, isNull(containers.id))
      : and(isBefore, inArray(manifests.id, idsWanted(db, asked, { attached, visibleTo })));
  return selectFound(db).where(isWanted).orderBy(desc(manifests.id)).limit(limit);
}

/** Ids first: with the places of each manifest in the same query, the planner walks all for a rare part of a text. */
function idsWanted(
  db: DatabaseOrTransaction,
  asked: Asked,
  { attached, visibleTo }: Pick<ManifestFilter, "attached" | "visibleTo">,
) {
  if (attached !== undefined || visibleTo !== undefined) return attachedOrMade(db, asked, { attached, visibleTo });
  const { condition, limit } = asked;
  return db.select({ id: manifests.id }).from(manifests).where(condition).orderBy(desc(manifests.id)).limit(limit);
}

/**
 * Ids of the newest manifests that a container has, or that are visible to a user. The newest of each kind are found
 * by a separate index: in one query for all of them, the planner walks all manifests for a user who sees few.
 */
function attachedOrMade(
  db: DatabaseOrTransaction,
  asked: Asked,
  { attached, visibleTo }: Pick<ManifestFilter, "attached" | "visibleTo">,
) {
  const attachedNow = idsAttachedNow(db, asked, visibleTo);
  const ever = [
    idsAttachedBefore(db, asked, visibleTo),
    idsFurtherNow(db, asked, visibleTo),
    idsFurtherBefore(db, asked, visibleTo),
  ] as const;
  if (visibleTo === undefined) return unionAll(attachedNow, ...ever);
  const made = idsMade(db, asked, { attached, madeBy: visibleTo });
  return attached === false ? made : unionAll(made, attachedNow, ...ever);
}

function idsMade(
  db: DatabaseOrTransaction,
  { condition, limit }: Asked,
  { attached, madeBy }: { attached: boolean | undefined; madeBy: string },
) {
  const isMade = and(eq(manifests.createdById, madeBy), condition);
  const isAttached = attached === undefined ? undefined : attached ? isNotNull(containers.id) : isNull(containers.id);
  return db
    .select({ id: manifests.id })
    .from(manifests)
    .leftJoin(containers, belongsTo)
    .where(and(isMade, isAttached))
    .orderBy(desc(manifests.id))
    .limit(limit);
}

/** Ids of the manifests that containers have as their first one now, of this owner where one is given. */
function idsAttachedNow(db: DatabaseOrTransaction, { condition, beforeId, limit }: Asked, ownerId: string | undefined) {
  return db
    .select({ id: manifests.id })
    .from(containers)
    .innerJoin(manifests, eq(manifests.id, containers.manifestId))
    .where(
      and(
        isNotNull(containers.manifestId),
        // Also a condition on this column, since its index is the one that is used.
        beforeId === undefined ? undefined : lt(containers.manifestId, beforeId),
        isNull(containers.deletedAt),
        ownerId === undefined ? undefined : eq(containers.ownerId, ownerId),
        condition,
      ),
    )
    .orderBy(desc(containers.manifestId))
    .limit(limit);
}

/**
 * Ids of manifests that are attached to no container now, and were the first one of a container of this owner when its
 * visit ended.
 */
function idsAttachedBefore(
  db: DatabaseOrTransaction,
  { condition, beforeId, limit }: Asked,
  ownerId: string | undefined,
) {
  return db
    .select({ id: manifests.id })
    .from(visits)
    .innerJoin(containers, eq(containers.id, visits.containerId))
    .innerJoin(manifests, eq(manifests.id, visits.manifestId))
    .where(
      and(
        isNotNull(visits.manifestId),
        beforeId === undefined ? undefined : lt(visits.manifestId, beforeId),
        isNull(visits.joinedIntoId),
        isNull(containers.deletedAt),
        ownerId === undefined ? undefined : eq(containers.ownerId, ownerId),
        isLastPlace(db, visits.manifestId),
        condition,
      ),
    )
    .orderBy(desc(visits.manifestId))
    .limit(limit);
}

/** Ids of the further manifests of containers now: few containers have any. */
function idsFurtherNow(db: DatabaseOrTransaction, { condition, limit }: Asked, ownerId: string | undefined) {
  const further = db
    .select({ id: unnest(containers.furtherManifestIds).as("further_id") })
    .from(containers)
    .where(
      and(
        sql`${containers.furtherManifestIds} <> '{}'`,
        isNull(containers.deletedAt),
        ownerId === undefined ? undefined : eq(containers.ownerId, ownerId),
      ),
    )
    .as("further");
  return db
    .select({ id: manifests.id })
    .from(further)
    .innerJoin(manifests, eq(manifests.id, further.id))
    .where(condition)
    .orderBy(desc(manifests.id))
    .limit(limit);
}

/**
 * Ids of manifests that are attached to no container now, and were further ones of a container of this owner when its
 * visit ended.
 */
function idsFurtherBefore(db: DatabaseOrTransaction, { condition, limit }: Asked, ownerId: string | undefined) {
  const manifestId = unnest(visits.furtherManifestIds);
  const further = db
    .select({ id: manifestId.as("further_id"), visitId: sql<string>`${visits.id}`.as("visit_id") })
    .from(visits)
    .innerJoin(containers, eq(containers.id, visits.containerId))
    .where(
      and(
        sql`${visits.furtherManifestIds} <> '{}'`,
        isNull(visits.joinedIntoId),
        isNull(containers.deletedAt),
        ownerId === undefined ? undefined : eq(containers.ownerId, ownerId),
      ),
    )
    .as("further");
  return db
    .select({ id: manifests.id })
    .from(further)
    .innerJoin(manifests, eq(manifests.id, further.id))
    .innerJoin(visits, eq(visits.id, further.visitId))
    .where(and(isLastPlace(db, manifests.id), condition))
    .orderBy(desc(manifests.id))
    .limit(limit);
}

const unnest = (ids: AnyPgColumn) => sql<string>`unnest(${ids})`;

/** True where a manifest is attached to no container now, and to no newer visit. */
function isLastPlace(db: DatabaseOrTransaction, manifestId: AnyPgColumn) {
  const [later, attached] = [alias(visits, "later"), alias(containers, "attached")];
  const isNewer = and(holdsManifest(later, manifestId), isNull(later.joinedIntoId), gt(later.id, visits.id));
  return and(
    notExists(db.select().from(attached).where(holdsManifest(attached, manifestId))),
    notExists(db.select().from(later).where(isNewer)),
  );
}

function holds(part: string) {
  const trimmed = part.trim();
  return or(
    holdsPart(manifests.numberKey, trimmed.toUpperCase()),
    holdsPart(manifests.billOfLading, trimmed, { ignoresCase: true }),
  );
}
