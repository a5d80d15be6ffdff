import { Secret, TOTP } from "otpauth";

/** Issuer that an app shows beside the address. */
const ISSUER = "Container inspection";
const SECRET_BYTES = 20;
/** Steps of 30 seconds by which the clock of a phone may differ, either way. */
const DRIFT_STEPS = 1;

/** Creates the secret of an authenticator app: 160 random bits in base32. */
export const createAppSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that an app reads from a QR code: SHA-1, six digits and 30 seconds, which every app knows. */
export const uriOf = (secret: string, email: string): string =>
  new TOTP({ issuer: ISSUER, label: email, secret }).toString();

/**
 * Finds the time step (RFC 6238) that a code belongs to: the current one, or one before or after it. Undefined for
 * anything else, and for a step up to `lastStep`: each code works once.
 */
export function stepOfCode(
  secret: string,
  code: string,
  { nowMs, lastStep }: { nowMs: number; lastStep: number },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const window = DRIFT_STEPS;
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp: nowMs, window });
  if (delta === null) return undefined;
  const step = TOTP.counter({ timestamp: nowMs }) + delta;
  return step > lastStep ? step : undefined;
}
