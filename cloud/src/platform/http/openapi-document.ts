import type { ErrorCode } from "@container-inspection/shared-schemas/errors";
import {
  authErrorEnvelope,
  edgeErrorEnvelope,
  errorEnvelope,
  errorStatus,
} from "@container-inspection/shared-schemas/errors";
import { TIMESTAMP_FORMS } from "@container-inspection/shared-schemas/primitives";
import type { RouteConfig } from "@hono/zod-openapi";
import { OpenAPIHono } from "@hono/zod-openapi";
import { API_VERSION } from "../version.ts";
import type { RouteDefinition } from "./define-route.ts";
import { replyHeaders, requestHeadersOf, withReplyHeaders } from "./describe-headers.ts";

export type OpenApiDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

const DESCRIPTION = `People sign in and send the session as cookie \`token\` or as \`Authorization: Bearer\`; edge devices send
\`X-API-Key\`. Every error carries a \`code\` of the closed list \`ErrorCode\` and the request id. With the cookie, requests that
change data must come from a trusted origin. \`X-Request-Id\` is on every response: the one that the request sent (1 to 128 letters,
digits and \`_ . : -\`), or a new one. Times in requests are ${TIMESTAMP_FORMS};
24:00 and a leap second are the next instant. Times in responses are ISO 8601 in UTC with milliseconds.`;

/**
 * Describes a route table as OpenAPI 3.1: the descriptions of the routes, and the replies of their guards and limits.
 */
export function createOpenApiDocument(routes: readonly RouteDefinition[]): OpenApiDocument {
  const registry = new OpenAPIHono();
  const component = (name: string, scheme: Record<string, string>) =>
    registry.openAPIRegistry.registerComponent("securitySchemes", name, { type: "apiKey", ...scheme });
  component("sessionCookie", { in: "cookie", name: "token", description: "Set by signing in" });
  component("sessionBearer", {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The value of the cookie",
  });
  component("edgeKey", {
    in: "header",
    name: "X-API-Key",
    description: "The key of an edge device; accepted as a bearer token as well",
  });
  component("metricsToken", {
    type: "http",
    scheme: "bearer",
    description: "METRICS_TOKEN; not needed on loopback without a proxy",
  });
  for (const [name, header] of Object.entries(replyHeaders))
    registry.openAPIRegistry.registerComponent("headers", name, header);
  for (const route of routes) {
    if (!route.config.hide) registry.openAPIRegistry.registerPath(describe(route));
  }
  return registry.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Container Inspection Service",
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: "/" }],
  });
}

function describe(route: RouteDefinition): RouteConfig {
  const responses = { ...route.config.responses };
  const schema = envelopeOf(route);
  for (const code of guardCodes(route)) {
    const status = errorStatus[code];
    const declared = responses[status];
    const declaredText = declared && "description" in declared ? (declared.description ?? "") : "";
    if (declaredText.includes(`\`${code}\``)) continue;
    const description = declaredText === "" ? `\`${code}\`` : `${declaredText}, \`${code}\``;
    responses[status] = { description, content: { "application/json": { schema } } };
  }
  const parameters = requestHeadersOf(route);
  return { ...route.config, parameters, security: securityOf(route), responses: withReplyHeaders(route, responses) };
}

function envelopeOf({ access, config }: RouteDefinition) {
  if (access === "edge" || config.path.startsWith("/v1/edge/")) return edgeErrorEnvelope;
  return config.path.startsWith("/v1/user/auth/") ? authErrorEnvelope : errorEnvelope;
}

function securityOf({ access }: RouteDefinition): Record<string, string[]>[] {
  if (access === "public") return [];
  if (access === "monitoring") return [{ metricsToken: [] }, {}];
  return access === "edge" ? [{ edgeKey: [] }] : [{ sessionCookie: [] }, { sessionBearer: [] }];
}

/** The errors that come from around the handler. */
function guardCodes({ access, config, rateLimit, isOpenBeforeSecondFactor }: RouteDefinition): ErrorCode[] {
  const { body, params } = config.request ?? {};
  const isPerson = !["public", "edge", "monitoring"].includes(access);
  const isWrite = config.method !== "get";
  const codes: [ErrorCode, unknown][] = [
    // Two Host headers are refused everywhere.
    ["VALIDATION_ERROR", true],
    ["UNAUTHORIZED", isPerson || access === "monitoring"],
    ["MISSING_API_KEY", access === "edge"],
    ["INVALID_API_KEY", access === "edge"],
    ["UNTRUSTED_ORIGIN", isPerson && isWrite],
    ["SECOND_FACTOR_MISSING", isPerson && !isOpenBeforeSecondFactor],
    ["FORBIDDEN", ["supervisor", "admin", "monitoring"].includes(access)],
    ["NOT_FOUND", params],
    ["REQUEST_TIMEOUT", body],
    ["PAYLOAD_TOO_LARGE", body],
    ["RATE_LIMIT_EXCEEDED", rateLimit],
    ["INTERNAL_ERROR", true],
    ["SERVICE_UNAVAILABLE", true],
  ];
  return codes.filter(([, applies]) => Boolean(applies)).map(([code]) => code);
}
