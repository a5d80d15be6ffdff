import type { RouteConfig } from "@hono/zod-openapi";
import type { RouteDefinition } from "./define-route.ts";

type Header = { description: string; schema: { type: "string" | "integer" } };
type Parameter = Header & { name: string; in: "header" };

const text = (description: string): Header => ({ description, schema: { type: "string" } });
const count = (description: string): Header => ({ description, schema: { type: "integer" } });

/** Headers of replies, described once under `components/headers`. */
export const replyHeaders: Readonly<Record<string, Header>> = {
  ETag: text("Identifies this state of the resource, for If-Match and If-None-Match"),
  "RateLimit-Limit": count("Requests that one address may send in a window"),
  "RateLimit-Remaining": count("Those that are left"),
  "RateLimit-Reset": count("Seconds until the window ends"),
  "RateLimit-Policy": text("The limit and its window in seconds, such as `5;w=900`"),
  "Retry-After": count("Seconds to wait before retrying"),
};

const LIMIT_HEADERS = Object.keys(replyHeaders).filter((name) => name.startsWith("RateLimit-"));

/** The conditional headers that a route honours, which its 412 and 304 replies show. */
export function requestHeadersOf({ config }: RouteDefinition): Parameter[] {
  const { responses } = config;
  const conditions: [string, unknown, string][] = [
    ["If-Match", responses[412], "An ETag that was read, or `*`; 412 if the resource has changed since"],
    ["If-None-Match", responses[304], "Known ETags, or `*`; 304 if the resource still has one of them"],
  ];
  return conditions
    .filter(([, honoured]) => honoured !== undefined)
    .map(([name, , description]) => ({ name, in: "header", ...text(description) }));
}

/** Adds to a route's replies the headers that they carry. */
export function withReplyHeaders(
  route: RouteDefinition,
  responses: RouteConfig["responses"],
): RouteConfig["responses"] {
  const described = Object.entries(responses).map(([status, response]) => {
    const names = headerNamesOf(route, Number(status));
    if (names.length === 0 || "$ref" in response) return [status, response];
    const headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
    return [status, { ...response, headers }];
  });
  return Object.fromEntries(described);
}

function headerNamesOf({ config, rateLimit }: RouteDefinition, status: number): string[] {
  return [
    ...(config.responses[304] && (status === 200 || status === 304) ? ["ETag"] : []),
    ...(rateLimit ? LIMIT_HEADERS : []),
    ...(status === 429 || status === 503 ? ["Retry-After"] : []),
  ];
}
