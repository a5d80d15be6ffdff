import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;

/** A secret for a link, and the hash by which alone it is kept. */
export function createLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashLinkToken(token) };
}

/** SHA-256 in hexadecimal; the secret is random, so that nothing slower is needed. */
export function hashLinkToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
