import type { RateLimitRule } from "../platform/http/rate-limit.ts";

/** Limits the requests of one IP address to verify, register, forgot-password and change-password together. */
export const credentialLimit: RateLimitRule = {
  name: "credentials",
  points: 5,
  windowSeconds: 900,
  counts: "every request",
};

/** Limits the wrong second factors and passkeys of one IP address. */
export const secondFactorLimit: RateLimitRule = {
  name: "second-factor",
  points: 5,
  windowSeconds: 900,
  counts: "401 only",
};

/** Limits how often one IP address begins a sign-in with a passkey. */
export const passkeyLimit: RateLimitRule = {
  name: "passkeys",
  points: 30,
  windowSeconds: 900,
  counts: "every request",
};

/** Limits how often one IP address comes back from the sign-in provider, which is asked each time. */
export const providerLimit: RateLimitRule = {
  name: "sign-in-provider",
  points: 30,
  windowSeconds: 900,
  counts: "every request",
};

/** Limits how often one IP address previews and accepts invites. */
export const inviteLimit: RateLimitRule = { name: "invites", points: 30, windowSeconds: 900, counts: "every request" };
