import { and, eq, isNull } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { edgeConfigurations, edgeDevices } from "../../platform/db/tables.ts";

export type ConfigurationRow = typeof edgeConfigurations.$inferSelect;

/** The configuration that is kept of a device. */
export async function findConfiguration(
  db: DatabaseOrTransaction,
  deviceId: string,
): Promise<ConfigurationRow | undefined> {
  const [found] = await db.select().from(edgeConfigurations).where(eq(edgeConfigurations.deviceId, deviceId));
  return found;
}

/** Returns the checksum and report time of a device's stored configuration, without its text. */
export async function findConfigurationHead(
  db: DatabaseOrTransaction,
  deviceId: string,
): Promise<Pick<ConfigurationRow, "sha256" | "reportedAt"> | undefined> {
  const { sha256, reportedAt } = edgeConfigurations;
  const isOfDevice = eq(edgeConfigurations.deviceId, deviceId);
  const [found] = await db.select({ sha256, reportedAt }).from(edgeConfigurations).where(isOfDevice);
  return found;
}

/** Stores the configuration that a device reported, and replaces its previous one. */
export async function keepConfiguration(tx: DatabaseOrTransaction, row: ConfigurationRow): Promise<void> {
  const { deviceId: _id, ...changes } = row;
  const target = edgeConfigurations.deviceId;
  await tx.insert(edgeConfigurations).values(row).onConflictDoUpdate({ target, set: changes });
}

export async function deleteConfiguration(tx: DatabaseOrTransaction, deviceId: string): Promise<void> {
  await tx.delete(edgeConfigurations).where(eq(edgeConfigurations.deviceId, deviceId));
}

/** Locks a device that is in use until the transaction ends; false for one that was revoked or deleted. */
export async function lockDeviceInUse(tx: DatabaseOrTransaction, deviceId: string): Promise<boolean> {
  const isInUse = and(eq(edgeDevices.id, deviceId), isNull(edgeDevices.revokedAt));
  const found = await tx.select({ id: edgeDevices.id }).from(edgeDevices).where(isInUse).for("update");
  return found.length > 0;
}
