import type { NotFoundHandler } from "hono";
import type { AppContext, AppEnv } from "./context.ts";
import type { RouteDefinition } from "./define-route.ts";
import type { Guards } from "./guards.ts";
import { fail } from "./replies.ts";

/**
 * Answers what no route took: 405 with `Allow` on a known path, else 404. Under /v1/edge and /v1/admin the caller is
 * checked first, so that strangers cannot find out which routes exist; only joining, which gives a device its key,
 * needs none.
 */
export function createNotFound(routes: readonly RouteDefinition[], guards: Guards): NotFoundHandler<AppEnv> {
  const methodsOf = indexMethods(routes);
  return async (c) => {
    const refusal = await prefixGuard(c, guards);
    if (refusal) return refusal;
    const methods = methodsOf(c.req.path);
    if (methods.length === 0) return fail(c, "NOT_FOUND", "Nothing exists at this address.");
    c.header("Allow", [...methods, "OPTIONS"].join(", "));
    if (c.req.method === "OPTIONS") return c.body(null, 204);
    return fail(c, "METHOD_NOT_ALLOWED", `This address supports only ${methods.join(", ")}.`);
  };
}

async function prefixGuard(c: AppContext, guards: Guards): Promise<Response | undefined> {
  if (c.req.path === "/v1/edge/join") return undefined;
  if (c.req.path.startsWith("/v1/edge/")) return guards.edge(c);
  if (c.req.path.startsWith("/v1/admin/")) return guards.admin(c);
  return undefined;
}

/** The methods that any route takes on a path, in alphabetical order, with HEAD wherever there is GET. */
function indexMethods(routes: readonly RouteDefinition[]): (path: string) => string[] {
  const patterns = routes.map(({ config }) => ({
    method: config.method.toUpperCase(),
    pattern: new RegExp(`^${config.path.replaceAll(/[.]/g, "\\.").replaceAll(/\{[^}]+\}/g, "[^/]+")}$`),
  }));
  return (path) => {
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(methods.includes("GET") ? [...methods, "HEAD"] : methods)].sort();
  };
}
