import type { Hono, MiddlewareHandler } from "hono";
import { ZodType } from "zod";
import { type BodyParts, bodySteps } from "./body-steps.ts";
import type { AppContext, AppEnv } from "./context.ts";
import type { DatabasePools } from "../db/pools.ts";
import type { ReadReplica } from "../db/read-replica.ts";
import type { RouteDefinition } from "./define-route.ts";
import type { Guards } from "./guards.ts";
import type { WriteLimit } from "./limit-writes.ts";
import type { RateLimitStore } from "./rate-limit.ts";
import { createRateLimit } from "./rate-limit.ts";
import { readFromReplica, type ReplicaReads } from "./read-from-replica.ts";
import { fail } from "./replies.ts";
import { validate } from "./validate.ts";

export type MountParts = {
  guards: Guards;
  rateLimits: RateLimitStore;
  bodies: Omit<BodyParts, "clientAddress">;
  /** Bounds the writes of devices that are served at a time, all routes together. */
  writes: WriteLimit;
  clientAddress: (c: AppContext) => string;
  /** Counts the reads that may use the read replica. */
  replicaReads: ReplicaReads;
};

/**
 * Puts every route of the table on the app. Each request passes, in this order: the rate limit, the limit of devices'
 * writes (503), the guard (401, untrusted origin 403, role 403), a missing second factor (403), the path, query and
 * headers (400), the body (413, 503 without room, 408, 400), the turn of its address where only failures count, the
 * limit of writes again, the handler.
 */
export function mountRoutes<Parts extends { pools: DatabasePools; replica: ReadReplica | undefined }>(
  app: Hono<AppEnv>,
  routes: readonly RouteDefinition<Parts>[],
  parts: Parts,
  mount: MountParts,
): void {
  for (const route of routes) {
    const path = routingPath(route);
    // Limits hold for every method of an address, whether or not a route takes it.
    const limit = route.rateLimit && createRateLimit(route.rateLimit, mount.rateLimits, mount.clientAddress);
    if (limit) app.use(path, named(route), limit.atEntry);
    const writes = isDeviceWrite(route) ? mount.writes : undefined;
    const guard = mount.guards[route.access];
    const steps = [
      named(route),
      guarded(writes ? async (c) => writes(c, () => guard(c)) : guard),
      ...(isPersonal(route) && !route.isOpenBeforeSecondFactor ? [guarded(refuseConfined)] : []),
      validated(route),
      ...bodySteps(route, { ...mount.bodies, clientAddress: mount.clientAddress }),
      ...(limit ? [limit.aroundHandler] : []),
      ...(writes ? [within(writes)] : []),
    ];
    const db = route.access === "edge" ? parts.pools.edge : parts.pools.people;
    const onPrimary = route.createHandler({ ...parts, db });
    const { replica } = parts;
    const handler =
      replica && route.readsReplica === true
        ? readFromReplica(replica, mount.replicaReads, {
            onReplica: route.createHandler({ ...parts, db: replica.db }),
            onPrimary,
          })
        : onPrimary;
    app.on(route.config.method.toUpperCase(), [path], ...steps, async (c) => {
      if (hasNul(c.req.param())) return fail(c, "NOT_FOUND", "Identifiers must not contain NUL characters.");
      const reply = await handler(c, noNext);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a described reply is a Response with a type
      return reply as Response;
    });
  }
}

/** Reads of devices include some that wait for half a minute. */
const isDeviceWrite = ({ access, config }: RouteDefinition) => access === "edge" && config.method !== "get";

const isPersonal = ({ access }: RouteDefinition) => ["operator", "supervisor", "admin"].includes(access);

/** Refuses a user whose role requires a second factor that the account does not have yet. */
const refuseConfined: Guards[keyof Guards] = async (c) =>
  c.get("caller").mustAddSecondFactor
    ? fail(c, "SECOND_FACTOR_MISSING", "Your role requires a second factor. Add one before anything else.")
    : undefined;

const noNext = async () => {};
const hasNul = (params: Record<string, string>) => Object.values(params).some((value) => value.includes("\0"));

/** `/v1/containers/{id}` as the router writes it: `/v1/containers/:id`. */
function routingPath(route: RouteDefinition): string {
  return route.config.path.replaceAll(/\/\{(.+?)\}/g, "/:$1");
}

/** Notes which route it is, for the metrics. */
function named({ config }: RouteDefinition): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set("route", config.path);
    return next();
  };
}

function guarded(guard: Guards[keyof Guards]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const refusal = await guard(c);
    return refusal ?? next();
  };
}

function within(writes: WriteLimit): MiddlewareHandler<AppEnv> {
  return async (c, next) => (await writes(c, next)) ?? undefined;
}

function validated({ config, pathErrorCode }: RouteDefinition): MiddlewareHandler<AppEnv> {
  const { params, query, headers } = config.request ?? {};
  return async (c, next) => {
    const refusal =
      (params && (await validate(c, "param", params, c.req.param(), pathErrorCode))) ??
      (query && (await validate(c, "query", query, queryOf(c)))) ??
      (headers instanceof ZodType ? await validate(c, "header", headers, c.req.header()) : undefined);
    return refusal ?? next();
  };
}

/** Query parameters by name; a repeated one is a list, which no schema takes. */
function queryOf(c: AppContext): Record<string, string | string[]> {
  const entries = Object.entries(c.req.queries());
  return Object.fromEntries(entries.map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? "")]));
}
