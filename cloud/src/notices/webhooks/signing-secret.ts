import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/**
 * Creates a signing secret in the format of the Standard Webhooks specification: `whsec_` and 32 random bytes in
 * base64.
 */
export function createSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/**
 * Encrypts signing secrets for the database, each bound to its webhook; `open` returns undefined for anything that it
 * did not seal.
 */
export type SecretSeal = {
  seal: (secret: string, webhookId: string) => string;
  open: (sealed: string, webhookId: string) => string | undefined;
};

/**
 * Signing needs the secret itself, so it cannot be hashed: it is encrypted with a key derived from JWT_SECRET
 * (HKDF-SHA256, then AES-256-GCM with the webhook's id as associated data). With another JWT_SECRET the secrets must be
 * rotated.
 */
export function createSecretSeal(jwtSecret: string): SecretSeal {
  const key = Buffer.from(hkdfSync("sha256", jwtSecret, "", "webhook signing secrets", 32));
  return {
    seal(secret, webhookId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(webhookId));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
    },
    open(sealed, webhookId) {
      const bytes = Buffer.from(sealed, "base64url");
      const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(webhookId)).setAuthTag(tag);
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}
