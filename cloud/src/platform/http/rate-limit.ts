import type { MiddlewareHandler } from "hono";
import type { AppContext, AppEnv } from "./context.ts";
import { createKeyedLimit } from "../concurrency/keyed-limit.ts";
import { fail } from "./replies.ts";

/**
 * Limit on the attempts of one client address, or one account. `counts` selects the answers that use up the budget.
 */
export type RateLimitRule = {
  /** Names the counter: routes of one name share a budget. */
  name: string;
  points: number;
  windowSeconds: number;
  counts: "every request" | "401 only";
};

/** Rest of a budget: points, and milliseconds until it is whole again. */
export type Budget = { remaining: number; resetMs: number };

/** The counters behind the limits, by address or account; shared by all processes on one database. */
export type RateLimitStore = {
  /** Reads a budget without using it; `allowed` is false when it is spent. */
  look: (rule: RateLimitRule, key: string) => Promise<Budget & { allowed: boolean }>;
  /** Takes one point in one step; `allowed` is false when there was none left, and then nothing is taken. */
  take: (rule: RateLimitRule, key: string) => Promise<Budget & { allowed: boolean }>;
  giveBack: (rule: RateLimitRule, key: string) => Promise<Budget>;
};

/** Requests of one address that may wait for their turn. */
const MAX_WAITING = 50;

type Step = MiddlewareHandler<AppEnv>;

/**
 * Limits a route, in two steps. At its entry a spent limit refuses the request before any of the body is read; where
 * every request counts, the point is taken there. Where only failures count, the point is taken around the handler,
 * when the body has arrived and is valid, and given back when the answer is not a failure: a parallel burst gets as
 * many attempts as a slow one. Requests from one address run one at a time there, so that people behind one address
 * who sign in together do not use up each other's budget.
 */
export function createRateLimit(
  rule: RateLimitRule,
  store: RateLimitStore,
  addressOf: (c: AppContext) => string,
): { atEntry: Step; aroundHandler: Step } {
  const countsFailures = rule.counts === "401 only";
  const perAddress = createKeyedLimit();
  const inTurn = async (c: AppContext, work: () => Promise<Response | undefined>) => {
    const address = addressOf(c);
    if (perAddress.countOf(address) < MAX_WAITING) return perAddress.run(address, work);
    c.header("Retry-After", "1");
    return fail(c, "SERVICE_UNAVAILABLE", "Too many requests from this address are waiting. Try again shortly.");
  };
  const refuseIfSpent = (c: AppContext, budget: Budget & { allowed: boolean }) => {
    if (!budget.allowed) return refuseSpent(c, rule, budget, "Too many attempts from this address. Try again later.");
    writeHeaders(c, rule, budget);
    return undefined;
  };
  return {
    async atEntry(c, next) {
      const address = addressOf(c);
      // In turn, since a point that is taken for the time of a check does not make the limit a spent one.
      const refusal = await (countsFailures
        ? inTurn(c, async () => refuseIfSpent(c, await store.look(rule, address)))
        : refuseIfSpent(c, await store.take(rule, address)));
      return refusal ?? next();
    },
    async aroundHandler(c, next) {
      if (!countsFailures) return next();
      const address = addressOf(c);
      return inTurn(c, async () => {
        const taken = await store.take(rule, address);
        if (!taken.allowed) return refuseIfSpent(c, taken);
        await next();
        const hasFailed = c.res.status === 401 && c.get("awaitsSecondFactor") !== true;
        writeHeaders(c, rule, hasFailed ? taken : await store.giveBack(rule, address));
        return undefined;
      });
    },
  };
}

type Window = Pick<RateLimitRule, "points" | "windowSeconds">;

/** Refuses a request whose budget is spent: 429 with `Retry-After`. */
export function refuseSpent(c: AppContext, rule: Window, budget: Budget, message: string) {
  writeHeaders(c, rule, budget);
  c.header("Retry-After", String(Math.max(1, Math.ceil(budget.resetMs / 1000))));
  return fail(c, "RATE_LIMIT_EXCEEDED", message);
}

/** Reports the remaining budget to the caller. */
export function writeHeaders(c: AppContext, rule: Window, budget: Budget): void {
  c.header("RateLimit-Limit", String(rule.points));
  c.header("RateLimit-Remaining", String(budget.remaining));
  c.header("RateLimit-Reset", String(Math.ceil(budget.resetMs / 1000)));
  c.header("RateLimit-Policy", `${rule.points};w=${rule.windowSeconds}`);
}
