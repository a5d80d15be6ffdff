import type { createRoute, RouteConfig, RouteHandler } from "@hono/zod-openapi";
import type { SchemaPlace } from "./check-large-json.ts";
import type { AppEnv } from "./context.ts";
import type { RateLimitRule } from "./rate-limit.ts";

/**
 * Callers who may use a route. Roles include the ones above them: an admin may use every route of a supervisor.
 */
export type Access = "public" | "operator" | "supervisor" | "admin" | "edge" | "monitoring";

/**
 * One route of a room's table: who may call it, its OpenAPI description, and what creates its handler from the parts.
 */
export type RouteDefinition<Needs = never> = {
  access: Access;
  config: RouteConfig;
  createHandler: (parts: Needs) => RouteHandler<RouteConfig, AppEnv>;
  rateLimit?: RateLimitRule | undefined;
  /** The code for a path that does not match its schema; VALIDATION_ERROR by default. */
  pathErrorCode?: "INVALID_ID" | undefined;
  /**
   * Depth, in objects and arrays of the body, down to which a NUL or broken character refuses all of it; the route
   * judges deeper values by itself. By default, the whole body is checked.
   */
  textDepth?: number | undefined;
  /**
   * True if a number inside the body that a double cannot hold is taken as text. Otherwise it is rounded.
   */
  exactNumbers?: boolean | undefined;
  /**
   * Location of the schema of the body, for a thread, so that large bodies need not be checked on the main thread.
   * Every edge write has it.
   */
  largeBody?: SchemaPlace | undefined;
  /** True if the handler reads the body itself, as it arrives. */
  streamsBody?: boolean | undefined;
  /**
   * True if the database of the handler may be a read replica. It has everything that was committed before the
   * request; if it fails, the handler runs again on the primary.
   */
  readsReplica?: boolean | undefined;
  /**
   * True if the route is open to a user whose role requires a second factor that the account does not have yet.
   */
  isOpenBeforeSecondFactor?: boolean | undefined;
  /** The largest JSON body taken, where it is less than the route's access allows. */
  maxBodyBytes?: number | undefined;
};

/**
 * Ties a route's description to its handler, so that the types of one check the other. The handler declares the parts
 * that it uses.
 */
export function defineRoute<Config extends ReturnType<typeof createRoute>, Needs>(
  access: Access,
  config: Config,
  createHandler: (parts: Needs) => RouteHandler<Config, AppEnv>,
  options: Pick<
    RouteDefinition,
    | "rateLimit"
    | "pathErrorCode"
    | "textDepth"
    | "exactNumbers"
    | "largeBody"
    | "streamsBody"
    | "readsReplica"
    | "isOpenBeforeSecondFactor"
    | "maxBodyBytes"
  > = {},
): RouteDefinition<Needs> {
  return {
    access,
    config,
    // The table holds handlers of all shapes; here alone they meet the description that they fit.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    createHandler: createHandler as unknown as RouteDefinition<Needs>["createHandler"],
    ...options,
  };
}
