import type { AppContext } from "../../platform/http/context.ts";
import { type RateLimitRule, refuseSpent, writeHeaders } from "../../platform/http/rate-limit.ts";
import { fail } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { findUserById } from "../accounts/user-store.ts";
import { createPasswordVerifier } from "./passwords.ts";

/** Per account, so that a stolen session cannot be used to guess its password. */
const limit: RateLimitRule = { name: "current-password", points: 5, windowSeconds: 900, counts: "401 only" };

/**
 * Checks the caller's current password for changes that require it. Five checks of an account may fail within 15
 * minutes on all routes together; after that, even the right password is refused. Returns the account, or the refusal:
 * 403, 429 or 503.
 */
export function createCurrentPasswordCheck({ db, rateLimits }: Needs<"db" | "rateLimits">) {
  const verifyPassword = createPasswordVerifier();
  return async (c: AppContext, password: string) => {
    const { userId } = c.get("caller");
    const taken = await rateLimits.take(limit, userId);
    if (!taken.allowed)
      return { refusal: refuseSpent(c, limit, taken, "The current password was wrong too often. Try again later.") };
    writeHeaders(c, limit, taken);
    const account = await findUserById(db, userId);
    const matches = await verifyPassword(account?.passwordHash, password);
    if (matches !== false) writeHeaders(c, limit, await rateLimits.giveBack(limit, userId));
    if (matches === "busy") {
      c.header("Retry-After", "2");
      const message = "Too many passwords are being checked right now. Try again in a moment.";
      return { refusal: fail(c, "SERVICE_UNAVAILABLE", message) };
    }
    if (!account || !matches) return { refusal: fail(c, "WRONG_PASSWORD", "The current password is wrong.") };
    return { account };
  };
}
