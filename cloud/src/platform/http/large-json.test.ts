import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { threadId } from "node:worker_threads";
import { edgeSuccessEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute, z } from "@hono/zod-openapi";
import { afterAll, describe, expect, test } from "vitest";
import { routes } from "../../routes.ts";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { createLargeJsonChecker, type SchemaPlace } from "./check-large-json.ts";
import { defineRoute } from "./define-route.ts";
import { json, jsonBody } from "./describe.ts";
import { okEdge } from "./replies.ts";
import { startServer } from "./start-server.ts";
import { exitingSchema, exitingSchemaPlace, threadSchema, threadSchemaPlace } from "./testing/thread-schema.ts";

const route = (name: string, schema: z.ZodType, largeBody: SchemaPlace) =>
  defineRoute(
    "edge",
    createRoute({
      method: "post",
      path: `/v1/edge/testing/${name}`,
      request: { body: jsonBody(schema) },
      responses: { 200: json(edgeSuccessEnvelope(z.unknown()), "What the schema made of the body") },
    }),
    () => async (c) => okEdge(c, c.req.valid("json")),
    { largeBody },
  );
const extraRoutes = [
  route("thread", threadSchema, threadSchemaPlace),
  route("exit", exitingSchema, exitingSchemaPlace),
];
const cloud = await createTestApp({ extraRoutes });
const { port, stop } = await startServer(() => cloud.app, { port: 0, host: "127.0.0.1", newId: cloud.parts.newId });
afterAll(() => stop(0));

const post = async (place: string, body: string) => {
  const headers = { "X-API-Key": EDGE_KEY, "Content-Type": "application/json" };
  const reply = await fetch(`http://127.0.0.1:${port}${place}`, { method: "POST", headers, body });
  const { data, error } = JSON.parse(await reply.text());
  return { status: reply.status, data, error };
};
const threadOf = async (body: string) => (await post("/v1/edge/testing/thread", body)).data?.threadId;
const SCAN = "/v1/edge/containers/MSKU1234565/scans/category";
const repeat = (text: string, count: number) => Array.from({ length: count }, () => text).join(",");
const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(",");

describe("the thread that checks a body", () => {
  test.each([
    ["few values", `{"a":"${"A".repeat(4_000_000)}"}`],
    ["as many keys as anybody sends", `{${keys(90_000)}}`],
    ["as many numbers as anybody sends", `{"a":[${repeat("1", 20_000)}]}`],
  ])("is the main one for %s", async (_name, body) => {
    expect(await threadOf(body)).toBe(threadId);
  });

  test.each([
    ["4 MiB", `{"a":"${"A".repeat(4_194_304)}"}`],
    ["many keys", `{${keys(150_000)}}`],
    ["many numbers", `{"a":[${repeat("1", 150_000)}]}`],
    ["many lists", `{"a":[${repeat("[]", 150_000)}]}`],
  ])("is another one for %s", async (_name, body) => {
    expect(await threadOf(body)).not.toBe(threadId);
  });

  test("lets all others be served while it works, however long that takes", async () => {
    const until = path.join(tmpdir(), `until-${cloud.parts.newId()}`);
    try {
      const slow = post("/v1/edge/testing/thread", `{"until":"${until}","a":[${repeat("1", 150_000)}]}`);
      // On the main thread, the check would keep this from ever being answered.
      const health = await fetch(`http://127.0.0.1:${port}/health`);
      const small = await threadOf("{}");
      expect([health.status, small, existsSync(until)]).toEqual([200, threadId, false]);
      await writeFile(until, "");
      expect((await slow).status).toBe(200);
    } finally {
      await rm(until, { force: true });
    }
  });

  test("may end without a word: the request fails, and the next one gets another thread", async () => {
    expect((await post("/v1/edge/testing/exit", `{"a":[${repeat("1", 150_000)}]}`)).status).toBe(500);
    expect(cloud.logLines.some((line) => line.includes("exited with 3 before it answered"))).toBe(true);
    expect(await threadOf(`{"a":[${repeat("1", 150_000)}]}`)).not.toBe(threadId);
  });

  test("fails a body whose schema it does not find", async () => {
    const check = createLargeJsonChecker();
    const job = { bytes: Buffer.from("{}"), textDepth: undefined, schema: { ...threadSchemaPlace, name: "other" } };
    await expect(check({ ...job, bytes: Buffer.from(new Uint8Array(Buffer.from("{}")).buffer) })).rejects.toThrow(
      "exports no schema other",
    );
  });
});

describe("JSON bombs of an edge write", () => {
  test.each([
    ["50 MB of numbers in a list", `{"image":"A","detections":[${repeat("1", 26_000_000)}]}`],
    ["36 MB of keys", `{"image":"A","detections":[],${Array.from({ length: 999_000 }, (_, at) => `"${"k".repeat(27)}${at}":1`).join(",")}}`],
    ["an outline of 20,000,000 numbers", `{"image":"A","detections":[{"polygon":{"x":[${repeat("1", 10_000_000)}],"y":[${repeat("1", 10_000_000)}]}}]}`],
    ["16 MB of keys", `{"image":"A","detections":[],${keys(1_200_000)}}`],
    ["1 MB of lists", `{"image":"A","detections":[],"x":[${repeat("[]", 340_000)}]}`],
  ])("are refused: %s", async (_name, body) => {
    const { status, error } = await post(SCAN, body);
    expect([status, error.message]).toEqual([400, "The body holds too many values."]);
  }); // prettier-ignore

  test("whose values are all wrong are refused by the schema: with 50 details, or with one when there are too many to list", async () => {
    const polygon = (points: number) => {
      const wrong = repeat('"a"', points);
      return `{"polygon":{"x":[${wrong}],"y":[${wrong}]}}`;
    };
    const refused = async (count: number, points: number) => {
      const { status, error } = await post(SCAN, `{"image":"A","detections":[${repeat(polygon(points), count)}]}`);
      expect([status, error.message]).toEqual([400, "The body is not valid."]);
      return error.details.length;
    };
    expect(await refused(5, 1_000)).toBe(50);
    expect(await refused(5, 9_000)).toBe(50);
    expect(await refused(50, 9_000)).toBe(1);
  });

  test("of 1 MB are refused on routes for people, too", async () => {
    const { authorization } = await cloud.signIn("operator");
    const body = `{"declaredGoods":[${repeat("1", 500_000)}]}`;
    const headers = { ...authorization, "Content-Type": "application/json" };
    const reply = await cloud.app.request("/v1/manifests", { method: "POST", headers, body });
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain("The body holds too many values.");
  });

  test("leave alone a body with the largest outlines that boxes send", async () => {
    const polygon = { x: Array.from({ length: 400 }, (_, at) => at), y: Array.from({ length: 400 }, (_, at) => at) };
    const detections = Array.from({ length: 1_000 }, () => ({ class_name: "carton", polygon }));
    const { status, error } = await post(SCAN, JSON.stringify({ detections, image: "AAAA" }));
    expect([status, error.code]).toEqual([400, "INVALID_IMAGE_FORMAT"]);
  });
});

describe("the schemas of edge writes", () => {
  const writes = routes.filter(({ access, config }) => access === "edge" && config.request?.body);

  test.each(writes.map((write) => ({ path: write.config.path, write })))(
    "are found by a thread: $path",
    async ({ write }) => {
      const { module = "", name = "" } = write.largeBody ?? {};
      const exported: Record<string, unknown> = await import(module);
      const content = write.config.request?.body?.content["application/json"];
      expect(content && "schema" in content && content.schema).toBe(exported[name]);
    },
  );
});
