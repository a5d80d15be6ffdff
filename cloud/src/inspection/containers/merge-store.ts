import { and, asc, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { evidence } from "../../platform/db/evidence-tables.ts";
import { escalations } from "../../platform/db/review-tables.ts";
import { containers, manifests, scans, visits } from "../../platform/db/tables.ts";
import { lockNumber } from "../manifests/attachment-store.ts";
import { type ContainerRow, findContainer, lockContainers, type OwnedContainer } from "./container-store.ts";

export type MergePair = {
  /** The misread container. */
  gone: OwnedContainer | undefined;
  /** The one that takes over what it had. */
  heir: OwnedContainer | undefined;
};

/**
 * Holds two containers for a merge, with their numbers and manifests, and with the containers that were merged into `goneId` before:
 * a record of any of these numbers is waited for, or waits. One merge runs at a time: they are rare, and whoever follows one locks along
 * it, not in the order of ids. Nothing more is held when one of the two is not there.
 */
export async function lockForMerge(tx: DatabaseOrTransaction, goneId: string, heirId: string): Promise<MergePair> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('merge of containers', 0))`);
  const { gone, heir } = await findPair(tx, goneId, heirId);
  if (!gone || !heir) return { gone, heir };
  const { id, numberKey } = containers;
  const isFollower = eq(containers.mergedIntoId, goneId);
  const followers = await tx.select({ numberKey }).from(containers).where(isFollower);
  const keys = new Set([gone.container, heir.container, ...followers].map((row) => row.numberKey));
  // Numbers, manifests, containers: the order in which all take their locks. Rows may refer to a manifest meanwhile.
  for (const key of [...keys].toSorted()) await lockNumber(tx, key);
  // One that is attached between here and the next step may stay behind: the merge sees that.
  const attached = [gone, heir].flatMap(({ container }) => container.manifestId ?? []);
  const isAttached = inArray(manifests.id, attached);
  await tx
    .select({ id: manifests.id })
    .from(manifests)
    .where(isAttached)
    .orderBy(asc(manifests.id))
    .for("no key update");
  await tx.select({ id }).from(containers).where(isFollower).orderBy(asc(id)).for("update");
  await lockContainers(tx, [goneId, heirId]);
  return findPair(tx, goneId, heirId);
}

async function findPair(tx: DatabaseOrTransaction, goneId: string, heirId: string): Promise<MergePair> {
  return { gone: await findContainer(tx, goneId), heir: await findContainer(tx, heirId) };
}

/** Takes a container away in favour of its heir, to which those go on that were merged into it before; it shows nothing any more. */
export async function markMerged(
  tx: DatabaseOrTransaction,
  goneId: string,
  mergedIntoId: string,
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs);
  await tx.update(containers).set({ mergedIntoId }).where(eq(containers.mergedIntoId, goneId));
  await tx
    .update(containers)
    .set({
      mergedIntoId,
      mergedAt: at,
      deletedAt: at,
      manifestId: null,
      categoryScan: null,
      categoryScanOrderedAt: null,
      version: sql`${containers.version} + 1`,
      updatedAt: at,
    })
    .where(eq(containers.id, goneId));
}

/** How much a container has of each kind of record. */
export async function countRecords(tx: DatabaseOrTransaction, containerId: string): Promise<Record<string, number>> {
  const of = async (table: typeof scans | typeof evidence | typeof escalations) => {
    const [found] = await tx.select({ rows: count() }).from(table).where(eq(table.containerId, containerId));
    return found?.rows ?? 0;
  };
  const isOwn = and(eq(visits.containerId, containerId), isNull(visits.joinedIntoId));
  return {
    visits: await tx.$count(visits, isOwn),
    scans: await of(scans),
    evidence: await of(evidence),
    escalations: await of(escalations),
  };
}

export type MergedContainer = {
  /** Whose it was. */
  ownerId: string;
  heir: Pick<ContainerRow, "id" | "containerNumber" | "ownerId">;
};

/** What became of a container that was merged into one that is still there. */
export async function findMerged(db: DatabaseOrTransaction, id: string): Promise<MergedContainer | undefined> {
  const heir = alias(containers, "heir");
  const [found] = await db
    .select({
      ownerId: containers.ownerId,
      heir: { id: heir.id, containerNumber: heir.containerNumber, ownerId: heir.ownerId },
    })
    .from(containers)
    .innerJoin(heir, and(eq(heir.id, containers.mergedIntoId), isNull(heir.deletedAt)))
    .where(eq(containers.id, id));
  return found;
}
