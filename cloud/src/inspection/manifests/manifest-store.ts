import type { ManifestRequest } from "@container-inspection/shared-schemas";
import { and, desc, eq, inArray, isNull, ne, notExists, sql } from "drizzle-orm";
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

/** Which of these numbers manifests name that are attached to no container. */
export async function findWaitingNumbers(db: DatabaseOrTransaction, numberKeys: readonly string[]): Promise<string[]> {
  const attached = db.select().from(containers).where(eq(containers.manifestId, manifests.id));
  const found = await db
    .selectDistinct({ number: manifests.containerNumber })
    .from(manifests)
    .where(and(inArray(manifests.numberKey, [...numberKeys]), isActive, notExists(attached)));
  return found.flatMap(({ number }) => (number === null ? [] : [number]));
}

/** Other manifests of the same bill of lading, at most 20. */
export async function findSameBill(
  db: DatabaseOrTransaction,
  { id, billOfLading }: Pick<ManifestRow, "id" | "billOfLading">,
): Promise<Pick<ManifestRow, "containerNumber" | "billOfLading" | "declaredGoods">[]> {
  if (billOfLading === null || billOfLading === "") return [];
  return db
    .select({
      containerNumber: manifests.containerNumber,
      billOfLading: manifests.billOfLading,
      declaredGoods: manifests.declaredGoods,
    })
    .from(manifests)
    .where(and(eq(manifests.billOfLading, billOfLading), ne(manifests.id, id), isNull(manifests.deletedAt)))
    .limit(20);
}

export async function findManifest(db: DatabaseOrTransaction, id: string): Promise<FoundManifest | undefined> {
  const [found] = await selectFound(db).where(and(eq(manifests.id, id), isActive));
  return found;
}

/** Finds a manifest, also a deleted one. */
export async function findManifestEver(db: DatabaseOrTransaction, id: string): Promise<FoundManifest | undefined> {
  const [found] = await selectFound(db).where(eq(manifests.id, id));
  return found;
}

/**
 * Finds a manifest and locks it until the transaction ends. Rows may refer to it meanwhile: a transaction that decides
 * about its container stores a reference to the manifest, and would wait for this lock while its holder waits for the
 * container.
 */
export async function lockManifest(tx: DatabaseOrTransaction, id: string): Promise<FoundManifest | undefined> {
  // Read after the wait for the lock, not before it: its container may have changed meanwhile. They are sent together;
  // a connection does one after the other.
  const [, found] = await Promise.all([
    tx.select({ id: manifests.id }).from(manifests).where(eq(manifests.id, id)).for("no key update"),
    findManifest(tx, id),
  ]);
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

/** A manifest belongs to the container that it is attached to, else to the one whose visit ended with it. */
const isAttached = sql`${containers.id} = coalesce(
  (select id from ${containers} as attached where attached.manifest_id = ${manifests.id}),
  (select container_id from ${visits} as kept where kept.manifest_id = ${manifests.id} and kept.joined_into_id is null
    order by kept.id desc limit 1))`;

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
