import { type SigningKeyStatus, signingKeyStatus } from "../forwarding/signing/key-registration.ts";

/** The signing key in the status of a running agent; earlier versions do not report it. */
export const shownSigningKey = signingKeyStatus.optional();

export const REGISTERED = "the cloud has registered the signing key";

/** The lines of the status; in capitals where something is to be done. */
export function describeSigningKey(key: SigningKeyStatus | undefined): string[] {
  if (key?.state === "registered") return [`  ${REGISTERED}`];
  if (key === undefined || key.problem === null) return [];
  return [`  SIGNING KEY: ${key.problem}`, `    fix: ${key.fix ?? ""}`];
}
