import { randomBytes } from "node:crypto";
import { createSecretSeal, type SecretSeal } from "../../platform/settings/secret-seal.ts";

/**
 * Creates a signing secret in the format of the Standard Webhooks specification: `whsec_` and 32 random bytes in
 * base64.
 */
export function createSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/**
 * Signing needs the secret itself: it is encrypted, bound to its webhook. With another JWT_SECRET it must be rotated.
 */
export const createSigningSeal = (jwtSecret: string): SecretSeal =>
  createSecretSeal(jwtSecret, "webhook signing secrets");
