import { RateLimiterDrizzle, RateLimiterRes, type RateLimiterStoreAbstract } from "rate-limiter-flexible";
import type { Budget, RateLimitRule, RateLimitStore } from "../http/rate-limit.ts";
import type { Database } from "../db/database.ts";
import { rateLimits } from "../db/tables.ts";

/**
 * Keeps rate limits in the database: one atomic upsert per request, fixed windows, right across all processes.
 * `deletesExpired: false` leaves windows that are over, and holds no timer.
 */
export function createRateLimitStore(db: Database, { deletesExpired = true } = {}): RateLimitStore {
  return countWith(
    ({ name, points, windowSeconds }) =>
      new RateLimiterDrizzle({
        storeClient: db,
        schema: rateLimits,
        keyPrefix: name,
        points,
        duration: windowSeconds,
        clearExpiredByTimeout: deletesExpired,
      }),
  );
}

/** Counts with one limiter of the library for each rule. */
export function countWith(createLimiter: (rule: RateLimitRule) => RateLimiterStoreAbstract): RateLimitStore {
  const limiters = new Map<string, RateLimiterStoreAbstract>();
  const limiterOf = (rule: RateLimitRule) => {
    const made = limiters.get(rule.name) ?? createLimiter(rule);
    limiters.set(rule.name, made);
    return made;
  };
  const giveBack = async (rule: RateLimitRule, key: string) => budgetOf(await limiterOf(rule).reward(key));
  return {
    giveBack,
    async look(rule, key) {
      const found = await limiterOf(rule).get(key);
      const budget = found ? budgetOf(found) : { remaining: rule.points, resetMs: 0 };
      return { ...budget, allowed: budget.remaining > 0 };
    },
    async take(rule, key) {
      try {
        return { ...budgetOf(await limiterOf(rule).consume(key)), allowed: true };
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return { ...(await giveBack(rule, key)), allowed: false };
      }
    },
  };
}

const budgetOf = (result: RateLimiterRes): Budget => ({
  remaining: result.remainingPoints,
  resetMs: result.msBeforeNext,
});
