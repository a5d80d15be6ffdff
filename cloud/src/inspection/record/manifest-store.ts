import type { ManifestRequest } from "@container-inspection/shared-schemas/manifests";
import { and, desc, eq, inArray, isNull, notExists, notInArray, sql } from "drizzle-orm";
import { holdsManifest } from "./attached-manifest-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { containers, manifests, users, visits } from "../../platform/db/tables.ts";

export type ManifestRow = typeof manifests.$inferSelect;
/** A manifest with who made it and the container it is attached to, or was when that one's visit ended. */
export type FoundManifest = {
  manifest: ManifestRow;
  createdBy: { id: string; email: string };
  container: { id: string; ownerId: string; numberKey: string } | null;
};

const isActive = isNull(manifests.deletedAt);

/**
 * Returns those of the numbers, in this order, that appear on manifests attached to no container.
 */
export async function findWaitingNumbers(db: DatabaseOrTransaction, numberKeys: readonly string[]): Promise<string[]> {
  const attached = db.select().from(containers).where(holdsManifest(containers, manifests.id));
  const found = await db
    .select({ numberKey: manifests.numberKey })
    .from(manifests)
    .where(and(inArray(manifests.numberKey, [...numberKeys]), isActive, notExists(attached)));
  const waiting = new Set(found.map(({ numberKey }) => numberKey));
  return numberKeys.filter((numberKey) => waiting.has(numberKey));
}

/** Other manifests of the bills of lading of these ones, the newest first: at most 20 for each of these. */
export async function findSameBills(
  db: DatabaseOrTransaction,
  own: readonly Pick<ManifestRow, "id" | "billOfLading">[],
): Promise<Pick<ManifestRow, "containerNumber" | "billOfLading" | "declaredGoods">[]> {
  const bills = own.flatMap(({ billOfLading }) => billOfLading || []);
  if (bills.length === 0) return [];
  const ids = own.map(({ id }) => id);
  return db
    .select({
      containerNumber: manifests.containerNumber,
      billOfLading: manifests.billOfLading,
      declaredGoods: manifests.declaredGoods,
    })
    .from(manifests)
    .where(and(inArray(manifests.billOfLading, bills), notInArray(manifests.id, ids), isNull(manifests.deletedAt)))
    .orderBy(desc(manifests.id))
    .limit(20 * own.length);
}

export async function findManifest(db: DatabaseOrTransaction, id: string): Promise<FoundManifest | undefined> {
  const [found] = await selectFound(db).where(and(eq(manifests.id, id), isActive));
  return found;
}

/** The manifests with these ids that are not deleted, in this order, as replies show them. */
export async function findManifestsById(db: DatabaseOrTransaction, ids: readonly string[]): Promise<FoundManifest[]> {
  if (ids.length === 0) return [];
  const found = await selectFound(db).where(and(inArray(manifests.id, [...ids]), isActive));
  return found.toSorted((one, other) => ids.indexOf(one.manifest.id) - ids.indexOf(other.manifest.id));
}

/** The rows of the manifests with these ids that are not deleted, in this order. */
export async function findManifestRows(db: DatabaseOrTransaction, ids: readonly string[]): Promise<ManifestRow[]> {
  if (ids.length === 0) return [];
  const isWanted = inArray(manifests.id, [...ids]);
  const found = await db.select().from(manifests).where(and(isWanted, isActive));
  return found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** The rows of the manifests with these ids, also of deleted ones, in any order. */
export async function findManifestsEver(db: DatabaseOrTransaction, ids: readonly string[]): Promise<ManifestRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(manifests)
    .where(inArray(manifests.id, [...ids]));
}

/** Finds a manifest, also a deleted one. */
export async function findManifestEver(db: DatabaseOrTransaction, id: string): Promise<FoundManifest | undefined> {
  const [found] = await selectFound(db).where(eq(manifests.id, id));
  return found;
}

/**
 * Finds a manifest and locks it until the transaction ends. The lock permits new references to the manifest: a
 * transaction that decides about its container stores one, and would otherwise wait for this lock while its holder
 * waits for the container.
 */
export async function lockManifest(tx: DatabaseOrTransaction, id: string): Promise<FoundManifest | undefined> {
  // Read after the wait for the lock, not before it: it or its container may have changed during the wait. Both
  // statements are sent together; a connection executes them in order. Neither is awaited by a separate function,
  // which would send the second one first.
  const lock = tx.select({ id: manifests.id }).from(manifests).where(eq(manifests.id, id)).for("no key update");
  const read = selectFound(tx).where(and(eq(manifests.id, id), isActive));
  const [, [found]] = await Promise.all([lock, read]);
  return found;
}

/** Inserts a manifest, by default as a DRAFT, and returns its row. */
export async function insertManifest(
  tx: DatabaseOrTransaction,
  made: { id: string; createdById: string; fields: ManifestRequest; nowMs: number },
): Promise<ManifestRow> {
  const at = new Date(made.nowMs);
  const { id, createdById } = made;
  const [row] = await tx
    .insert(manifests)
    .values({ status: "DRAFT", ...columnsOf(made.fields), id, createdById, createdAt: at, updatedAt: at })
    .returning();
  if (!row) throw new Error(`the manifest ${id} was not made`);
  return row;
}

type OwnManifest = { createdById: string; billOfLading: string; numberKey: string | null };

/**
 * Lets one transaction at a time import a user's manifest of a bill of lading and container number; call it before
 * `lockNumber`.
 */
export async function lockImport(tx: DatabaseOrTransaction, own: OwnManifest): Promise<void> {
  const name = JSON.stringify(["manifest", own.createdById, own.billOfLading, own.numberKey]);
  await holdLock(tx, name);
}

/** The id of the newest manifest that a user created for a bill of lading and a container number, if any. */
export async function findOwnManifest(
  tx: DatabaseOrTransaction,
  { createdById, billOfLading, numberKey }: OwnManifest,
): Promise<string | undefined> {
  const isOwn = and(eq(manifests.billOfLading, billOfLading), eq(manifests.createdById, createdById), isActive);
  const hasNumber = numberKey === null ? isNull(manifests.numberKey) : eq(manifests.numberKey, numberKey);
  const [found] = await tx
    .select({ id: manifests.id })
    .from(manifests)
    .where(and(isOwn, hasNumber))
    .orderBy(desc(manifests.id))
    .limit(1);
  return found?.id;
}

/** Replaces the top-level fields that are given, and leaves the others. */
export async function mergeManifest(
  tx: DatabaseOrTransaction,
  id: string,
  fields: ManifestRequest,
  nowMs: number,
): Promise<void> {
  await tx
    .update(manifests)
    .set({ ...columnsOf(fields), version: sql`${manifests.version} + 1`, updatedAt: new Date(nowMs) })
    .where(eq(manifests.id, id));
}

/** Deletes a manifest; the row stays for the records that refer to it. */
export async function deleteManifestRow(tx: DatabaseOrTransaction, id: string, nowMs: number): Promise<void> {
  const at = new Date(nowMs);
  await tx
    .update(manifests)
    .set({ deletedAt: at, version: sql`${manifests.version} + 1`, updatedAt: at })
    .where(eq(manifests.id, id));
}

/** Fields of a request as the columns that keep them. */
export function columnsOf({ containerNumber, ...fields }: ManifestRequest) {
  if (containerNumber === undefined) return fields;
  return { ...fields, containerNumber: containerNumber?.text ?? null, numberKey: containerNumber?.key ?? null };
}

/**
 * A manifest belongs to the container that it is attached to, else to the last one whose visit ended with it. Each
 * lookup has its own index; `offset 0` keeps the planner from walking the visits by their ids instead.
 */
const isAttached = sql`${containers.id} = coalesce(
  (select id from ${containers} as attached where attached.manifest_id = ${manifests.id}),
  (select id from ${containers} as attached where attached.further_manifest_ids <> '{}'
    and attached.further_manifest_ids @> array[${manifests.id}]),
  (select container_id from ${visits} as kept where kept.id = greatest(
    (select id from ${visits} as one where one.manifest_id = ${manifests.id} and one.joined_into_id is null
      order by one.id desc limit 1),
    (select max(id) from (select id from ${visits} as one where one.further_manifest_ids <> '{}'
      and one.further_manifest_ids @> array[${manifests.id}] and one.joined_into_id is null offset 0) as one))))`;

/** Joins a manifest to the container that it belongs to, unless that one is deleted. */
export const belongsTo = and(isAttached, isNull(containers.deletedAt));

/** Manifests with who made them and the containers they belong to. */
export function selectFound(db: DatabaseOrTransaction) {
  return db
    .select({
      manifest: manifests,
      createdBy: { id: users.id, email: users.email },
      container: { id: containers.id, ownerId: containers.ownerId, numberKey: containers.numberKey },
    })
    .from(manifests)
    .innerJoin(users, eq(users.id, manifests.createdById))
    .leftJoin(containers, belongsTo);
}
