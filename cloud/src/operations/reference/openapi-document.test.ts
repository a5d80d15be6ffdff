import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { openApiDocument } from "../../openapi.ts";

/** These send the browser on with a 302 and never answer anything else that is good. */
const REDIRECTS = ["/v1/user/auth/google", "/v1/user/auth/google/callback"];

/** What Redocly's recommended rules, warnings among them, have against a document: rule and place. */
async function problemsOf(document: object) {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, location }) => `${ruleId} at ${location[0]?.pointer}`);
}

it("the OpenAPI document passes Redocly's recommended rules", async () => {
  const redirects = REDIRECTS.map((path) => path.replaceAll("/", "~1"));
  expect(await problemsOf(openApiDocument)).toEqual(
    redirects.map((path) => `operation-2xx-response at #/paths/${path}/get/responses`),
  );
});

it("and a broken rule would be seen", async () => {
  const text = JSON.stringify(openApiDocument).replace(/"operationId":"getHealthV1",/, "");
  expect(await problemsOf(JSON.parse(text))).toHaveLength(REDIRECTS.length + 1);
});

it("names the headers that a route honours and its replies carry", () => {
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
