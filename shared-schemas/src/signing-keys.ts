import { z } from "zod";
import { datetime } from "./primitives.ts";

/** The 32 bytes of an Ed25519 public key in base64; its last two bits are zero, so that a key has one spelling. */
export const signingPublicKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, { message: "must be the 32 bytes of an Ed25519 key, in base64" })
  .describe("the public half of the Ed25519 key with which the device signs its records: its 32 bytes, in base64");

/** Sets the key with which a device signs its records. */
export const setSigningKeyRequest = z.object({ signingKey: signingPublicKey });

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
