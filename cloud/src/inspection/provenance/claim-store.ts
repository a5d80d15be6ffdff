import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { composeOnce } from "../../platform/db/compose-once.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { claimedNames, edgeDevices } from "../../platform/db/tables.ts";

export type Claims = { kind: "device" | "camera"; names: readonly string[]; edgeDeviceId: string; now: Date };

/** The devices to which names belong, by the name; a revoked device holds none. */
export async function findHolders(
  db: DatabaseOrTransaction,
  kind: Claims["kind"],
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .select({ name: claimedNames.name, edgeDeviceId: claimedNames.edgeDeviceId })
    .from(claimedNames)
    .innerJoin(edgeDevices, eq(edgeDevices.id, claimedNames.edgeDeviceId))
    .where(and(eq(claimedNames.kind, kind), inArray(claimedNames.name, [...names]), isNull(edgeDevices.revokedAt)));
  return new Map(rows.map(({ name, edgeDeviceId }) => [name, edgeDeviceId]));
}

/** The device to which the name of a device belongs; undefined where none holds it. */
export async function findHolderOfName(db: DatabaseOrTransaction, name: string): Promise<string | undefined> {
  const [holder] = await findHolder(db, { name });
  return holder?.edgeDeviceId;
}

const findHolder = composeOnce((db) =>
  db
    .select({ edgeDeviceId: claimedNames.edgeDeviceId })
    .from(claimedNames)
    .innerJoin(edgeDevices, eq(edgeDevices.id, claimedNames.edgeDeviceId))
    .where(
      and(
        eq(claimedNames.kind, "device"),
        eq(claimedNames.name, sql.placeholder("name")),
        isNull(edgeDevices.revokedAt),
      ),
    ),
);

/** Assigns the names that belong to no device, or to a revoked one, to this device, which has its own key. */
export async function claimNames(tx: DatabaseOrTransaction, { kind, names, edgeDeviceId, now }: Claims): Promise<void> {
  if (names.length === 0) return;
  const revoked = tx
    .select({ id: edgeDevices.id })
    .from(edgeDevices)
    .where(and(eq(edgeDevices.id, claimedNames.edgeDeviceId), isNotNull(edgeDevices.revokedAt)));
  // In one order, so that two devices do not wait for each other.
  const sorted = [...new Set(names)].toSorted();
  await tx
    .insert(claimedNames)
    .values(sorted.map((name) => ({ kind, name, edgeDeviceId, claimedAt: now })))
    .onConflictDoUpdate({
      target: [claimedNames.kind, claimedNames.name],
      set: { edgeDeviceId, claimedAt: now },
      setWhere: sql`exists ${revoked}`,
    });
}

/**
 * Gives cameras to another device where the newest heartbeat of the device that holds them no longer lists them.
 * Returns those that moved, with the device before.
 */
export async function moveCameras(
  tx: DatabaseOrTransaction,
  { names, edgeDeviceId, now }: Omit<Claims, "kind">,
): Promise<{ cameraId: string; from: string }[]> {
  if (names.length === 0) return [];
  const listsIt = sql`coalesce(${edgeDevices.heartbeat}, '{}') @> jsonb_build_object('cameras',
    jsonb_build_array(jsonb_build_object('cameraId', ${claimedNames.name})))`;
  const left = await tx
    .select({ cameraId: claimedNames.name, from: claimedNames.edgeDeviceId })
    .from(claimedNames)
    .innerJoin(edgeDevices, eq(edgeDevices.id, claimedNames.edgeDeviceId))
    .where(and(eq(claimedNames.kind, "camera"), inArray(claimedNames.name, [...names]), sql`not ${listsIt}`))
    .orderBy(claimedNames.name)
    .for("update", { of: claimedNames });
  for (const { cameraId } of left)
    await tx
      .update(claimedNames)
      .set({ edgeDeviceId, claimedAt: now })
      .where(and(eq(claimedNames.kind, "camera"), eq(claimedNames.name, cameraId)));
  return left;
}
