import type { ContainerNumber } from "@container-inspection/shared-schemas";
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, notExists, or, type SQL } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdsPart } from "../../platform/db/part-of-text.ts";
import { containers, manifests, visits } from "../../platform/db/tables.ts";
import { belongsTo, type FoundManifest, type ManifestRow, selectFound } from "./manifest-store.ts";

export type ManifestFilter = {
  status?: ManifestRow["status"] | undefined;
  /** Part of a container number or of a bill of lading. */
  q?: string | undefined;
  containerNumber?: ContainerNumber | undefined;
  /** Whether a container has it. */
  attached?: boolean | undefined;
  /** Only manifests that this user created, or whose container belongs to the user. */
  visibleTo?: string | undefined;
  /** Only manifests made before this one. */
  beforeId?: string | undefined;
  limit: number;
};

/** What is asked of the manifest itself, before which one, and how many are wanted. */
type Asked = { condition: SQL | undefined; beforeId: string | undefined; limit: number };

/** Manifests, newest first. */
export async function findManifests(db: DatabaseOrTransaction, filter: ManifestFilter): Promise<FoundManifest[]> {
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
    visibleTo === undefined && attached !== true
      ? and(condition, attached === false ? isNull(containers.id) : undefined)
      : and(isBefore, inArray(manifests.id, attachedOrMade(db, asked, { attached, visibleTo })));
  return selectFound(db).where(isWanted).orderBy(desc(manifests.id)).limit(limit);
}

/**
 * Ids of the newest manifests that a container has, or that are visible to a user. The newest of each kind are found by
 * an index of their own: in one query for all of them, the planner walks all manifests for a user who sees few.
 */
function attachedOrMade(
  db: DatabaseOrTransaction,
  asked: Asked,
  { attached, visibleTo }: Pick<ManifestFilter, "attached" | "visibleTo">,
) {
  const attachedNow = idsAttachedNow(db, asked, visibleTo);
  const attachedBefore = idsAttachedBefore(db, asked, visibleTo);
  if (visibleTo === undefined) return unionAll(attachedNow, attachedBefore);
  const made = idsMade(db, asked, { attached, madeBy: visibleTo });
  return attached === false ? made : unionAll(made, attachedNow, attachedBefore);
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

/** Ids of manifests that are attached to a container now, of this owner where one is given. */
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
 * Ids of manifests that are attached to no container now, and were to a container of this owner when its visit ended.
 */
function idsAttachedBefore(
  db: DatabaseOrTransaction,
  { condition, beforeId, limit }: Asked,
  ownerId: string | undefined,
) {
  const [later, attached] = [alias(visits, "later"), alias(containers, "attached")];
  const isNewer = and(eq(later.manifestId, visits.manifestId), isNull(later.joinedIntoId), gt(later.id, visits.id));
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
        notExists(db.select().from(attached).where(eq(attached.manifestId, visits.manifestId))),
        notExists(db.select().from(later).where(isNewer)),
        condition,
      ),
    )
    .orderBy(desc(visits.manifestId))
    .limit(limit);
}

function holds(part: string) {
  const trimmed = part.trim();
  return or(
    holdsPart(manifests.numberKey, trimmed.toUpperCase()),
    holdsPart(manifests.billOfLading, trimmed, { ignoresCase: true }),
  );
}
