import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute, z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { serve } from "../../journal/events/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { defineRoute } from "./define-route.ts";
import { errors, json } from "./describe.ts";
import { ifMatchHolds } from "./etag.ts";
import { fail, okWithEtag } from "./replies.ts";

const long = { text: "One of many sentences. ".repeat(100) };
const responses = { 200: json(successEnvelope(z.object({ text: z.string() })), "A text") };
const tagged = (method: "get" | "put") =>
  defineRoute(
    "public",
    createRoute({ method, path: "/v1/long", responses: { ...responses, ...errors("PRECONDITION_FAILED") } }),
    () => async (c) => (ifMatchHolds(c, long) ? okWithEtag(c, long) : fail(c, "PRECONDITION_FAILED", "It changed.")),
  );

const cloud = await createTestApp({ extraRoutes: [tagged("get"), tagged("put")] });
const base = await serve(cloud);
const { authorization } = await cloud.signIn("supervisor");

/** Sends a request and returns the reply as it came over the wire. */
async function exchange(place: string, headers: Record<string, string> = {}, method = "GET") {
  const sent = request(base + place, { method, headers: { "Accept-Encoding": "gzip", ...headers } });
  sent.end();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Node emits with this event
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  return { status: reply.statusCode, headers: reply.headers, read: () => buffer(reply), leave: () => sent.destroy() };
}

test.each(["/v1/openapi.json", "/v1/docs/reference.js", "/app/", "/v1/long"])(
  "%s is compressed for those who accept it, and only for them",
  async (place) => {
    const packed = await exchange(place);
    expect([packed.status, packed.headers["content-encoding"]]).toEqual([200, "gzip"]);
    expect(packed.headers.vary).toMatch(/Accept-Encoding/);
    const plain = await exchange(place, { "Accept-Encoding": "gzip;q=0, identity" });
    expect([plain.status, plain.headers["content-encoding"]]).toEqual([200, undefined]);
    expect(plain.headers.vary).toMatch(/Accept-Encoding/);
    const [bytes, original] = [await packed.read(), await plain.read()];
    expect(bytes.length).toBeLessThan(original.length * 0.7);
    expect(gunzipSync(bytes).equals(original)).toBe(true);
  },
);

test("metrics are compressed for Prometheus", async () => {
  expect((await exchange("/metrics")).headers["content-encoding"]).toBe("gzip");
});

test("the files of the console and the reference also come with Brotli", async () => {
  const page = String(await (await exchange("/app/", { "Accept-Encoding": "identity" })).read());
  const script = /src="(\/app\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? "";
  for (const place of [script, "/v1/docs/reference.js"]) {
    const browser = { "Accept-Encoding": "gzip, deflate, br, zstd" };
    const [first, again] = [await exchange(place, browser), await exchange(place, browser)];
    const [plain, bytes] = [await exchange(place, { "Accept-Encoding": "identity" }), await first.read()];
    expect([first.headers["content-encoding"], again.headers["content-encoding"]]).toEqual(["br", "br"]);
    expect(first.headers["content-type"]).toMatch(/^text\/javascript/);
    expect(brotliDecompressSync(bytes).equals(await plain.read())).toBe(true);
    expect((await again.read()).equals(bytes)).toBe(true);
  }
  expect((await exchange(script)).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

test("a compressed reply has its own tag, which reads and writes accept", async () => {
  const plain = (await exchange("/v1/long", { "Accept-Encoding": "identity" })).headers.etag ?? "";
  const packed = (await exchange("/v1/long")).headers.etag ?? "";
  expect(packed).toBe(plain.replace(/"$/, '-gzip"'));
  for (const tag of [plain, packed]) {
    const known = await exchange("/v1/long", { "If-None-Match": tag });
    expect([known.status, known.headers.etag, (await known.read()).length]).toEqual([304, tag, 0]);
    expect((await exchange("/v1/long", { "If-Match": tag }, "PUT")).status).toBe(200);
    expect((await exchange("/v1/long", { "If-Match": `W/${tag}` }, "PUT")).status).toBe(412);
  }
  expect((await exchange("/v1/long", { "If-Match": '"other-gzip"' }, "PUT")).status).toBe(412);
});

test("short replies, HEAD, sessions and pictures stay as they are", async () => {
  const { containerId, scanId } = (await edgeSender(cloud).scan("CSQU3054383", await scanBody())).body.data;
  const image = `/v1/containers/${containerId}/scans/${scanId}/image`;
  const picture = await exchange(image, authorization);
  expect([picture.status, picture.headers["content-encoding"]]).toEqual([200, undefined]);
  const range = await exchange(image, { ...authorization, Range: "bytes=0-9" });
  expect([range.status, range.headers["content-encoding"], (await range.read()).length]).toEqual([206, undefined, 10]);
  for (const [place, method] of [
    ["/health", "GET"],
    ["/v1/openapi.json", "HEAD"],
    ["/v1/user/auth/refresh-token", "POST"],
  ] as const)
    expect((await exchange(place, {}, method)).headers["content-encoding"]).toBeUndefined();
});

test("live events are not compressed, which would delay them", async () => {
  const stream = await exchange("/v1/events", { ...authorization, "Accept-Encoding": "gzip, br" });
  expect([stream.status, stream.headers["content-encoding"]]).toEqual([200, undefined]);
  stream.leave();
});
