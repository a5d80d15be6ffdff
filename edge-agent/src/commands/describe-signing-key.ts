import type { SigningKeyStatus } from "../forwarding/signing/key-registration.ts";

export const REGISTERED = "the cloud has registered the signing key";

/** The lines of the status; in capitals where something is to be done. */
export function describeSigningKey(key: SigningKeyStatus): string[] {
  if (key.state === "registered") return [`  ${REGISTERED}`];
  if (key.problem === null) return [];
  return [`  SIGNING KEY: ${key.problem}`, `    fix: ${key.fix ?? ""}`];
}
