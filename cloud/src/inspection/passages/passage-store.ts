import { and, asc, type Column, eq, isNull, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdLock } from "../../platform/db/hold-lock.ts";
import { containers, evidence, passages, scans } from "../../platform/db/tables.ts";
import { takenAt } from "../pictures/taken-at-store.ts";

export type PassageRow = typeof passages.$inferSelect;
export type PassageName = Pick<PassageRow, "deviceId" | "passageId">;
/** One position of a passage, with the container that it is of now; null once that one is deleted. */
export type PassagePosition = PassageRow & { holderId: string | null };

/** A scan or a photo of a passage. */
export type PassageRecord = {
  kind: "scan" | "evidence";
  id: string;
  position: string;
  containerId: string;
  visitId: string;
  cameraId: string | null;
  at: Date;
};

const [own, holder] = [alias(containers, "own"), alias(containers, "holder")];

/** The container that a row of `passages`, or of its alias in the query, is of now: a merge is followed. */
export const holderId = (db: DatabaseOrTransaction, of: { containerId: Column } = passages) =>
  sql<string | null>`(${db
    .select({ id: holder.id })
    .from(own)
    .innerJoin(holder, eq(holder.id, sql`coalesce(${own.mergedIntoId}, ${own.id})`))
    .where(and(eq(own.id, of.containerId), isNull(holder.deletedAt)))})`;

/** The container of a position, as an expression of a query that waits for its lock. */
export const holderOf = (db: DatabaseOrTransaction, { id }: PassageRow): SQL =>
  sql`(${db
    .select({ id: holderId(db) })
    .from(passages)
    .where(eq(passages.id, id))})`;

/** Lets one transaction at a time record what belongs to a passage, or move it; taken before all other locks. */
export async function lockPassage(tx: DatabaseOrTransaction, { deviceId, passageId }: PassageName): Promise<void> {
  await holdLock(tx, `passage ${JSON.stringify([deviceId, passageId])}`);
}

/** The positions of a passage. */
export async function findPositions(
  db: DatabaseOrTransaction,
  { deviceId, passageId }: PassageName,
): Promise<PassagePosition[]> {
  const rows = await db
    .select({ row: passages, holderId: holderId(db) })
    .from(passages)
    .where(and(eq(passages.deviceId, deviceId), eq(passages.passageId, passageId)))
    .orderBy(asc(passages.position));
  return rows.map(({ row, holderId: found }) => ({ ...row, holderId: found }));
}

/** The name of the passage that has a position with this id. */
export async function findPassageName(db: DatabaseOrTransaction, id: string): Promise<PassageName | undefined> {
  const { deviceId, passageId } = passages;
  const [found] = await db.select({ deviceId, passageId }).from(passages).where(eq(passages.id, id));
  return found;
}

/** The columns of a scan or a photo of a passage. */
export function recordColumns(kind: PassageRecord["kind"]) {
  const {
    id,
    passagePosition: position,
    containerId,
    visitId,
    cameraId,
    receivedAt,
  } = kind === "scan" ? scans : evidence;
  const at = sql<Date>`${takenAt(kind === "scan" ? "scans" : "evidence")}`.mapWith(receivedAt);
  return { id, position, containerId, visitId, cameraId, at };
}

export const isOfPassage = (table: typeof scans | typeof evidence, { deviceId, passageId }: PassageName) =>
  and(eq(table.deviceId, deviceId), eq(table.passageId, passageId));

/** Those that were taken first come first. */
export const inOrder = (records: readonly PassageRecord[]): PassageRecord[] =>
  records.toSorted((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1));

/** The scans and photos of a passage, those that were taken first come first. */
export async function findRecords(db: DatabaseOrTransaction, name: PassageName): Promise<PassageRecord[]> {
  const read = async (kind: PassageRecord["kind"]) => {
    const table = kind === "scan" ? scans : evidence;
    const rows = await db.select(recordColumns(kind)).from(table).where(isOfPassage(table, name));
    return rows.map(({ position, ...row }) => ({ kind, position: position ?? "", ...row }));
  };
  return inOrder([...(await read("scan")), ...(await read("evidence"))]);
}

/** True while a container has records of other passages than this one. */
export const hasOtherPassages = (db: DatabaseOrTransaction, containerId: string, name: PassageName) =>
  hasOther(db, containerId, name, (table) => sql`and ${table.passageId} is not null`);

/** True while a container has records of other passages than this one, or of none. */
export const hasOtherRecords = (db: DatabaseOrTransaction, containerId: string, name: PassageName) =>
  hasOther(db, containerId, name, () => sql``);

async function hasOther(
  db: DatabaseOrTransaction,
  containerId: string,
  { deviceId, passageId }: PassageName,
  isCounted: (table: typeof scans | typeof evidence) => SQL,
): Promise<boolean> {
  const isOther = (table: typeof scans | typeof evidence) =>
    sql`select 1 from ${table} where ${table.containerId} = ${containerId} ${isCounted(table)}
      and (${table.deviceId}, ${table.passageId}) is distinct from (${deviceId}::text, ${passageId}::text)`;
  const { rows } = await db.execute(sql`${isOther(scans)} union all ${isOther(evidence)} limit 1`);
  return rows.length > 0;
}

/** Adds a position that no record had before; `lockPassage` is held. */
export async function insertPosition(tx: DatabaseOrTransaction, row: typeof passages.$inferInsert): Promise<void> {
  await tx.insert(passages).values(row);
}

/** Changes a position; `lockPassage` is held. */
export async function updatePosition(
  tx: DatabaseOrTransaction,
  id: string,
  change: Partial<Omit<PassageRow, "id" | "deviceId" | "passageId" | "position">>,
): Promise<void> {
  await tx.update(passages).set(change).where(eq(passages.id, id));
}
