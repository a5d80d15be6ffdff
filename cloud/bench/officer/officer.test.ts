import { expect, test } from "vitest";
import { drawJpeg } from "../../src/intake/testing.ts";
import { createTestApp, EDGE_KEY } from "../../src/testing/app.ts";
import { cases, judgeOutcome, playCase, registerCameras, type Send } from "./play-case.ts";

// The cases that failed when a customs risk officer reviewed the service, through the API.

const cloud = await createTestApp();
const admin = await cloud.signIn("admin");
const image = (await drawJpeg()).toString("base64");

const send: Send = async (method, path, body) => {
  const length = { "Content-Length": String(Buffer.byteLength(JSON.stringify(body) ?? "")) };
  const headers = path.startsWith("/v1/edge") ? { "X-API-Key": EDGE_KEY, ...length } : admin.authorization;
  const reply = await cloud.send(method, path, { body, headers });
  expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
  return reply.body.data;
};
await registerCameras(send);

test.each(cases)("$id: $title", async (one) => {
  const outcome = await playCase(send, one, image);
  expect(judgeOutcome(one, outcome)).toEqual([]);
});

test("there are 89 of them and one of lists, each named once", () => {
  expect(new Set(cases.map(({ id }) => id)).size).toBe(90);
});
