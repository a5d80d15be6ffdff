import { describe, expect, test } from "vitest";
import { routes } from "../routes.ts";
import { writeRows } from "./writes/write-rows.ts";
import { openApiDocument } from "../openapi.ts";
import { createTestApp, EDGE_KEY } from "../testing/app.ts";

const { app, signIn } = await createTestApp();

/**
 * Routes that need no caller; they are listed here so that a route only becomes public on purpose.
 */
const PUBLIC = [
  "GET /health",
  "GET /ready",
  "GET /v1/docs",
  "GET /v1/docs/reference.js",
  "GET /v1/invites/{token}",
  "GET /v1/openapi.json",
  "GET /v1/user/auth/google",
  "GET /v1/user/auth/google/callback",
  "GET /v1/user/auth/logout",
  "POST /v1/edge/join",
  "POST /v1/invites/{token}/accept",
  "POST /v1/user/auth/email/forgot-password",
  "POST /v1/user/auth/email/login",
  "POST /v1/user/auth/email/register",
  "POST /v1/user/auth/email/verify",
  "POST /v1/user/auth/passkey/login",
  "POST /v1/user/auth/passkey/options",
  "POST /v1/user/auth/second-factor",
  "PUT /v1/user/auth/email/change-password",
];

const table = routes.map(({ access, config }) => ({
  access,
  config,
  name: `${config.method.toUpperCase()} ${config.path}`,
  isWrite: config.method !== "get",
}));
const guarded = table.filter(({ access }) => access !== "public");
const people = guarded.filter(({ access }) => access !== "edge" && access !== "monitoring");
const edge = guarded.filter(({ access }) => access === "edge");
const monitoring = guarded.filter(({ access }) => access === "monitoring");

/** Calls a route with an unusable body, which a caller who is refused must not get to know of. */
const call = async ({ config }: (typeof table)[number], headers: Record<string, string>, on = app) => {
  const method = config.method.toUpperCase();
  const body = method === "GET" ? {} : { body: "{" };
  const reply = await on.request(config.path.replaceAll(/\{.+?\}/g, "x%00y"), { method, headers, ...body });
  const text = await reply.text();
  const { error, data } = text.startsWith("{") ? JSON.parse(text) : {};
  return { status: reply.status, code: error?.code ?? data?.code };
};

describe("who may call", () => {
  test("lists every route here", () => {
    expect(
      table
        .filter(({ access }) => access === "public")
        .map(({ name }) => name)
        .sort(),
    ).toEqual(PUBLIC);
  });

  test("is decided per path: edge routes take keys only under their addresses", () => {
    for (const { name, config } of edge)
      expect([name, /^\/v1\/(edge\/|tracking-data\/stream-events$)/.test(config.path)]).toEqual([name, true]);
  });
});

type Headers = Record<string, string>;

describe("routes for people", () => {
  test.each(people)("$name refuses a caller without, with a bad, and with an edge token", async (route) => {
    const callers: Headers[] = [
      {},
      { Authorization: "Bearer x.y.z" },
      { "X-API-Key": EDGE_KEY },
      { Authorization: `Bearer ${EDGE_KEY}` },
      { Cookie: "token=x" },
    ];
    for (const headers of callers) expect(await call(route, headers)).toEqual({ status: 401, code: "UNAUTHORIZED" });
  });

  test.each(people.filter(({ isWrite }) => isWrite))(
    "$name refuses a cookie from an untrusted origin",
    async (route) => {
      const { token } = await signIn("admin");
      const origins: Headers[] = [{}, { Origin: "https://evil.example" }, { Origin: "null" }];
      for (const origin of origins)
        expect(await call(route, { Cookie: `token=${token}`, ...origin })).toEqual({
          status: 403,
          code: "UNTRUSTED_ORIGIN",
        });
    },
  );
});

describe("writes", () => {
  test("have a row each in guarantees/writes/: write-rows.ts explains how to add one", () => {
    const writes = table.filter(({ isWrite }) => isWrite).map(({ name }) => name);
    expect(Object.keys(writeRows).toSorted()).toEqual(writes.toSorted());
  });
});

describe("routes for edge devices", () => {
  test.each(edge)("$name refuses a caller without a key", async (route) => {
    const { token } = await signIn("admin");
    const callers: Headers[] = [
      {},
      { "X-API-Key": "" },
      { Authorization: "Basic YTpi" },
      { Authorization: "Bearer" },
      { Cookie: `token=${token}` },
    ];
    for (const headers of callers) expect(await call(route, headers)).toEqual({ status: 401, code: "MISSING_API_KEY" });
  });

  test.each(edge)("$name refuses a wrong key, and a session in its place", async (route) => {
    const { authorization } = await signIn("admin");
    const wrong = { "X-API-Key": "wrong" };
    const callers: Headers[] = [wrong, authorization, { ...wrong, Authorization: `Bearer ${EDGE_KEY}` }];
    for (const headers of callers) expect(await call(route, headers)).toEqual({ status: 401, code: "INVALID_API_KEY" });
  });

  test.each(edge)("$name takes the key in either header", async (route) => {
    const callers: Headers[] = [{ "X-API-Key": EDGE_KEY }, { Authorization: `Bearer ${EDGE_KEY}` }];
    const read = route.config.path.includes("{")
      ? { status: 404, code: "NOT_FOUND" }
      : { status: 200, code: undefined };
    const passed = route.isWrite ? { status: 400, code: "VALIDATION_ERROR" } : read;
    for (const headers of callers) expect(await call(route, headers)).toEqual(passed);
  });
});

describe("routes for monitoring", () => {
  test.each(monitoring)("$name is closed to people and devices, and to a wrong token", async (route) => {
    const withToken = await createTestApp({ settings: { metricsToken: "m".repeat(32) } });
    const { authorization } = await signIn("admin");
    const callers: Headers[] = [{}, { "X-API-Key": EDGE_KEY }, authorization, { Authorization: "Bearer x" }];
    for (const headers of callers) {
      expect(await call(route, headers)).toEqual({ status: 403, code: "FORBIDDEN" });
      expect(await call(route, headers, withToken.app)).toEqual({ status: 401, code: "UNAUTHORIZED" });
    }
    const right = { Authorization: `Bearer ${"m".repeat(32)}` };
    expect(await call(route, right, withToken.app)).toEqual({ status: 200, code: undefined });
  });
});

describe("the OpenAPI document", () => {
  const operations = Object.entries(openApiDocument.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );

  test("holds every route that is mounted, and no other", () => {
    const shown = table.filter(({ config }) => !config.hide).map(({ name }) => name);
    expect(operations.map(({ name }) => name).sort()).toEqual(shown.sort());
  });

  test("names every operation once, ending in V1", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]*V1$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(operations)(
    "describes what $name does, who may call it, and which codes it answers",
    ({ name, operation }) => {
      expect(operation.summary).toMatch(/\w{3}/);
      expect(operation.tags).toHaveLength(1);
      expect(operation.security.length === 0).toBe(PUBLIC.includes(name));
      const failures = Object.entries<{ description: string; content: object }>(operation.responses).filter(
        ([status]) => Number(status) >= 400,
      );
      const expected = [
        500,
        503,
        ...(operation.security.length ? [401] : []),
        ...(operation.requestBody ? [400, 413] : []),
      ];
      expect(failures.map(([status]) => Number(status))).toEqual(expect.arrayContaining(expected));
      for (const [, { description, content }] of failures) {
        expect(description).toMatch(/`[A-Z_]+`/);
        expect(JSON.stringify(content)).toMatch(/"\$ref":"#\/components\/schemas\/(Auth|Edge)?Error"/);
      }
    },
  );

  test("describes details that a client could not guess: whole numbers, nullable values, the shape of an event", () => {
    const { schemas } = openApiDocument.components ?? {};
    expect(schemas?.["Container"]).toMatchObject({
      properties: { categoryScan: { anyOf: [{ $ref: "#/components/schemas/CategoryScan" }, { type: "null" }] } },
    });
    expect(schemas?.["CategoryScan"]).toMatchObject({ type: "object" });
    const { paths } = openApiDocument;
    expect(paths?.["/v1/tracking-data/cameras/{cameraId}"]?.get?.parameters).toContainEqual({
      name: "minutes",
      in: "query",
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 10_080, default: 5 },
    });
    const batch = JSON.stringify(paths?.["/v1/tracking-data/stream-events"]?.post?.requestBody);
    expect(batch).toContain('"event_type":{"type":"string","enum":["enter","update","leave"]}');
  });

  test("is OpenAPI 3.1 of version 3.0.0, with the closed list of codes as a component", () => {
    expect(openApiDocument).toMatchObject({ openapi: "3.1.0", info: { version: "3.0.0" } });
    expect(openApiDocument.components?.schemas?.["ErrorCode"]).toMatchObject({
      enum: expect.arrayContaining(["VALIDATION_ERROR", "MISSING_API_KEY"]),
    });
  });
});
