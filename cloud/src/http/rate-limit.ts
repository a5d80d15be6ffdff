import type { MiddlewareHandler } from "hono";
import type { AppContext, AppEnv } from "./context.ts";
import { fail } from "./replies.ts";

/** How often one client address may use a route. `counts` says which answers use the budget up. */
export type RateLimitRule = {
  /** Names the counter: routes of one name share a budget. */
  name: string;
  points: number;
  windowSeconds: number;
  counts: "every request" | "401 only";
};

/** What is left of a budget: points, and milliseconds until it is whole again. */
export type Budget = { remaining: number; resetMs: number };

/** The counters behind the limits, shared by all processes on one database. */
export type RateLimitStore = {
  /** Takes one point in one step; `allowed` is false when there was none left, and then nothing is taken. */
  take: (rule: RateLimitRule, address: string) => Promise<Budget & { allowed: boolean }>;
  giveBack: (rule: RateLimitRule, address: string) => Promise<Budget>;
};

/** Requests of one address that may wait for their turn. */
const MAX_WAITING = 50;

/**
 * Limits a route. A point is taken before the handler runs and given back when its answer does not count, so that a
 * parallel burst gets no more tries than a slow one. Where only failures count, one address is served one at a time:
 * people behind one address who sign in together do not use up each other's budget.
 */
export function rateLimit(
  rule: RateLimitRule,
  store: RateLimitStore,
  addressOf: (c: AppContext) => string,
): MiddlewareHandler<AppEnv> {
  const turns = createTurns(MAX_WAITING);
  return async (c, next) => {
    const address = addressOf(c);
    const done = rule.counts === "401 only" ? await turns.take(address) : () => {};
    if (!done) {
      c.header("Retry-After", "1");
      return fail(c, "SERVICE_UNAVAILABLE", "Too many requests from this address are waiting. Try again in a moment.");
    }
    try {
      const taken = await store.take(rule, address);
      if (!taken.allowed) {
        writeHeaders(c, rule, taken);
        c.header("Retry-After", String(Math.max(1, Math.ceil(taken.resetMs / 1000))));
        return fail(c, "RATE_LIMIT_EXCEEDED", "Too many attempts from this address. Try again later.");
      }
      await next();
      const spent = rule.counts === "every request" || c.res.status === 401;
      writeHeaders(c, rule, spent ? taken : await store.giveBack(rule, address));
      return undefined;
    } finally {
      done();
    }
  };
}

/** Tells a caller what is left of a budget. */
export function writeHeaders(
  c: AppContext,
  rule: Pick<RateLimitRule, "points" | "windowSeconds">,
  budget: Budget,
): void {
  c.header("RateLimit-Limit", String(rule.points));
  c.header("RateLimit-Remaining", String(budget.remaining));
  c.header("RateLimit-Reset", String(Math.ceil(budget.resetMs / 1000)));
  c.header("RateLimit-Policy", `${rule.points};w=${rule.windowSeconds}`);
}

/** Serves the requests of one key one after another; `take` resolves to undefined when too many wait. */
function createTurns(maxWaiting: number) {
  const queues = new Map<string, { last: Promise<void>; waiting: number }>();
  return {
    async take(key: string): Promise<(() => void) | undefined> {
      const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 };
      if (queue.waiting >= maxWaiting) return undefined;
      const before = queue.last;
      const { promise, resolve } = Promise.withResolvers<void>();
      queue.last = promise;
      queue.waiting += 1;
      queues.set(key, queue);
      await before;
      return () => {
        queue.waiting -= 1;
        if (queue.waiting === 0) queues.delete(key);
        resolve();
      };
    },
  };
}
