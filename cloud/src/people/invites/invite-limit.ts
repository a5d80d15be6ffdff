import type { RateLimitRule } from "../../platform/http/rate-limit.ts";

/** One budget of an address for previewing and accepting invites. */
export const inviteLimit: RateLimitRule = { name: "invites", points: 30, windowSeconds: 900, counts: "every request" };
