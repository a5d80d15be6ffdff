import { Redis } from "ioredis";
import type { Logger } from "pino";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { countWith } from "../db/rate-limit-store.ts";
import type { RateLimitStore } from "../http/rate-limit.ts";

const CONNECT_TIMEOUT_MS = 2_000;
/** A limit is asked for before a request is served: a Redis that hangs must not make people wait. */
const COMMAND_TIMEOUT_MS = 500;
const LONGEST_RETRY_MS = 5_000;
const KEY_PREFIX = "container-inspection:limits";

export type RedisRateLimits = RateLimitStore & { close: () => void };

/**
 * Keeps rate limits in Redis, shared by all processes on it. While Redis is away or hangs, `fallback` counts in its place, from
 * what it knows: limits hold at all times, and no request fails because of Redis.
 */
export function createRedisRateLimits(url: string, fallback: RateLimitStore, logger: Logger): RedisRateLimits {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, LONGEST_RETRY_MS),
  });
  let state: "connecting" | "there" | "away" = "connecting";
  const away = (error: unknown) => {
    if (state !== "away")
      logger.warn({ err: error }, "Redis is away: rate limits are kept in the database until it is there");
    state = "away";
  };
  redis.on("error", away);
  redis.on("ready", () => {
    state = "there";
    logger.info("Redis is there: rate limits are kept in it");
  });
  const counters = countWith(
    ({ name, points, windowSeconds }) =>
      new RateLimiterRedis({
        storeClient: redis,
        rejectIfRedisNotReady: true,
        keyPrefix: `${KEY_PREFIX}:${name}`,
        points,
        duration: windowSeconds,
      }),
  );
  const orFallback = async <Answer>(count: (store: RateLimitStore) => Promise<Answer>): Promise<Answer> => {
    try {
      return await count(counters);
    } catch (error) {
      away(error);
      return count(fallback);
    }
  };
  return {
    take: (rule, address) => orFallback((store) => store.take(rule, address)),
    giveBack: (rule, address) => orFallback((store) => store.giveBack(rule, address)),
    close: () => redis.disconnect(),
  };
}
