import { createHash, randomBytes } from "node:crypto";

const PREFIX = "ced_";
const KEY_BYTES = 32;
const KEY = new RegExp(`^${PREFIX}[A-Za-z0-9_-]{43}$`);
const HINT_LENGTH = PREFIX.length + 4;

/**
 * A new key of a device, its hash, which is stored in its place, and its first characters, by which users recognise a
 * key.
 */
export function createEdgeKey(): { apiKey: string; keyHash: string; hint: string } {
  const apiKey = PREFIX + randomBytes(KEY_BYTES).toString("base64url");
  return { apiKey, keyHash: hash(apiKey), hint: apiKey.slice(0, HINT_LENGTH) };
}

/** The SHA-256 of a key in hexadecimal; undefined for text that cannot be a device's key. Keys are random: no salt. */
export function hashEdgeKey(key: string): string | undefined {
  return KEY.test(key) ? hash(key) : undefined;
}

const hash = (key: string) => createHash("sha256").update(key).digest("hex");
