import { createRoute } from "@hono/zod-openapi";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Needs } from "../parts.ts";
import { createTestApp } from "../../testing/app.ts";
import { defineRoute } from "./define-route.ts";
import { ok } from "./replies.ts";
import { traceIdOf } from "@container-inspection/shared-schemas/traceparent";
import { requestIdOf } from "./request-id.ts";

/** A route whose connection is cut while it asks the database. */
const cut = defineRoute(
  "public",
  createRoute({ method: "get", path: "/v1/cut", responses: { 200: { description: "Never" } } }),
  ({ db }: Needs<"db">) =>
    async (c) => {
      await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the description names no body
      return ok(c, "done") as never;
    },
);

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

describe("the id of a request", () => {
  test("is its caller's where that is well-formed, in the reply, its error and the log", async () => {
    const { send, logLines } = await createTestApp();
    const headers = { "X-Request-Id": "my-trace-1", traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
    const { headers: sent, body } = await send("GET", "/v1/nothing", { headers });
    expect([sent.get("X-Request-Id"), body.error.requestId]).toEqual(["my-trace-1", "my-trace-1"]);
    const line = JSON.parse(logLines.find((entry) => entry.includes("my-trace-1"))!);
    expect(line).toMatchObject({ requestId: "my-trace-1", traceId: TRACE, path: "/v1/nothing", status: 404 });
  });

  test("is a new one otherwise", async () => {
    const { send, logLines } = await createTestApp();
    for (const bad of ["", "two words", "x".repeat(129), "a\tb", 'quote"', "caf\u00e9"]) {
      const { headers } = await send("GET", "/health", { headers: { "X-Request-Id": bad, traceparent: bad } });
      expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f]{24}$/);
    }
    expect(logLines.join("")).not.toContain("traceId");
  });

  test.each([
    [`00-${TRACE}-00f067aa0ba902b7-01`, TRACE],
    [`01-${TRACE}-00f067aa0ba902b7-01-more`, TRACE],
    [`ff-${TRACE}-00f067aa0ba902b7-01`, undefined],
    [`00-${"0".repeat(32)}-00f067aa0ba902b7-01`, undefined],
    [`00-${TRACE}-${"0".repeat(16)}-01`, undefined],
    [`00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`, undefined],
    [`00-${TRACE}`, undefined],
    [`00-${TRACE}-00f067aa0ba902b7-01-${"x".repeat(600)}`, undefined],
    ["", undefined],
    [undefined, undefined],
  ])("a traceparent of %s has the trace id %s", (sent, traceId) => {
    expect(traceIdOf(sent)).toBe(traceId);
  });

  test("never contains characters that a log or a header cannot hold", () => {
    for (const bad of ["a\nb", "a b", "<script>", "", "\u0000", "x".repeat(129)])
      expect(requestIdOf(bad)).toBeUndefined();
    for (const good of ["my-trace-1", "x".repeat(128), "1:2.3_4"]) expect(requestIdOf(good)).toBe(good);
  });
});

describe("an outage", () => {
  test("is one line with its cause for many refused requests, each of which has its own short line", async () => {
    const { send, logLines } = await createTestApp({ extraRoutes: [cut] });
    const replies = await Promise.all(Array.from({ length: 40 }, () => send("GET", "/v1/cut")));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]));
    const lines = logLines.map((line) => JSON.parse(line));
    const causes = lines.filter(({ msg }) => msg === "the database is unavailable");
    // The connection may break with or without Postgres' own word: two kinds at most.
    expect(causes.length).toBeGreaterThan(0);
    expect(causes.length).toBeLessThanOrEqual(2);
    for (const { err } of causes) expect(JSON.stringify(err)).toContain("stack");
    const refused = lines.filter(({ msg, path }) => msg === "request" && path === "/v1/cut");
    expect(refused).toHaveLength(40);
    for (const line of refused)
      expect(line).toMatchObject({ status: 503, unavailable: expect.stringMatching(/^database /) });
    expect(Math.max(...refused.map((line) => JSON.stringify(line).length))).toBeLessThan(400);
  });
});
