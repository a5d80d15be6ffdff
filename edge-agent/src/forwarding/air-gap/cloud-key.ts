import { createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { acknowledgementKey } from "@container-inspection/shared-schemas/transfers";
import { writePrivate } from "../../base/write-private.ts";

/** The key with which the cloud signs acknowledgements, as it reported it last. */
const cloudKeyFile = (dataDir: string): string => path.join(dataDir, "cloud-key");

/** The key, base64; undefined where the cloud has not reported one. */
export function readCloudKey(dataDir: string): string | undefined {
  try {
    return acknowledgementKey.safeParse(readFileSync(cloudKeyFile(dataDir), "utf8").trim()).data;
  } catch {
    return undefined;
  }
}

/** Keeps the key that the cloud reports; where the folder cannot be written, the next report is kept. */
export function keepCloudKey(dataDir: string, key: string | undefined): void {
  if (key === undefined || readCloudKey(dataDir) === key) return;
  try {
    writePrivate(cloudKeyFile(dataDir), `${key}\n`);
  } catch {
    // A disk that cannot be written is reported where it costs captures.
  }
}

/** Returns true if `signature` (base64) is the signature of `text` by `publicKey` (32 bytes, base64). */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const x = Buffer.from(publicKey, "base64").toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
}
