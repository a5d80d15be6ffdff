import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { openApiDocument } from "../src/openapi.ts";
import { createTestApp } from "../src/testing/app.ts";
import { generateSchema } from "./generate-schema.ts";
import { shareErrorReplies } from "./share-error-replies.ts";
import { createApiClient } from "./src/index.ts";

test("has the types of the current OpenAPI document", async () => {
  const kept = await readFile(path.join(import.meta.dirname, "src/schema.ts"), "utf8");
  const isCurrent = kept === (await generateSchema(openApiDocument));
  expect(isCurrent, "cloud/client/src/schema.ts is stale: run npm run generate-client").toBe(true);
});

test("describes each kind of error reply once, and the codes of an operation where it refers to one", () => {
  const { paths, components } = shareErrorReplies(openApiDocument);
  expect(paths?.["/v1/containers/{id}"]?.get?.responses?.[404]).toEqual({
    $ref: "#/components/responses/Error",
    description: expect.stringContaining("`CONTAINER_NOT_FOUND`"),
  });
  const text = JSON.stringify({ paths, components });
  expect(text.match(/"schema":\{"\$ref":"#\/components\/schemas\/(Auth|Edge)?Error"\}/g)?.length).toBe(
    Object.keys(components?.responses ?? {}).length,
  );
});

test("refuses two error replies of one name that differ", () => {
  const reply = (mediaType: string) => ({
    content: { [mediaType]: { schema: { $ref: "#/components/schemas/Error" } } },
  });
  const documentOf = (other: string) => ({
    paths: { "/a": { get: { responses: { 404: reply("application/json"), 409: reply(other) } } } },
  });
  expect(shareErrorReplies(documentOf("application/json"))).toHaveProperty("components.responses.Error");
  expect(() => shareErrorReplies(documentOf("text/json"))).toThrow("would be named Error");
});

test("signs in, sends the token, and separates data from errors", async () => {
  const { app } = await createTestApp();
  const options = { baseUrl: "http://service.test", fetch: async (request: Request) => app.request(request) };
  const body = { email: "admin@localhost", password: "a long enough password" };
  const login = await createApiClient(options).POST("/v1/user/auth/email/login", { body });
  const client = createApiClient({ ...options, token: login.data!.data.token });
  const me = await client.GET("/v1/user/me");
  expect(me.data?.data).toMatchObject({ email: "admin@localhost", role: "admin" });
  const missing = await client.GET("/v1/containers/{id}", { params: { path: { id: "0" } } });
  expect([missing.response.status, missing.error?.error.code]).toEqual([404, "CONTAINER_NOT_FOUND"]);
});

test("knows what a path and an operation do not take", () => {
  const client = createApiClient({ baseUrl: "http://service.test" });
  const refused = [
    // @ts-expect-error -- the path has no PATCH
    () => client.PATCH("/v1/containers/{id}", { params: { path: { id: "0" } } }),
    // @ts-expect-error -- a GET has no body
    () => client.GET("/v1/user/me", { body: { email: "a@b.c" } }),
    // @ts-expect-error -- the operation has no parameters of this kind
    () => client.GET("/v1/user/me", { params: { query: { limit: 5 } } }),
    // @ts-expect-error -- the operation has no parameter of this name
    () => client.GET("/v1/containers", { params: { query: { colour: "red" } } }),
  ];
  // The compiler looks at the calls, which are not made.
  expect(refused).toHaveLength(4);
});
