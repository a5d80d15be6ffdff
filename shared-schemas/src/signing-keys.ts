import { z } from "zod";
import { datetime } from "./primitives.ts";

/** The 32 bytes of an Ed25519 public key in base64; its last two bits are zero, so that a key has one spelling. */
export const signingPublicKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, { message: "must be the 32 bytes of an Ed25519 key, in base64" })
  .describe("the public half of the Ed25519 key with which the device signs its records: its 32 bytes, in base64");

/** An Ed25519 signature in base64, in its one spelling. */
export const ed25519Signature = z
  .string()
  .regex(/^[A-Za-z0-9+/]{85}[AQgw]==$/, { message: "must be an Ed25519 signature, in base64" });

/**
 * The text that a device signs with a new key, to show that it has the private half: with its join code as it sends it,
 * or with the public key itself where an administrator registers the key.
 */
export const signingKeyProofText = (subject: string): string => `container-inspection signing key\n${subject}`;

/** Sets the key with which a device signs its records. */
export const setSigningKeyRequest = z.object({
  signingKey: signingPublicKey,
  proof: ed25519Signature.describe(
    'shows that the device has the private half, as `signing-key` of the device prints it: its signature over "container-inspection signing key", ' +
      "a line feed and `signingKey`",
  ),
});

/** A key with which a device signs its records, or did. */
export const signingKey = z
  .object({
    fingerprint: z.string().describe("SHA-256 of the key's 32 bytes, as `signing-key` of the device prints it"),
    publicKey: z.string().describe("base64"),
    registeredAt: datetime,
    replacedAt: datetime
      .nullable()
      .describe("null for the current key; what was captured before counts as signed by it"),
  })
  .meta({ id: "SigningKey" });
export type SigningKey = z.infer<typeof signingKey>;
