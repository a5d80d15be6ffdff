import type { Standing } from "@container-inspection/shared-schemas/containers";
import type { ContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { and, asc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, DatabaseOrTransaction } from "../../platform/db/database.ts";
import { sendTogether } from "../../platform/db/send-together.ts";
import { containers, escalations, users, visits } from "../../platform/db/tables.ts";
import { attachedColumns } from "./attached-manifest-store.ts";
import { idOfNumber, isNumberKept } from "./kept-container-store.ts";
import { standingOf } from "./standing-store.ts";
import { insertVisit, type VisitRow } from "./visit-store.ts";

export type ContainerRow = typeof containers.$inferSelect;
/** A container with its current visit, or another one that was asked for, and its owner. */
export type OwnedContainer = {
  container: ContainerRow;
  visit: VisitRow;
  owner: { id: string; email: string };
  /** An escalation of that visit waits for a decision. */
  isEscalated: boolean;
  /** Decision or open escalation that its status rests on; null where nothing was escalated. */
  standing: Standing | null;
};

/** Matches containers that were not deleted. */
export const isActive = isNull(containers.deletedAt);

export async function findContainer(db: DatabaseOrTransaction, id: string): Promise<OwnedContainer | undefined> {
  const [found] = await selectOwned(db).where(and(eq(containers.id, id), isActive));
  return found;
}

/** The containers with these ids, in the order of the ids; those that are deleted are left out. */
export async function findContainers(db: DatabaseOrTransaction, ids: readonly string[]): Promise<OwnedContainer[]> {
  return selectOwned(db)
    .where(and(inArray(containers.id, [...ids]), isActive))
    .orderBy(asc(containers.id));
}

/** Reads a container that this transaction has locked or created; throws when it is missing. */
export async function readBackContainer(tx: DatabaseOrTransaction, id: string): Promise<OwnedContainer> {
  const found = await findContainer(tx, id);
  if (!found) throw new Error(`the container ${id} vanished in the transaction that holds it`);
  return found;
}

/** Creates a reader of containers by id whose query is built and planned once, for the most frequent route. */
export function createContainerReader(db: Database) {
  const query = selectOwned(db)
    .where(and(eq(containers.id, sql.placeholder("id")), isActive))
    .prepare("find_container");
  return async (id: string): Promise<OwnedContainer | undefined> => {
    const [found] = await query.execute({ id });
    return found;
  };
}

/** The container of a number, by its key. */
export async function findContainerByNumber(
  db: DatabaseOrTransaction,
  numberKey: string,
): Promise<OwnedContainer | undefined> {
  const [found] = await selectOwned(db).where(eq(containers.id, idOfNumber(db, numberKey)));
  return found;
}

/** The containers with these keys of numbers, by key. */
export async function findContainersByNumber(
  db: DatabaseOrTransaction,
  numberKeys: readonly string[],
): Promise<Map<string, Pick<ContainerRow, "id" | "ownerId">>> {
  const rows = await db
    .select({ key: containers.numberKey, id: containers.id, ownerId: containers.ownerId })
    .from(containers)
    .where(and(inArray(containers.numberKey, [...numberKeys]), isActive));
  return new Map(rows.map(({ key, ...container }) => [key, container]));
}

/** The ids of the containers that follow an id, or of the first ones, in the order of the ids. */
export async function findIdsAfter(
  db: DatabaseOrTransaction,
  afterId: string | null,
  limit: number,
): Promise<string[]> {
  const found = await db
    .select({ id: containers.id })
    .from(containers)
    .where(and(isActive, afterId === null ? undefined : gt(containers.id, afterId)))
    .orderBy(asc(containers.id))
    .limit(limit);
  return found.map(({ id }) => id);
}

/** The numbers of these containers, in alphabetical order. */
export async function findNumbers(db: DatabaseOrTransaction, ids: readonly string[]): Promise<string[]> {
  const { id, containerNumber } = containers;
  const found = await db
    .select({ containerNumber })
    .from(containers)
    .where(and(inArray(id, [...ids]), isActive))
    .orderBy(asc(containerNumber));
  return found.map((row) => row.containerNumber);
}

/** Finds a container by its id and locks it until the transaction ends. */
export async function lockContainer(tx: DatabaseOrTransaction, id: string): Promise<OwnedContainer | undefined> {
  // Read after the wait for the lock, not before it: its visit and owner may have changed during the wait.
  await lockContainers(tx, [id]);
  return findContainer(tx, id);
}

/**
 * Locks the container of a record that was on its way while the container may have been merged into another one: then
 * the target is locked and returned. Undefined for a container that is deleted.
 */
export async function lockContainerOrTarget(
  tx: DatabaseOrTransaction,
  id: string,
): Promise<OwnedContainer | undefined> {
  const found = await lockContainer(tx, id);
  if (found) return found;
  const [merged] = await tx.select({ targetId: containers.mergedIntoId }).from(containers).where(eq(containers.id, id));
  return merged?.targetId ? lockContainer(tx, merged.targetId) : undefined;
}

/**
 * Locks these containers in the order of their ids, so that two transactions that want the same ones never wait for
 * each other. Deleted containers are not locked: a merge is followed from the deleted container to its target, whatever
 * their ids.
 */
export async function lockContainers(tx: DatabaseOrTransaction, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: containers.id })
    .from(containers)
    .where(and(inArray(containers.id, [...ids]), isActive))
    .orderBy(asc(containers.id))
    .for("update");
}

export type NewContainer = {
  id: string;
  number: ContainerNumber;
  sizeType?: string | undefined;
  /** The owner's id, or the query for it, which is sent together with the check of the number. */
  ownerId: string | Promise<string>;
  source: ContainerRow["source"];
  /**
   * The id of its first visit, which begins at the time of the record that creates the container, or now where a user
   * registers it.
   */
  visitId: string;
  recordedAt?: Date | undefined;
  nowMs: number;
};

/**
 * Inserts a container without its visit, which `insertFirstVisit` adds; undefined when its number is taken, also by a
 * transaction that is just committing, or was that of a container that must not leave.
 */
export async function insertContainer(
  tx: DatabaseOrTransaction,
  made: NewContainer,
): Promise<ContainerRow | undefined> {
  const { id, number, sizeType, source, visitId, recordedAt, nowMs } = made;
  const [ownerId, isKeptNumber] = await sendTogether([made.ownerId, isNumberKept(tx, number.key, id)]);
  if (isKeptNumber) return undefined;
  const at = new Date(nowMs);
  const [container] = await tx
    .insert(containers)
    .values({
      id,
      ...columnsOf(number),
      sizeType: sizeType ?? null,
      sizeTypeReadAt: sizeType === undefined ? null : (recordedAt ?? null),
      status: "REGISTERED",
      ownerId,
      source,
      visitId,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning();
  return container;
}

/** Inserts the first visit of a container that was just inserted. */
export function insertFirstVisit(
  tx: DatabaseOrTransaction,
  { id, source, ownerId, visitId, createdAt }: ContainerRow,
  recordedAt: Date | undefined,
): Promise<VisitRow> {
  const openedById = source === "user" ? ownerId : null;
  const span = { openedAt: recordedAt ?? createdAt, lastWriteAt: recordedAt ?? null };
  return insertVisit(tx, { id: visitId, containerId: id, number: 1, openedBy: source, openedById, ...span });
}

/** Changes columns of a locked container; returns it as it is afterwards. */
export async function updateContainer(
  tx: DatabaseOrTransaction,
  id: string,
  change: Partial<Omit<ContainerRow, "id" | "version" | "updatedAt">>,
  nowMs: number,
): Promise<ContainerRow> {
  const [changed] = await tx
    .update(containers)
    .set({ ...change, version: sql`${containers.version} + 1`, updatedAt: new Date(nowMs) })
    .where(eq(containers.id, id))
    .returning();
  if (!changed) throw new Error(`the locked container ${id} vanished`);
  return changed;
}

/** Gives a locked container another number. Fails on the index `containers_number` when it is taken. */
export async function updateContainerNumber(
  tx: DatabaseOrTransaction,
  { id, numberKey, formerNumberKeys }: Pick<ContainerRow, "id" | "numberKey" | "formerNumberKeys">,
  number: ContainerNumber,
  nowMs: number,
): Promise<void> {
  const former = new Set([...formerNumberKeys, numberKey]);
  former.delete(number.key);
  await updateContainer(tx, id, { ...columnsOf(number), formerNumberKeys: [...former] }, nowMs);
}

/** Deletes a locked container and detaches its manifests; the row stays for the records that refer to it. */
export async function deleteContainerRow(tx: DatabaseOrTransaction, id: string, nowMs: number): Promise<void> {
  await updateContainer(tx, id, { deletedAt: new Date(nowMs), ...attachedColumns([]) }, nowMs);
}

export type MergedContainer = {
  /** The owner of the merged container. */
  ownerId: string;
  target: Pick<ContainerRow, "id" | "containerNumber" | "ownerId">;
};

/** Finds the existing container that a container was merged into. */
export async function findMerged(db: DatabaseOrTransaction, id: string): Promise<MergedContainer | undefined> {
  const target = alias(containers, "target");
  const [found] = await db
    .select({
      ownerId: containers.ownerId,
      target: { id: target.id, containerNumber: target.containerNumber, ownerId: target.ownerId },
    })
    .from(containers)
    .innerJoin(target, and(eq(target.id, containers.mergedIntoId), isNull(target.deletedAt)))
    .where(eq(containers.id, id));
  return found;
}

function columnsOf({ text, key, check }: ContainerNumber) {
  return { containerNumber: text, numberKey: key, numberCheck: check };
}

/** Begins a query for containers, each with its current visit and its owner. */
export function selectOwned(db: DatabaseOrTransaction) {
  const open = db
    .select({ id: escalations.id })
    .from(escalations)
    .where(and(eq(escalations.containerId, containers.id), ne(escalations.state, "RESOLVED")));
  const isEscalated = sql<boolean>`exists ${open}`;
  const owner = { id: users.id, email: users.email };
  return db
    .select({ container: containers, visit: visits, owner, isEscalated, standing: standingOf(db) })
    .from(containers)
    .innerJoin(visits, eq(visits.id, containers.visitId))
    .innerJoin(users, eq(users.id, containers.ownerId));
}
