import type { ShadowComparison } from "@container-inspection/shared-schemas/releases";
import { eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { rollOutComparisons } from "../../platform/db/tables.ts";

/** Replaces the counts that a device reported for a roll-out. */
export async function keepComparison(
  tx: DatabaseOrTransaction,
  row: typeof rollOutComparisons.$inferInsert,
): Promise<void> {
  const { rollOutId, deviceId } = rollOutComparisons;
  const { comparison } = row;
  await tx
    .insert(rollOutComparisons)
    .values(row)
    .onConflictDoUpdate({ target: [rollOutId, deviceId], set: { comparison } });
}

/** Returns the counts that devices have reported for a roll-out, by device. */
export async function findComparisons(
  db: DatabaseOrTransaction,
  rollOutId: string,
): Promise<Map<string, ShadowComparison>> {
  const rows = await db.select().from(rollOutComparisons).where(eq(rollOutComparisons.rollOutId, rollOutId));
  return new Map(rows.map(({ deviceId, comparison }) => [deviceId, comparison]));
}
