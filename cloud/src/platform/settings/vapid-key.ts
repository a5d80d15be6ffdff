import { createECDH, hkdfSync } from "node:crypto";

/** The key by which push services know this service (VAPID, RFC 8292): P-256, both halves base64url. */
export type VapidKey = {
  privateKey: string;
  /** The uncompressed point: browsers subscribe with it, and their subscriptions accept no other key. */
  publicKey: string;
};

const SCALAR_BYTES = 32;

/**
 * The key of the settings, and the contact for push services. Without a configured scalar, the key is derived from the
 * JWT secret, so that all processes have the same one, and no database or backup contains it.
 */
export function vapidOf({
  jwtSecret,
  vapid,
}: {
  jwtSecret: string;
  vapid: { scalar: string | undefined; subject: string };
}): { key: VapidKey; subject: string } {
  const { scalar, subject } = vapid;
  const key = scalar === undefined ? deriveKey(jwtSecret) : keyOf(Buffer.from(scalar, "base64url"));
  if (!key) throw new Error("VAPID_PRIVATE_KEY is not a private key");
  return { key, subject };
}

/**
 * Returns true if a text is the private half of a key: 32 bytes, base64url, of a scalar that the curve has.
 */
export const isVapidScalar = (scalar: string): boolean =>
  /^[A-Za-z0-9_-]{43}$/.test(scalar) && keyOf(Buffer.from(scalar, "base64url")) !== undefined;

/** One number in 2^32 is no scalar of the curve: the next one then is. */
function deriveKey(jwtSecret: string): VapidKey {
  for (let count = 0; ; count += 1) {
    const key = keyOf(Buffer.from(hkdfSync("sha256", jwtSecret, "", `web push (VAPID) ${count}`, SCALAR_BYTES)));
    if (key) return key;
  }
}

function keyOf(scalar: Buffer): VapidKey | undefined {
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(scalar);
  } catch {
    return undefined;
  }
  return { privateKey: scalar.toString("base64url"), publicKey: pair.getPublicKey("base64url") };
}
