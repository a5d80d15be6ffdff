import type { EdgeDeviceState } from "@container-inspection/shared-schemas/edge-devices";
import { and, desc, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { countRows } from "../../platform/db/count-rows.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { holdsText } from "../../platform/db/part-of-text.ts";
import { edgeDevices } from "../../platform/db/tables.ts";

export type EdgeDeviceRow = typeof edgeDevices.$inferSelect;

export type EdgeDeviceFilter = {
  /** Part of the name, the note, or the name that the device reports. */
  q?: string | undefined;
  state?: EdgeDeviceState | undefined;
  /** Cursor: id of a device; the page contains only devices created before it. */
  beforeId?: string | undefined;
  limit: number;
};

export async function findEdgeDevice(db: DatabaseOrTransaction, id: string): Promise<EdgeDeviceRow | undefined> {
  const [found] = await db.select().from(edgeDevices).where(eq(edgeDevices.id, id));
  return found;
}

/** The id of the device that heartbeats with the shared key name so; undefined for any other name. */
export async function findSharedKeyDevice(db: DatabaseOrTransaction, reportedId: string): Promise<string | undefined> {
  const isMeant = and(eq(edgeDevices.reportedId, reportedId), eq(edgeDevices.source, "shared-key"));
  const [found] = await db.select({ id: edgeDevices.id }).from(edgeDevices).where(isMeant);
  return found?.id;
}

/** Finds a device and locks it until the transaction ends. */
export async function lockEdgeDevice(tx: DatabaseOrTransaction, id: string): Promise<EdgeDeviceRow | undefined> {
  const [found] = await tx.select().from(edgeDevices).where(eq(edgeDevices.id, id)).for("update");
  return found;
}

/** Devices, newest first. */
export const findEdgeDevices = async (db: DatabaseOrTransaction, filter: EdgeDeviceFilter): Promise<EdgeDeviceRow[]> =>
  devicesOf(db, filter);

/** Counts the devices of a list on all its pages. */
export const countEdgeDevices = (db: DatabaseOrTransaction, filter: Omit<EdgeDeviceFilter, "beforeId" | "limit">) =>
  countRows(db, (limit) => devicesOf(db, { ...filter, limit }));

function devicesOf(db: DatabaseOrTransaction, filter: EdgeDeviceFilter) {
  const { q, state, beforeId, limit } = filter;
  const { name, note, reportedId } = edgeDevices;
  return db
    .select()
    .from(edgeDevices)
    .where(
      and(
        q === undefined ? undefined : or(...[name, note, reportedId].map((column) => holdsText(column, q))),
        state && isInState(state),
        beforeId === undefined ? undefined : lt(edgeDevices.id, beforeId),
      ),
    )
    .orderBy(desc(edgeDevices.id))
    .limit(limit);
}

/** Adds a device that has its own key, or will receive one. */
export async function insertEdgeDevice(
  db: DatabaseOrTransaction,
  { id, name, note, now }: { id: string; name: string; note: string | null; now: Date },
): Promise<EdgeDeviceRow> {
  const device = { id, name, note, source: "own-key" as const, createdAt: now, updatedAt: now };
  const [made] = await db.insert(edgeDevices).values(device).returning();
  if (!made) throw new Error(`the edge device ${id} was not added`);
  return made;
}

/** Changes a device that the transaction has locked. */
export async function updateEdgeDevice(
  tx: DatabaseOrTransaction,
  id: string,
  changes: Partial<Omit<EdgeDeviceRow, "id" | "createdAt">>,
): Promise<EdgeDeviceRow> {
  const [changed] = await tx.update(edgeDevices).set(changes).where(eq(edgeDevices.id, id)).returning();
  if (!changed) throw new Error(`the locked edge device ${id} vanished`);
  return changed;
}

/** Deletes a device with its keys and codes. */
export async function deleteEdgeDevice(tx: DatabaseOrTransaction, id: string): Promise<void> {
  await tx.delete(edgeDevices).where(eq(edgeDevices.id, id));
}

/** The condition of a state, as `edgeDeviceStateOf` decides it for one device. */
function isInState(state: EdgeDeviceState) {
  const { revokedAt, silentSince, lastSeenAt } = edgeDevices;
  if (state === "revoked") return isNotNull(revokedAt);
  const isSilent = state === "silent" ? isNotNull(silentSince) : isNull(silentSince);
  const isSeen = { waiting: isNull(lastSeenAt), active: isNotNull(lastSeenAt), silent: undefined }[state];
  return and(isNull(revokedAt), isSilent, isSeen);
}
