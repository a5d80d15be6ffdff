import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { type EdgeDeviceRow, updateEdgeDevice } from "../register/edge-device-store.ts";
import { addKey } from "./edge-key-store.ts";
import { createEdgeKey } from "./edge-key.ts";

/**
 * Gives a locked device a new key; its earlier keys end after the overlap. A device that signed with the shared key has
 * its own key from then on. Returns the key, of which only the hash is stored.
 */
export async function issueKey(
  tx: DatabaseOrTransaction,
  device: EdgeDeviceRow,
  { now, overlapMinutes }: { now: Date; overlapMinutes: number },
): Promise<{ device: EdgeDeviceRow; apiKey: string; hint: string; earlierEndAt: Date }> {
  const { apiKey, keyHash, hint } = createEdgeKey();
  const earlierEndAt = new Date(now.getTime() + overlapMinutes * 60_000);
  await addKey(tx, { keyHash, hint, deviceId: device.id, createdAt: now }, earlierEndAt);
  const changed = await updateEdgeDevice(tx, device.id, { source: "own-key", updatedAt: now });
  return { device: changed, apiKey, hint, earlierEndAt };
}
