import { Redis } from "ioredis";
import type { Logger } from "../logging/logger.ts";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { countWith } from "./rate-limit-store.ts";
import type { Budget, RateLimitStore } from "../http/rate-limit.ts";

const CONNECT_TIMEOUT_MS = 2_000;
/** A limit is asked for before a request is served: a Redis that hangs must not make people wait. */
const COMMAND_TIMEOUT_MS = 500;
const LONGEST_RETRY_MS = 5_000;
const KEY_PREFIX = "container-inspection:limits";

export type RedisRateLimits = RateLimitStore & { close: () => void };

/**
 * Puts Redis before the counters of the database: requests that Redis rejects never reach the database, which at most
 * counts the few requests that a limit allows. Both count admitted requests and the stricter one decides, so that a
 * Redis that fails, hangs or returns empty gives no caller fresh attempts, and fails no request.
 */
export function createRedisRateLimits(url: string, database: RateLimitStore, logger: Logger): RedisRateLimits {
  const { redis, unavailable } = connectRedis(url, logger);
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
  const inRedis = async <Answer>(count: (store: RateLimitStore) => Promise<Answer>): Promise<Answer | undefined> => {
    try {
      return await count(counters);
    } catch (error) {
      unavailable(error);
      return undefined;
    }
  };
  return {
    async look(rule, key) {
      const first = await inRedis((store) => store.look(rule, key));
      if (first?.allowed === false) return first;
      const found = await database.look(rule, key);
      return { ...stricterOf(found, first), allowed: found.allowed };
    },
    async take(rule, key) {
      const first = await inRedis((store) => store.take(rule, key));
      if (first?.allowed === false) return first;
      const giveBack = () => inRedis((store) => store.giveBack(rule, key));
      try {
        const taken = await database.take(rule, key);
        if (!taken.allowed && first) await giveBack();
        return { ...(taken.allowed ? stricterOf(taken, first) : taken), allowed: taken.allowed };
      } catch (error) {
        if (first) await giveBack();
        throw error;
      }
    },
    async giveBack(rule, key) {
      const first = await inRedis((store) => store.giveBack(rule, key));
      return stricterOf(await database.giveBack(rule, key), first);
    },
    close: () => redis.disconnect(),
  };
}

/** Connects, now and whenever the connection is lost; a change of state is logged once. */
function connectRedis(url: string, logger: Logger) {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, LONGEST_RETRY_MS),
  });
  let isUnavailable = false;
  const unavailable = (error: unknown) => {
    if (!isUnavailable)
      logger.warn({ err: error }, "Redis is unavailable: the database alone keeps rate limits until it returns");
    isUnavailable = true;
  };
  redis.on("error", unavailable);
  redis.on("ready", () => {
    isUnavailable = false;
    logger.info("Redis connected: it keeps rate limits before the database");
  });
  return { redis, unavailable };
}

function stricterOf(one: Budget, other: Budget | undefined): Budget {
  const strict = other !== undefined && other.remaining < one.remaining ? other : one;
  return { remaining: strict.remaining, resetMs: Math.max(one.resetMs, other?.resetMs ?? 0) };
}
