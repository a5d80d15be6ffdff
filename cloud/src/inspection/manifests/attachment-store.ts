import type { Role } from "@container-inspection/shared-schemas";
import { and, asc, desc, eq, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { maySeeContainer } from "../containers/container-rules.ts";
import { updateContainer } from "../containers/container-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { containers, manifests, users, visits } from "../../platform/db/tables.ts";
import { type NewLiveEvent, recordEvent } from "../../journal/events/event-store.ts";
import { isOver } from "../visits/visit-rules.ts";

type ManifestRow = typeof manifests.$inferSelect;
type ContainerRow = typeof containers.$inferSelect;
/** A manifest was attached; `left` is the container that it was attached to before. */
type Attached = { left: ContainerRow | undefined };
/** What deciding where a manifest belongs needs besides it. */
export type AttachmentParts = { settings: { visitGapMs: number }; nowMs: number };

/**
 * Lets one transaction at a time decide what belongs to a container number. Taken before a container appears under the
 * number and before a manifest names it: otherwise two transactions that commit at once would not see each other, and
 * the two would stay apart.
 */
export async function lockNumber(tx: DatabaseOrTransaction, numberKey: string): Promise<void> {
  await holdLock(tx, `container number ${numberKey}`);
}

/** True for a manifest that is attached to no container now, and was to none when a visit ended. */
function isAttachedNowhere(tx: DatabaseOrTransaction) {
  const now = tx.select().from(containers).where(eq(containers.manifestId, manifests.id));
  const before = tx
    .select()
    .from(visits)
    .where(and(eq(visits.manifestId, manifests.id), isNull(visits.joinedIntoId)));
  return and(notExists(now), notExists(before));
}

/**
 * True for a manifest that exists and is attached to no container; it stays so until the transaction ends. False also
 * for one that another transaction is changing.
 */
export async function isFree(tx: DatabaseOrTransaction, manifestId: string | null): Promise<boolean> {
  if (manifestId === null) return false;
  const attached = tx.select().from(containers).where(eq(containers.manifestId, manifests.id));
  const [free] = await tx
    .select({ id: manifests.id })
    .from(manifests)
    .where(and(eq(manifests.id, manifestId), isNull(manifests.deletedAt), notExists(attached)))
    .for("no key update", { skipLocked: true });
  return free !== undefined;
}

/**
 * Attaches the newest manifest that waits for a container which just appeared under its number or began a visit: it is
 * attached to no container, and its creator may see this one. Call `lockNumber` first, or pass `isLocked` where the
 * container is locked already: then a manifest that another transaction is changing is skipped, since that transaction
 * may be waiting for the container.
 */
export async function attachWaitingManifest(
  tx: DatabaseOrTransaction,
  container: { id: string; numberKey: string; ownerId: string },
  nowMs: number,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<ManifestRow | undefined> {
  const [waiting] = await tx
    .select({ manifest: manifests })
    .from(manifests)
    .innerJoin(users, eq(users.id, manifests.createdById))
    .where(
      and(
        eq(manifests.numberKey, container.numberKey),
        isNull(manifests.deletedAt),
        or(ne(users.role, "operator"), eq(users.id, container.ownerId)),
        isAttachedNowhere(tx),
      ),
    )
    .orderBy(desc(manifests.id))
    .limit(1)
    // Waits for a manifest that is just getting another number, which then no longer fits.
    .for("no key update", isLocked ? { of: manifests, skipLocked: true } : { of: manifests });
  if (!waiting) return undefined;
  await setManifest(tx, container.id, waiting.manifest.id, nowMs);
  return waiting.manifest;
}

/**
 * Attaches a manifest to the container that its number names, if that container has none, is on a visit that is not
 * over, and the writer may see it. Otherwise the manifest waits, and the result is undefined. Call `lockNumber` first.
 */
export async function attachToNamedContainer(
  tx: DatabaseOrTransaction,
  manifest: { id: string; numberKey: string | null },
  writer: { userId: string; role: Role },
  { settings, nowMs }: AttachmentParts,
): Promise<Attached | undefined> {
  if (manifest.numberKey === null) return undefined;
  const isNamed = and(eq(containers.numberKey, manifest.numberKey), isNull(containers.deletedAt));
  // Both containers in the common order, the named one also when it has a manifest: its visit could end just now.
  const lock = tx
    .select({ id: containers.id })
    .from(containers)
    .where(or(isNamed, eq(containers.manifestId, manifest.id)))
    .orderBy(asc(containers.id))
    .for("update");
  // Read after the wait for the locks, not before it: another visit may have begun meanwhile. They are sent together; a
  // connection does one after the other.
  const read = tx
    .select({ container: containers, visit: visits })
    .from(containers)
    .innerJoin(visits, eq(visits.id, containers.visitId))
    .where(isNamed);
  const [locked, [named]] = await Promise.all([lock, read]);
  if (!named || !locked.some(({ id }) => id === named.container.id)) return undefined;
  if (named.container.manifestId !== null || !maySeeContainer(writer, named.container)) return undefined;
  if (isOver(named.visit, named.container.status, new Date(nowMs), settings.visitGapMs)) return undefined;
  return { left: await attachManifest(tx, named.container.id, manifest.id, nowMs) };
}

/**
 * Attaches a manifest to a container, in place of its previous one. Returns the container that the manifest was
 * attached to before, if any. Lock the manifest first, then the containers.
 */
export async function attachManifest(
  tx: DatabaseOrTransaction,
  containerId: string,
  manifestId: string,
  nowMs: number,
): Promise<ContainerRow | undefined> {
  const left = await detachManifest(tx, manifestId, nowMs);
  await setManifest(tx, containerId, manifestId, nowMs);
  return left;
}

/** Detaches a manifest from its container; returns that container, if any. */
export async function detachManifest(
  tx: DatabaseOrTransaction,
  manifestId: string,
  nowMs: number,
): Promise<ContainerRow | undefined> {
  const [left] = await tx
    .update(containers)
    .set({ manifestId: null, version: sql`${containers.version} + 1`, updatedAt: new Date(nowMs) })
    .where(eq(containers.manifestId, manifestId))
    .returning();
  if (left) await recordEvent(tx, changeOf(left.id), nowMs);
  return left;
}

/**
 * Attaches the manifest that waits for a locked container whose manifest moved away or was deleted, unless its visit is
 * over.
 */
export async function attachNextManifest(
  tx: DatabaseOrTransaction,
  left: ContainerRow,
  { settings, nowMs }: AttachmentParts,
): Promise<ManifestRow | undefined> {
  const [visit] = await tx.select().from(visits).where(eq(visits.id, left.visitId));
  if (!visit || isOver(visit, left.status, new Date(nowMs), settings.visitGapMs)) return undefined;
  return attachWaitingManifest(tx, left, nowMs, { isLocked: true });
}

/** The current visit of the container that a manifest's number names, if any. Takes no lock. */
export async function findNamedVisit(db: DatabaseOrTransaction, manifestId: string): Promise<string | undefined> {
  const isNamed = and(eq(containers.numberKey, manifests.numberKey), isNull(containers.deletedAt));
  const [named] = await db
    .select({ visitId: containers.visitId })
    .from(manifests)
    .innerJoin(containers, isNamed)
    .where(eq(manifests.id, manifestId));
  return named?.visitId;
}

/**
 * Locks the container of a number and returns it when it is without a manifest on another visit than `visitBefore`:
 * that visit began while a transaction held the manifest that waits for it, and so did not get it.
 */
export async function lockBegunContainer(
  tx: DatabaseOrTransaction,
  numberKey: string,
  visitBefore: string | undefined,
): Promise<ContainerRow | undefined> {
  const isNamed = and(eq(containers.numberKey, numberKey), isNull(containers.deletedAt));
  await tx.select({ id: containers.id }).from(containers).where(isNamed).for("update");
  // Read after the wait for the lock.
  const [named] = await tx.select().from(containers).where(isNamed);
  return named && named.visitId !== visitBefore && named.manifestId === null ? named : undefined;
}

async function setManifest(tx: DatabaseOrTransaction, containerId: string, manifestId: string, nowMs: number) {
  await updateContainer(tx, containerId, { manifestId }, nowMs);
  await recordEvent(tx, changeOf(containerId), nowMs);
}

const changeOf = (containerId: string) =>
  ({ kind: "container.updated", containerId, changed: ["manifestId"] }) satisfies NewLiveEvent;
