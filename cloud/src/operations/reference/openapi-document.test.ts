import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { openApiDocument as bareDocument } from "../../openapi.ts";
import { withExamples } from "./with-examples.ts";

const openApiDocument = withExamples(bareDocument);

/** These send the browser on with a 302 and never answer anything else that is good. */
const REDIRECTS = ["/v1/user/auth/google", "/v1/user/auth/google/callback"];

/** Ambiguous with `/v1/manifests/imports/{id}` alone, whose `imports` is the id of no manifest. */
const AMBIGUOUS = ["/v1/manifests/{id}/history", "/v1/manifests/{id}/match-preview"];
const inPointer = (path: string) => path.replaceAll("/", "~1");

/**
 * Returns the problems of a document under Redocly's recommended rules, including warnings: rule and place.
 */
async function problemsOf(document: object) {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, location }) => `${ruleId} at ${location[0]?.pointer}`);
}

test("the OpenAPI document passes Redocly's recommended rules", async () => {
  expect(await problemsOf(openApiDocument)).toEqual([
    ...AMBIGUOUS.map((path) => `no-ambiguous-paths at #/paths/${inPointer(path)}`),
    ...REDIRECTS.map((path) => `operation-2xx-response at #/paths/${inPointer(path)}/get/responses`),
  ]);
});

test("and a broken rule would be seen", async () => {
  const text = JSON.stringify(openApiDocument).replace(/"operationId":"getHealthV1",/, "");
  expect(await problemsOf(JSON.parse(text))).toHaveLength(AMBIGUOUS.length + REDIRECTS.length + 1);
});

test("names the headers that a route honours and its replies carry", () => {
  const described = (place: string, method: "get" | "put" | "post") => {
    const operation = openApiDocument.paths?.[place]?.[method];
    const asked = (operation?.parameters ?? []).flatMap((one) =>
      "name" in one && one.in === "header" ? one.name : [],
    );
    const replied = (status: string) => Object.keys(operation?.responses?.[status]?.headers ?? {});
    return { asked, replied };
  };
  const read = described("/v1/containers/{id}", "get");
  expect([read.asked, read.replied("200"), read.replied("404")]).toEqual([["If-None-Match"], ["ETag"], []]);
  expect(described("/v1/containers/{id}/container-number", "put").asked).toEqual(["If-Match"]);
  const login = described("/v1/user/auth/email/login", "post");
  const limit = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy"];
  expect([login.replied("401"), login.replied("429")]).toEqual([limit, [...limit, "Retry-After"]]);
});

test("states the codes of an error with its content, since a viewer drops what stands beside a reference", () => {
  const responses = openApiDocument.paths?.["/v1/containers/{id}"]?.get?.responses;
  expect(responses?.[404]).toMatchObject({
    description: expect.stringContaining("`CONTAINER_NOT_FOUND`"),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  });
  expect(JSON.stringify(openApiDocument)).not.toContain("#/components/responses/");
});

/** They answer with something else than JSON, or lead elsewhere. */
const WITHOUT: Record<string, string> = {
  "GET /v1/openapi.json": "it is this document",
  "GET /v1/cameras/{cameraId}/live-picture": "it answers with a picture, or that there is none yet",
};

test("has an example of each body, which its schema describes", () => {
  const missing = Object.entries(openApiDocument.paths ?? {}).flatMap(([place, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const replies = Object.entries<Body>(operation.responses ?? {}).filter(([status]) => status.startsWith("2"));
      const isShown = ({ content }: Body) => !content?.["application/json"] || "example" in content["application/json"];
      const shown =
        (replies.length === 0 || replies.some(([, reply]) => isShown(reply))) && isShown(operation.requestBody ?? {});
      return shown ? [] : [`${method.toUpperCase()} ${place}`];
    }),
  );
  expect(missing.filter((route) => !(route in WITHOUT))).toEqual([]);
});

test("has examples of most named schemas, and a wrong one would be seen", async () => {
  const schemas = Object.values(openApiDocument.components?.schemas ?? {}).filter((schema) => !("enum" in schema));
  expect(schemas.filter((schema) => "examples" in schema).length / schemas.length).toBeGreaterThan(0.7);
  const text = JSON.stringify(openApiDocument).replace('"example":{"success":true', '"example":{"success":5');
  expect((await problemsOf(JSON.parse(text))).length).toBeGreaterThan(REDIRECTS.length);
});

test("has no pattern with flags, which JSON Schema does not know", () => {
  expect(JSON.stringify(openApiDocument).match(/"pattern":"[^"]*\/[a-z]+"/g) ?? []).toEqual([]);
});

type Body = { content?: { "application/json"?: object } };
