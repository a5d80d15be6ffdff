import { createPublicKey, verify } from "node:crypto";
import type { RecordProvenance } from "@container-inspection/shared-schemas/provenance";
import { ed25519Signature } from "@container-inspection/shared-schemas/signing-keys";
import type { SigningKeyRow } from "./signing-key-store.ts";

/** Tolerance in ms for the clock of a device at the replacement of its key. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

type JudgedKey = Pick<SigningKeyRow, "publicKey" | "fingerprint" | "registeredAt" | "replacedAt">;

/**
 * Judges the signature of a record by the keys of its device. A key is valid for records captured before it was
 * replaced, however late they arrive; also for records captured before it was registered, since a device makes its key
 * first.
 */
export function judgeSignature(
  record: { recordSha256: string; signature: string | undefined; capturedAt: Date },
  keys: readonly JudgedKey[],
): { signatureState: RecordProvenance["signature"]; signingKey: string | null } {
  const { recordSha256, signature, capturedAt } = record;
  if (signature === undefined) {
    const hadKey = keys.some(({ registeredAt }) => registeredAt <= capturedAt);
    return { signatureState: hadKey ? "missing" : "unsigned", signingKey: null };
  }
  if (keys.length === 0) return { signatureState: "unsigned", signingKey: null };
  const latestMs = capturedAt.getTime() - CLOCK_TOLERANCE_MS;
  const key = keys.find(
    ({ publicKey, replacedAt }) =>
      (replacedAt === null || replacedAt.getTime() > latestMs) && isSignedBy(publicKey, recordSha256, signature),
  );
  return key
    ? { signatureState: "signed", signingKey: key.fingerprint }
    : { signatureState: "invalid", signingKey: null };
}

/** Returns true if a base64 signature is valid for a text and a base64 public key of 32 bytes. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  // Decoding alone would skip blanks and take other alphabets.
  if (!ed25519Signature.safeParse(signature).success) return false;
  const bytes = Buffer.from(signature, "base64");
  const x = Buffer.from(publicKey, "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, Buffer.from(text), key, bytes);
}
