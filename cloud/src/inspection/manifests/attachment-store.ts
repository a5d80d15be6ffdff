import type { Role } from "@container-inspection/shared-schemas/roles";
import { and, asc, desc, eq, inArray, isNull, ne, notExists, or } from "drizzle-orm";
import { attachedColumns, attachedIds, holdsManifest } from "../record/attached-manifest-store.ts";
import { maySeeContainer } from "../record/container-rules.ts";
import { updateContainer } from "../record/container-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { containers, manifests, users, visits } from "../../platform/db/tables.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { NewLiveEvent } from "../../journal/events/new-live-event.ts";
import { isOver } from "../record/visit-rules.ts";
import { type HouseBill, isHouseBillBeside, isOfLaterTrip, MAX_ATTACHED } from "./house-bill-rules.ts";
import { findManifestRows } from "../record/manifest-store.ts";

type ManifestRow = typeof manifests.$inferSelect;
type ContainerRow = typeof containers.$inferSelect;
/** A manifest was attached; `left` is the container that it was attached to before. */
type Attached = { left: ContainerRow | undefined };
/** Inputs for deciding where a manifest belongs, besides the manifest. */
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
  const before = tx
    .select()
    .from(visits)
    .where(and(holdsManifest(visits, manifests.id), isNull(visits.joinedIntoId)));
  return and(isFreeNow(tx), notExists(before));
}

const isFreeNow = (tx: DatabaseOrTransaction) =>
  notExists(tx.select().from(containers).where(holdsManifest(containers, manifests.id)));

/**
 * Those of these manifests that exist and are attached to no container, in the same order; they stay so until the
 * transaction ends. Leaves out one that another transaction is changing.
 */
export async function freeManifestsOf(tx: DatabaseOrTransaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await tx
    .select({ id: manifests.id })
    .from(manifests)
    .where(and(inArray(manifests.id, [...ids]), isNull(manifests.deletedAt), isFreeNow(tx)))
    .orderBy(asc(manifests.id))
    .for("no key update", { skipLocked: true });
  const free = new Set(found.map(({ id }) => id));
  return ids.filter((id) => free.has(id));
}

/**
 * Locks the manifests that wait for a number, before the container that is to get it: in every transaction that takes
 * both, the manifest comes first. Call `lockNumber` before.
 */
export async function lockWaitingManifests(tx: DatabaseOrTransaction, numberKey: string): Promise<void> {
  await tx
    .select({ id: manifests.id })
    .from(manifests)
    .where(and(eq(manifests.numberKey, numberKey), isNull(manifests.deletedAt), isAttachedNowhere(tx)))
    .orderBy(asc(manifests.id))
    .for("no key update");
}

/** The manifests that wait for a container, the newest first. */
function selectWaiting(tx: DatabaseOrTransaction, container: Pick<ContainerRow, "numberKey" | "ownerId">) {
  return tx
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
    .limit(MAX_ATTACHED);
}

/** The manifests that would be attached to a container if it had none, the newest first. */
export const findWaitingManifests = async (
  tx: DatabaseOrTransaction,
  container: Pick<ContainerRow, "numberKey" | "ownerId">,
): Promise<ManifestRow[]> => (await selectWaiting(tx, container)).map(({ manifest }) => manifest);

/** A container to which manifests that wait for its number are attached. */
type Receiving = Pick<ContainerRow, "id" | "numberKey" | "ownerId" | "manifestId" | "furtherManifestIds">;

/**
 * Attaches the waiting manifests to a container that just appeared under its number, began a visit, or lost a
 * manifest. Waiting manifests are attached to no container, and their creators may see this one. The newest is
 * attached to a container without any; the others are added to it if they are house bills of the same load. Those of a
 * ship's next voyage wait while one of an earlier voyage waits too. Call
 * `lockNumber` first, or pass `isLocked` if the container is already locked: then a manifest that another transaction
 * is changing is skipped, since that transaction may be waiting for the container. Returns the attached manifests, in
 * the order of attaching.
 */
export async function attachWaitingManifests(
  tx: DatabaseOrTransaction,
  container: Receiving,
  nowMs: number,
  { isLocked = false, takesFurther = true }: { isLocked?: boolean; takesFurther?: boolean } = {},
): Promise<ManifestRow[]> {
  const ids = attachedIds(container);
  if (ids.length > 0 && !takesFurther) return [];
  const waiting = await selectWaiting(tx, container)
    // Waits for a manifest that is just getting another number, which then no longer fits.
    .for("no key update", isLocked ? { of: manifests, skipLocked: true } : { of: manifests });
  if (waiting.length === 0) return [];
  const attached = await findManifestRows(tx, ids);
  const added: ManifestRow[] = [];
  const rows = waiting.map(({ manifest }) => manifest);
  for (const manifest of rows.filter((one) => !isOfLaterTrip(one, rows))) {
    if (ids.length + added.length === 0 || isHouseBillBeside(manifest, [...attached, ...added])) added.push(manifest);
    if (!takesFurther) break;
  }
  if (added.length > 0) await setAttached(tx, container, [...ids, ...added.map(({ id }) => id)], nowMs);
  return added;
}

/**
 * Attaches a manifest to the container that its number names, if the writer may see that container, it is on a visit
 * that is not over, and it has no manifest, or those of the same load whose house bill this is, before a decision.
 * Otherwise the manifest waits, and the result is undefined. Call `lockNumber` first.
 */
export async function attachToNamedContainer(
  tx: DatabaseOrTransaction,
  manifest: HouseBill & { id: string; numberKey: string | null },
  writer: { userId: string; role: Role },
  { settings, nowMs }: AttachmentParts,
): Promise<Attached | undefined> {
  if (manifest.numberKey === null) return undefined;
  const isNamed = and(eq(containers.numberKey, manifest.numberKey), isNull(containers.deletedAt));
  // Both containers in the common order, the named one also when it has a manifest: its visit could end just now.
  const lock = tx
    .select({ id: containers.id })
    .from(containers)
    .where(or(isNamed, holdsManifest(containers, manifest.id)))
    .orderBy(asc(containers.id))
    .for("update");
  // Read after the wait for the locks, not before it: another visit may have begun during the wait. Both statements
  // are sent together; a connection executes them in order.
  const read = tx
    .select({ container: containers, visit: visits })
    .from(containers)
    .innerJoin(visits, eq(visits.id, containers.visitId))
    .where(isNamed);
  const [locked, [named]] = await Promise.all([lock, read]);
  if (!named || !locked.some(({ id }) => id === named.container.id)) return undefined;
  if (!maySeeContainer(writer, named.container)) return undefined;
  if (isOver(named.visit, named.container.status, new Date(nowMs), settings.visitGapMs)) return undefined;
  const ids = attachedIds(named.container);
  if (ids.includes(manifest.id)) return undefined;
  if (ids.length > 0 && !(takesFurther(named.visit) && isHouseBillBeside(manifest, await findManifestRows(tx, ids))))
    return undefined;
  return { left: await attachManifest(tx, named.container, manifest.id, nowMs) };
}

/** A decision was taken on the manifests that were attached then: a person attaches further ones. */
const takesFurther = ({ closedAt }: Pick<typeof visits.$inferSelect, "closedAt">) => closedAt === null;

/**
 * Attaches a manifest to a locked container, after those that are attached to it. Returns the container that the
 * manifest was attached to before, if any, as it is afterwards. Lock the manifest first, then the containers.
 */
export async function attachManifest(
  tx: DatabaseOrTransaction,
  container: Pick<ContainerRow, "id" | "manifestId" | "furtherManifestIds">,
  manifestId: string,
  nowMs: number,
): Promise<ContainerRow | undefined> {
  const left = await detachManifest(tx, manifestId, nowMs);
  await setAttached(tx, container, [...attachedIds(container), manifestId], nowMs);
  return left;
}

/** Detaches a manifest from its container; returns that container as it is afterwards, if any. */
export async function detachManifest(
  tx: DatabaseOrTransaction,
  manifestId: string,
  nowMs: number,
): Promise<ContainerRow | undefined> {
  const holds = holdsManifest(containers, manifestId);
  const [holder] = await tx.select().from(containers).where(holds).for("update");
  if (!holder) return undefined;
  const rest = attachedIds(holder).filter((id) => id !== manifestId);
  return setAttached(tx, holder, rest, nowMs);
}

/** Replaces the manifests of a locked container; returns it as it is afterwards. */
export async function setAttached(
  tx: DatabaseOrTransaction,
  container: Pick<ContainerRow, "id" | "manifestId">,
  ids: readonly string[],
  nowMs: number,
): Promise<ContainerRow> {
  const columns = attachedColumns(ids);
  const changed = container.manifestId === columns.manifestId ? ["manifestIds"] : ["manifestId", "manifestIds"];
  const { id: containerId } = container;
  const updated = await updateContainer(tx, containerId, columns, nowMs);
  await recordEvent(tx, { kind: "container.updated", containerId, changed } satisfies NewLiveEvent, nowMs);
  return updated;
}

/**
 * Attaches the manifests that wait for a locked container which a manifest has left, unless its visit is over. Returns
 * them in the order of attaching.
 */
export async function attachNextManifests(
  tx: DatabaseOrTransaction,
  left: ContainerRow,
  { settings, nowMs }: AttachmentParts,
): Promise<ManifestRow[]> {
  const [visit] = await tx.select().from(visits).where(eq(visits.id, left.visitId));
  if (!visit || isOver(visit, left.status, new Date(nowMs), settings.visitGapMs)) return [];
  return attachWaitingManifests(tx, left, nowMs, { isLocked: true, takesFurther: takesFurther(visit) });
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
 * Locks the container of a number and returns it when it is on another visit than `visitBefore`: that visit began while
 * a transaction held a manifest that waits for it, and so did not get it.
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
  return named && named.visitId !== visitBefore ? named : undefined;
}
