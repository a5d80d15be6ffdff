import { createHash } from "node:crypto";
import { signingKeyProofText } from "@container-inspection/shared-schemas/signing-keys";
import { isSignedBy } from "../../inspection/provenance/judge-signature.ts";
import { replaceSigningKey } from "../../inspection/provenance/signing-key-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";

/** A key, and the signature that shows that its sender has the private half. */
export type ProvenKey = { publicKey: string; proof: string | undefined; subject: string };

export const INVALID_PROOF = "is not a signature of this signing key over the text that is described";

/** True when the sender of a key has its private half. */
export const isProven = ({ publicKey, proof, subject }: ProvenKey): boolean =>
  proof !== undefined && isSignedBy(publicKey, signingKeyProofText(subject), proof);

/** Returns the reason for refusing a key that another device uses, with the name of that device. */
export const inUseMessage = (name: string): string =>
  `The signing key belongs to the device "${name}". Create another one with "edge-agent signing-key --new", or revoke that device.`;

/**
 * Registers the key with which a locked device signs its records from now on. Returns its fingerprint, or undefined
 * where it is the current key already. `findOtherHolder` has found no other device to which the key belongs.
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
