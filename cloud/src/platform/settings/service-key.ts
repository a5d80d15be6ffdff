import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign as signBytes } from "node:crypto";

export type ServiceKey = {
  /** The 32 bytes of the public half, base64. */
  publicKey: string;
  /** SHA-256 of these bytes, hexadecimal. */
  fingerprint: string;
  /** Signs the UTF-8 bytes of a text; base64. */
  sign: (text: string) => string;
};

const SEED_BYTES = 32;
/** Bytes before the seed of an Ed25519 key in PKCS #8 (RFC 8410, 7). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * The key with which this service signs what leaves it as a file: acknowledgements of transfer files, and case files.
 * It follows from the JWT secret, so all processes have the same one, and no database or backup contains it; another
 * secret is another key.
 */
export function openServiceKey({ jwtSecret }: { jwtSecret: string }): ServiceKey {
  const seed = Buffer.from(hkdfSync("sha256", jwtSecret, "", "transfer acknowledgements", SEED_BYTES));
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
  const publicBytes = Buffer.from(createPublicKey(key).export({ format: "jwk" }).x ?? "", "base64url");
  return {
    publicKey: publicBytes.toString("base64"),
    fingerprint: createHash("sha256").update(publicBytes).digest("hex"),
    sign: (text) => signBytes(null, Buffer.from(text), key).toString("base64"),
  };
}
