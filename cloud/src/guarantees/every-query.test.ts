import { describe, expect, test } from "vitest";
import { z } from "zod";
import { routes } from "../routes.ts";
import { createTestApp, EDGE_KEY } from "../testing/app.ts";

const { app, signIn } = await createTestApp();
const { authorization } = await signIn("admin");

const queries = routes.flatMap(({ config, access }) => {
  const { query } = config.request ?? {};
  if (!(query instanceof z.ZodObject)) return [];
  return Object.keys(query.shape).map((name) => ({
    method: config.method.toUpperCase(),
    path: config.path,
    access,
    name,
  }));
});

/** Values that no column holds, or that a query language might take apart. */
const values = ["\0", "a\0b", "%00", "'", "\ud800", "\u2028"];

describe("a query", () => {
  test("is one of many", () => {
    expect(queries.length).toBeGreaterThan(80);
  });

  test.each(queries)("$method $path?$name= never fails inside the service", async ({ method, path, access, name }) => {
    const headers = { ...(access === "edge" ? { "X-API-Key": EDGE_KEY } : authorization) };
    for (const value of values) {
      const url = `${path.replaceAll(/\{.+?\}/g, "x")}?${name}=${encodeURIComponent(value.toWellFormed())}`;
      const reply = await app.request(url, { method, headers });
      await reply.body?.cancel();
      expect({ url, isFailure: reply.status >= 500 && reply.status !== 501 && reply.status !== 503 }).toEqual({
        url,
        isFailure: false,
      });
    }
  });
});
