import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/**
 * Encrypts secrets for the database, each bound to the id of its owner; `open` returns undefined for anything that it
 * did not seal.
 */
export type SecretSeal = {
  seal: (secret: string, ownerId: string) => string;
  open: (sealed: string, ownerId: string) => string | undefined;
};

/**
 * Creates a seal for secrets that are needed as they are, and so cannot be hashed: encrypts them with a key for this
 * use that is derived from JWT_SECRET (HKDF-SHA256, then AES-256-GCM with the owner's id as associated data). With
 * another JWT_SECRET they cannot be opened.
 */
export function createSecretSeal(jwtSecret: string, use: "webhook signing secrets" | "authenticator apps"): SecretSeal {
  const key = Buffer.from(hkdfSync("sha256", jwtSecret, "", use, 32));
  return {
    seal(secret, ownerId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(ownerId));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
    },
    open(sealed, ownerId) {
      const bytes = Buffer.from(sealed, "base64url");
      const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(ownerId)).setAuthTag(tag);
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}
