import { createHash } from "node:crypto";
import { replaceSigningKey } from "../../inspection/provenance/signing-key-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";

/**
 * Registers the key with which a locked device signs its records from now on. Returns its fingerprint, or undefined
 * where it is the current key already.
 */
export async function registerSigningKey(
  tx: DatabaseOrTransaction,
  device: { id: string },
  { id, publicKey, now }: { id: string; publicKey: string; now: Date },
): Promise<string | undefined> {
  const fingerprint = createHash("sha256").update(Buffer.from(publicKey, "base64")).digest("hex");
  const key = { id, deviceId: device.id, publicKey, fingerprint, registeredAt: now };
  return (await replaceSigningKey(tx, key)) ? fingerprint : undefined;
}
