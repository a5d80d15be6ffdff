import type { RateLimitRule } from "../platform/http/rate-limit.ts";

/** Limits the requests of one IP address to verify, register, forgot-password and change-password together. */
export const credentialLimit: RateLimitRule = {
  name: "credentials",
  points: 5,
  windowSeconds: 900,
  counts: "every request",
};

/** Limits how often one IP address previews and accepts invites. */
export const inviteLimit: RateLimitRule = { name: "invites", points: 30, windowSeconds: 900, counts: "every request" };
