import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** Creates the secret of a link, and its hash, which is all that is stored. */
export function createLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashLinkToken(token) };
}

/** SHA-256 in hexadecimal; the secret is random, so no slower hash is needed. */
export function hashLinkToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
