import { createHmac, randomInt } from "node:crypto";

/** No two of these look alike, whatever the handwriting: without 0 1 2 5 8, B I L O S and Z. */
const ALPHABET = "ACDEFGHJKMNPQRTUVWXY34679";
const LENGTH = 10;

/** A new code as people read it, such as `K7MXQ-9RTWA`: about 46 random bits. */
export function createJoinCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return `${letters.slice(0, LENGTH / 2).join("")}-${letters.slice(LENGTH / 2).join("")}`;
}

/**
 * The HMAC-SHA256 that is stored in place of a code; case, spaces and hyphens do not matter. Codes are short: without
 * the service's secret, a reader of the table could try them all.
 */
export function hashJoinCode(code: string, secret: string): string {
  const typed = code.toUpperCase().replaceAll(/[\s-]/g, "");
  return createHmac("sha256", secret).update(`edge-join-code:${typed}`).digest("hex");
}
