import { createRoute } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { defineRoute } from "./define-route.ts";
import { ok } from "./replies.ts";

test("more writes of devices than can be served soon are refused at once, and people are served", async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  let entered = 0;
  const responses = { 200: { description: "Done" } };
  const slow = defineRoute(
    "edge",
    createRoute({ method: "post", path: "/v1/edge/slow", responses }),
    () => async (c) => {
      entered += 1;
      await gate;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the description names no body
      return ok(c, "done") as never;
    },
  );
  const connections = { people: 2, edge: 2, background: 2, probes: 1 };
  const cloud = await createTestApp({ extraRoutes: [slow], settings: { databaseConnections: connections } });
  const write = () => cloud.send("POST", "/v1/edge/slow", { headers: { "X-API-Key": EDGE_KEY } });

  const served = Array.from({ length: 32 }, write);
  await expect.poll(() => entered).toBe(32);
  const refused = await write();
  expect([refused.status, refused.headers.get("Retry-After"), refused.body.error.code]).toEqual([
    503,
    "5",
    "SERVICE_UNAVAILABLE",
  ]);
  const { authorization } = await cloud.signIn("operator");
  expect((await cloud.send("GET", "/v1/containers", { headers: authorization })).status).toBe(200);
  release();
  expect(new Set((await Promise.all(served)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await write()).status).toBe(200);
});
