import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { containers, escalations, evidence, manifests, scans, visits } from "../../platform/db/tables.ts";
import { lockNumber, lockWaitingManifests } from "../manifests/attachment-store.ts";
import { attachedColumns, attachedIds } from "../record/attached-manifest-store.ts";
import {
  type ContainerRow,
  findContainer,
  findContainerByNumber,
  findContainers,
  lockContainers,
  type OwnedContainer,
  updateContainer,
} from "../record/container-store.ts";
import { nextDecisionTime } from "../escalations/escalation-store.ts";

export type MergePair = {
  /** The misread container. */
  merged: OwnedContainer | undefined;
  /** The container that receives its records. */
  target: OwnedContainer | undefined;
};

/**
 * Locks two containers for a merge, with their numbers and manifests, and the containers that were merged into
 * `mergedId` before: the merge waits for records of all these numbers, and later ones wait for the merge. Only one
 * merge runs at a time: merges are rare, and a record that follows one locks its containers in the order of the merge,
 * not of the ids. Nothing else is locked when either container is missing.
 */
export async function lockForMerge(tx: DatabaseOrTransaction, mergedId: string, targetId: string): Promise<MergePair> {
  await holdLock(tx, "merge of containers");
  const { merged, target } = await findPair(tx, mergedId, targetId);
  if (!merged || !target) return { merged, target };
  const { id, numberKey } = containers;
  const isFollower = eq(containers.mergedIntoId, mergedId);
  const followers = await tx.select({ numberKey }).from(containers).where(isFollower);
  const keys = new Set([merged.container, target.container, ...followers].map((row) => row.numberKey));
  // Numbers, manifests, containers: every transaction locks in this order.
  for (const key of [...keys].toSorted()) await lockNumber(tx, key);
  // A manifest that is attached between this read and the locks may stay behind: the merge reports that as a conflict.
  await lockManifestsOf(tx, [merged, target]);
  await tx.select({ id }).from(containers).where(isFollower).orderBy(asc(id)).for("update");
  await lockContainers(tx, [mergedId, targetId]);
  return findPair(tx, mergedId, targetId);
}

/**
 * Locks the containers from which records move to the container of a number, with that one, their numbers and their
 * manifests, as `lockForMerge` does.
 */
export async function lockForMove(
  tx: DatabaseOrTransaction,
  sourceIds: readonly string[],
  numberKey: string,
): Promise<{ sources: OwnedContainer[]; target: OwnedContainer | undefined }> {
  await holdLock(tx, "merge of containers");
  const { id, mergedIntoId, numberKey: key } = containers;
  const isSource = inArray(id, [...sourceIds]);
  const isFollower = inArray(mergedIntoId, [...sourceIds]);
  const numbered = await tx.select({ key }).from(containers).where(or(isSource, isFollower));
  for (const one of [...new Set([numberKey, ...numbered.map((row) => row.key)])].toSorted()) await lockNumber(tx, one);
  await lockWaitingManifests(tx, numberKey);
  const target = await findContainerByNumber(tx, numberKey);
  const ids = [...new Set([...sourceIds, ...(target ? [target.container.id] : [])])].toSorted();
  await lockManifestsOf(tx, await findContainers(tx, ids));
  await tx.select({ id }).from(containers).where(isFollower).orderBy(asc(id)).for("update");
  await lockContainers(tx, ids);
  const locked = await findContainers(tx, ids);
  return {
    sources: locked.filter(({ container }) => sourceIds.includes(container.id)),
    target: locked.find(({ container }) => container.id === target?.container.id),
  };
}

/** Locks the manifests of these containers; the lock permits new references to a manifest. */
async function lockManifestsOf(tx: DatabaseOrTransaction, found: readonly OwnedContainer[]): Promise<void> {
  const attached = found.flatMap(({ container }) => attachedIds(container));
  await tx
    .select({ id: manifests.id })
    .from(manifests)
    .where(inArray(manifests.id, attached))
    .orderBy(asc(manifests.id))
    .for("no key update");
}

async function findPair(tx: DatabaseOrTransaction, mergedId: string, targetId: string): Promise<MergePair> {
  return { merged: await findContainer(tx, mergedId), target: await findContainer(tx, targetId) };
}

/**
 * Deletes a container in favour of its target, which now counts as having had its numbers, and redirects the containers
 * that were merged into it before.
 */
export async function markMerged(
  tx: DatabaseOrTransaction,
  { merged, target }: { merged: ContainerRow; target: ContainerRow },
  nowMs: number,
): Promise<void> {
  const [mergedId, mergedIntoId, at] = [merged.id, target.id, new Date(nowMs)];
  const former = new Set([...target.formerNumberKeys, ...merged.formerNumberKeys, merged.numberKey]);
  former.delete(target.numberKey);
  await updateContainer(tx, mergedIntoId, { formerNumberKeys: [...former] }, nowMs);
  await tx.update(containers).set({ mergedIntoId }).where(eq(containers.mergedIntoId, mergedId));
  const scanned = { categoryScan: null, categoryScanOrderedAt: null };
  const change = { mergedIntoId, mergedAt: at, deletedAt: at, ...attachedColumns([]), ...scanned };
  await updateContainer(tx, mergedId, change, nowMs);
}

/** Counts the records of a container by kind. */
export async function countRecords(tx: DatabaseOrTransaction, containerId: string): Promise<Record<string, number>> {
  return {
    visits: await tx.$count(visits, and(eq(visits.containerId, containerId), isNull(visits.joinedIntoId))),
    scans: await tx.$count(scans, eq(scans.containerId, containerId)),
    evidence: await tx.$count(evidence, eq(evidence.containerId, containerId)),
    escalations: await tx.$count(escalations, eq(escalations.containerId, containerId)),
  };
}

/**
 * Moves decisions behind all others on two locked containers, so that no decision on the other container undoes them.
 */
export async function renewDecisions(
  tx: DatabaseOrTransaction,
  ids: readonly string[],
  { containerIds, nowMs }: { containerIds: readonly string[]; nowMs: number },
): Promise<void> {
  await tx
    .update(escalations)
    .set({ updatedAt: nextDecisionTime(containerIds, nowMs) })
    .where(inArray(escalations.id, [...ids]));
}

/** Resolves an escalation without a decision, because another one continues it. */
export async function endEscalation(
  tx: DatabaseOrTransaction,
  id: string,
  end: { why: string; userId: string; nowMs: number },
): Promise<void> {
  const at = new Date(end.nowMs);
  await tx
    .update(escalations)
    .set({ state: "RESOLVED", decisionReason: end.why, resolvedById: end.userId, resolvedAt: at, updatedAt: at })
    .where(eq(escalations.id, id));
}
