import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { startServer } from "./start-server.ts";

const cloud = await createTestApp();
const { port, stop } = await startServer(() => cloud.app, { port: 0, host: "127.0.0.1", newId: cloud.parts.newId });
afterAll(() => stop(0));

const MAX_BYTES = 52_428_800;

/** Sends a body to a route; the answer's status and code. */
async function send(body: Uint8Array, headers: Record<string, string>, path = "/v1/edge/heartbeat") {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "X-API-Key": EDGE_KEY, "Content-Type": "application/json", ...headers },
    body: new Uint8Array(body),
  });
  const reply: { error?: { code: string }; data?: { code?: string } } = JSON.parse(await response.text());
  return [response.status, reply.error?.code ?? reply.data?.code ?? null];
}
/** Returns the error message for a compressed body that is refused. */
async function messageTo(body: Uint8Array): Promise<string> {
  const headers = { "X-API-Key": EDGE_KEY, "Content-Type": "application/json", ...GZIP };
  const init = { method: "POST", headers, body: new Uint8Array(body) };
  const response = await fetch(`http://127.0.0.1:${port}/v1/edge/heartbeat`, init);
  return JSON.parse(await response.text()).error.message;
}
const GZIP = { "Content-Encoding": "gzip" };
const heartbeat = (text: string) => Buffer.from(JSON.stringify({ device_id: "gate-gzip", unknown: text }));
/** A heartbeat of exactly `sizeBytes` bytes. */
const ofSize = (sizeBytes: number) => heartbeat("x".repeat(sizeBytes - heartbeat("").length));

describe("JSON of an edge write", () => {
  test("may be compressed with gzip, small and large, and encodings are named without regard to case", async () => {
    expect(await send(gzipSync(heartbeat("a")), GZIP)).toEqual([200, null]);
    const random = randomBytes(3_000_000).toString("base64");
    expect(await send(gzipSync(heartbeat(random)), { "Content-Encoding": " GZip " })).toEqual([200, null]);
  });

  test("is limited by its size before compression", async () => {
    expect(await send(gzipSync(ofSize(MAX_BYTES)), GZIP)).toEqual([200, null]);
    expect(await send(gzipSync(ofSize(MAX_BYTES + 1)), GZIP)).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    // The connection, and the room of the body, can be used again.
    expect(await send(gzipSync(heartbeat("a")), GZIP)).toEqual([200, null]);
  });

  test("is refused when it is no gzip, truncated, or in another encoding", async () => {
    const invalid = [400, "VALIDATION_ERROR"];
    const whole = gzipSync(heartbeat("a".repeat(10_000)));
    expect(await send(heartbeat("a"), GZIP)).toEqual(invalid);
    expect(await send(whole.subarray(0, -10), GZIP)).toEqual(invalid);
    expect(await send(new Uint8Array(), GZIP)).toEqual(invalid);
    expect(await messageTo(whole.subarray(0, -10))).toBe("The body is not valid gzip data.");
    for (const encoding of ["deflate", "br", "zstd", "identity", "gzip, gzip"]) {
      expect(await send(whole, { "Content-Encoding": encoding })).toEqual(invalid);
    }
  });

  test("is announced in the reply to a heartbeat", async () => {
    const response = await cloud.app.request("/v1/edge/heartbeat", {
      method: "POST",
      headers: { "X-API-Key": EDGE_KEY, "Content-Type": "application/json" },
      body: "{}",
    });
    expect(await response.json()).toMatchObject({ data: { requestEncodings: ["gzip"] } });
  });
});

test("a body of a public route is not taken compressed", async () => {
  const body = gzipSync(JSON.stringify({ code: "x" }));
  expect(await send(body, GZIP, "/v1/user/auth/email/login")).toEqual([400, "VALIDATION_ERROR"]);
});
