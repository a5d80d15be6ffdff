import type { ShadowComparison } from "@container-inspection/shared-schemas";
import { eq } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { rollOutComparisons } from "../../platform/db/tables.ts";

/** Replaces what a device has counted of a roll-out. */
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

/** What devices have counted of a roll-out, by device. */
export async function findComparisons(
  db: DatabaseOrTransaction,
  rollOutId: string,
): Promise<Map<string, ShadowComparison>> {
  const rows = await db.select().from(rollOutComparisons).where(eq(rollOutComparisons.rollOutId, rollOutId));
  return new Map(rows.map(({ deviceId, comparison }) => [deviceId, comparison]));
}
