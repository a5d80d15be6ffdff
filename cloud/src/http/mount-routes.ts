import type { Hono, MiddlewareHandler } from "hono";
import { ZodType } from "zod";
import type { Parts } from "../parts.ts";
import type { BodyBudget } from "./body-budget.ts";
import type { AppContext, AppEnv } from "./context.ts";
import type { RouteDefinition } from "./define-route.ts";
import type { Guards } from "./guards.ts";
import type { RateLimitStore } from "./rate-limit.ts";
import { rateLimit } from "./rate-limit.ts";
import { declaredLength, readBody } from "./read-body.ts";
import { readJson, readJsonBytes, refuseBody } from "./read-json.ts";
import { fail } from "./replies.ts";
import { validate } from "./validate.ts";

/** The largest bodies taken, in bytes. */
const MAX_JSON_BYTES = 1_048_576;
const MAX_EDGE_BYTES = 52_428_800;
const MAX_IMAGE_BYTES = 20_971_520;

export type MountParts = {
  guards: Guards;
  rateLimits: RateLimitStore;
  bodyBudget: BodyBudget;
  clientAddress: (c: AppContext) => string;
};

/**
 * Puts every route of the table on the app. Each request passes, in this order: the rate limit, the guard (401, untrusted
 * origin 403, role 403), the path, query and headers (400), the body (503 when memory is short, 413, 400), the handler.
 */
export function mountRoutes(
  app: Hono<AppEnv>,
  routes: readonly RouteDefinition[],
  parts: Parts,
  mount: MountParts,
): void {
  for (const route of routes) {
    const path = routingPath(route);
    // Limits hold for every method of an address, whether or not a route takes it.
    if (route.rateLimit) app.use(path, named(route), rateLimit(route.rateLimit, mount.rateLimits, mount.clientAddress));
    const steps = [
      named(route),
      guarded(mount.guards[route.access]),
      validated(route),
      ...bodySteps(route, mount.bodyBudget),
    ];
    const handler = route.createHandler(parts);
    app.on(route.config.method.toUpperCase(), [path], ...steps, async (c) => {
      if (hasNul(c.req.param())) return fail(c, "NOT_FOUND", "Nothing has an identifier with a NUL character.");
      const reply = await handler(c, noNext);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a described reply is a Response with a type
      return reply as Response;
    });
  }
}

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

/** Reads and checks the body as the route describes it: JSON against its schema, or an image for `c.req.arrayBuffer()`. */
function bodySteps(route: RouteDefinition, budget: BodyBudget): MiddlewareHandler<AppEnv>[] {
  const content = route.config.request?.body?.content;
  if (!content) return [];
  const media = content["application/json"];
  const schema = media && "schema" in media ? media.schema : undefined;
  const maxBytes = schema === undefined ? MAX_IMAGE_BYTES : route.access === "edge" ? MAX_EDGE_BYTES : MAX_JSON_BYTES;
  const read =
    schema instanceof ZodType
      ? readingJson(schema, { maxBytes, budget, textDepth: route.textDepth })
      : readingImage(maxBytes);
  return [budgeted(budget, maxBytes), read];
}

function readingJson(
  schema: ZodType,
  { maxBytes, budget, textDepth }: { maxBytes: number; budget: BodyBudget; textDepth: number | undefined },
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const bytes = await readJsonBytes(c, maxBytes);
    if (bytes instanceof Response) return bytes;
    return budget.work(bytes.length, async () => {
      const body = await readJson(c, bytes, textDepth);
      if ("refusal" in body) return body.refusal;
      return (await validate(c, "json", schema, body.value)) ?? next();
    });
  };
}

function readingImage(maxBytes: number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const bytes = await readBody(c, maxBytes);
    if (bytes === "too-large" || bytes === "cut") return refuseBody(c, bytes, maxBytes);
    // Hono keeps promises here, whatever its types say.
    Object.assign(c.req.bodyCache, { arrayBuffer: Promise.resolve(new Uint8Array(bytes).buffer) });
    return next();
  };
}

/** Holds room for the body until the request is answered; refuses it unread when too much is in flight. */
function budgeted(budget: BodyBudget, maxBytes: number): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const release = budget.reserve(Math.min(declaredLength(c) ?? maxBytes, maxBytes));
    if (!release) {
      c.header("Retry-After", "5");
      return fail(c, "SERVICE_UNAVAILABLE", "Too many large requests are in flight. Try again in a moment.");
    }
    try {
      return await next();
    } finally {
      release();
    }
  };
}
