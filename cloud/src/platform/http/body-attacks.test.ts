import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { fewOrMany } from "../../../../deploy/testing/few-or-many.ts";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { SMALL_BYTES } from "./body-room.ts";
import { BODY_PACE } from "./body-steps.ts";
import { startServer } from "./start-server.ts";
import { type RawRequest, sendHead } from "./testing/raw-request.ts";

/**
 * Time in ms that is long enough for a loaded machine not to end the requests that a test leaves half-sent.
 */
const windowMs = 600_000;
const pace = { public: { ...BODY_PACE.public, windowMs }, known: { ...BODY_PACE.known, windowMs } };
const cloud = await createTestApp({ settings: { trustedProxyHops: 1 }, pace });
const { port, stop } = await startServer(() => cloud.app, { port: 0, host: "127.0.0.1", newId: cloud.parts.newId });
afterAll(() => stop(0));

const open: RawRequest[] = [];
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.destroy();
  await nothingInFlight();
});
const begin = (...of: Parameters<typeof sendHead> extends [number, ...infer Rest] ? Rest : never) => {
  const request = sendHead(port, ...of);
  open.push(request);
  return request;
};
const valuesOf = async (metric: string) =>
  (await cloud.parts.metrics.registry.getSingleMetric(metric)?.get())?.values ?? [];
const inFlight = async () => (await valuesOf("http_requests_in_flight"))[0]?.value ?? 0;
const nothingInFlight = () =>
  expect.poll(inFlight, { message: "requests of the last test are still in flight" }).toBe(0);
const countRefused = (requests: RawRequest[]) => requests.filter((request) => request.status() === 503).length;

const EDGE = { "X-API-Key": EDGE_KEY };
const SCAN = "/v1/edge/containers/MSKU1234565/scans/category";
const LOGIN = "/v1/user/auth/email/login";
const CREDENTIALS = { email: "admin@localhost", password: "a long enough password" };

/** Sends JSON as from this address. */
const post = async (path: string, body: unknown, headers: Record<string, string>, from = "198.51.100.9") => {
  const all = { "Content-Type": "application/json", "X-Forwarded-For": from, ...headers };
  return fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers: all, body: JSON.stringify(body) });
};
/** Sends the requests of all other callers during an attack, and returns their statuses. */
const others = async () => {
  const operator = await cloud.signIn("operator");
  const container = { containerNumber: `OTHER-${cloud.parts.newId()}` };
  const replies = await Promise.all([
    post(SCAN, { detections: [], image: "AAAA" }, EDGE),
    post(SCAN, { detections: [], image: "A".repeat(4 * SMALL_BYTES) }, EDGE),
    post("/v1/edge/heartbeat", {}, EDGE),
    post(LOGIN, CREDENTIALS, {}),
    post("/v1/containers", container, operator.authorization),
    fetch(`http://127.0.0.1:${port}/health`),
  ]);
  return replies.map(({ status }) => status);
};
/** The scans have no picture that can be decoded, which is found out after their bodies were taken. */
const SERVED = [400, 400, 200, 200, 201, 200];

describe("others are served", () => {
  test("while 330 half-sent anonymous bodies come from five addresses", async () => {
    const chunked = { "Transfer-Encoding": "chunked" };
    const paths: [string, number][] = [
      [LOGIN, 1],
      ["/v1/user/auth/email/forgot-password", 5],
      ["/v1/invites/x/accept", 30],
      ["/v1/edge/join", 30],
    ];
    for (const host of [1, 2, 3, 4, 5])
      for (const [path, count] of paths)
        for (let at = 0; at < count; at += 1)
          begin({ path, headers: { ...chunked, "X-Forwarded-For": `203.0.113.${host}` } }, "1\r\n{\r\n");
    await expect.poll(inFlight).toBe(330);
    expect(await others()).toEqual(SERVED);
  });

  test("while connections are held open on which nothing is sent", async () => {
    const silent = Array.from({ length: fewOrMany(200, 1_500) }, () => connect(port, "127.0.0.1"));
    await Promise.all(silent.map((socket) => once(socket, "connect")));
    expect(await others()).toEqual(SERVED);
    expect(silent.filter(({ destroyed }) => destroyed)).toEqual([]);
    for (const socket of silent) socket.destroy();
  });

  test("while an operator announces 15 pictures of 20 MB, of which 10 are refused unread", async () => {
    const operator = await cloud.signIn("operator");
    const headers = { ...operator.authorization, "Content-Type": "image/jpeg", "Content-Length": 20_971_520 };
    const all = Array.from({ length: 15 }, () => begin({ path: "/v1/containers/identify", headers }, "x"));
    await expect.poll(() => countRefused(all)).toBe(10);
    expect(all.find((request) => request.status() === 503)?.answer()).toMatch(/retry-after: 5/i);
    await expect
      .poll(() => valuesOf("http_request_bodies_refused_total"))
      .toMatchObject([{ labels: { route: "/v1/containers/identify" }, value: 10 }]);
    expect(await others()).toEqual(SERVED);
    const more = await post("/v1/containers", { containerNumber: "SMALL-1" }, operator.authorization);
    expect(more.status).toBe(201);
  });

  test("while one box announces 6 scans of 50 MB, of which 4 are refused unread", async () => {
    const headers = { ...EDGE, "X-Forwarded-For": "203.0.113.1", "Content-Length": 52_428_800 };
    const all = Array.from({ length: 6 }, () => begin({ path: SCAN, headers }, "{"));
    await expect.poll(() => countRefused(all)).toBe(4);
    expect(await others()).toEqual(SERVED);
    expect((await post("/v1/edge/heartbeat", {}, EDGE, "203.0.113.1")).status).toBe(200);
  });

  test("while one box opens as many chunked bodies as it can, of which those over its share are refused", async () => {
    const headers = { ...EDGE, "X-Forwarded-For": "203.0.113.1", "Transfer-Encoding": "chunked" };
    const all = Array.from({ length: 600 }, () => begin({ path: SCAN, headers }, "1\r\n{\r\n"));
    await expect.poll(() => countRefused(all)).toBe(88);
    expect(await others()).toEqual(SERVED);
  });

  test("while six boxes on slow lines send 50 MB each, which all arrive in the end", async () => {
    const half = " ".repeat(26_214_400);
    const boxes = [1, 2, 3, 4, 5, 6].map((host) =>
      begin({ path: SCAN, headers: { ...EDGE, "X-Forwarded-For": `203.0.113.${host}`, "Content-Length": 52_428_800 } }),
    );
    for (const box of boxes) box.write(half);
    await expect.poll(() => boxes.every(({ socket }) => socket.writableLength === 0)).toBe(true);
    expect(await others()).toEqual(SERVED);
    for (const box of boxes) box.write(half);
    await expect.poll(() => boxes.map((box) => box.status())).toEqual(Array(6).fill(400));
    expect(boxes[0]?.answer()).toContain("The body is not JSON.");
  });
});

describe("a half-sent login", () => {
  test("does not prevent other users at its address from signing in", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.77", "Content-Length": 100 };
    const all: RawRequest[] = [];
    const isAnswered = (request: RawRequest) => request.status() > 0;
    const halfSent = async () => {
      // On a machine so loaded that a look at the limit waits too long for the database, a request is answered 503.
      while (all.filter((request) => !isAnswered(request)).length < 60) all.push(begin({ path: LOGIN, headers }, "{"));
      return inFlight();
    };
    await expect.poll(halfSent).toBeGreaterThanOrEqual(60);
    expect(all.filter(isAnswered).map((request) => request.status())).toEqual(all.filter(isAnswered).map(() => 503));
    const signIn = async () => {
      const reply = await post(LOGIN, CREDENTIALS, {}, "203.0.113.77");
      return [reply.status, reply.headers.get("RateLimit-Remaining")];
    };
    // Here too.
    let signedIn = await signIn();
    while (signedIn[0] === 503) signedIn = await signIn();
    expect(signedIn).toEqual([200, "5"]);
  });

  test("is refused before its body once the failures are spent", async () => {
    const from = "203.0.113.78";
    for (let tries = 0; tries < 5; tries += 1)
      expect((await post(LOGIN, { ...CREDENTIALS, password: "x" }, {}, from)).status).toBe(401);
    const request = begin({ path: LOGIN, headers: { "X-Forwarded-For": from, "Content-Length": 100 } }, "{");
    await expect.poll(() => request.status()).toBe(429);
    expect(request.answer()).toMatch(/ratelimit-remaining: 0/i);
    const malformed = await post(LOGIN, [], {}, from);
    expect(malformed.status).toBe(429);
  });

  test("gets as many guesses as one that was sent at once", async () => {
    const from = "203.0.113.79";
    const guess = JSON.stringify({ ...CREDENTIALS, password: "x" });
    const headers = { "X-Forwarded-For": from, "Content-Length": guess.length };
    const all = Array.from({ length: 20 }, () => begin({ path: LOGIN, headers }, guess.slice(0, 5)));
    await expect.poll(inFlight).toBe(20);
    for (const request of all) request.write(guess.slice(5));
    await expect.poll(() => all.every((request) => request.status() > 0)).toBe(true);
    const count = (status: number) => all.filter((request) => request.status() === status).length;
    expect([count(401), count(429)]).toEqual([5, 15]);
  });
});

describe("a body that comes too slowly", async () => {
  const pace = {
    public: { windowMs: 200, minBytes: Infinity, fromBytes: 0 },
    known: { windowMs: 200, minBytes: 1_000, fromBytes: SMALL_BYTES + 1 },
  };
  const impatient = await createTestApp({ pace });
  const server = await startServer(() => impatient.app, { port: 0, host: "127.0.0.1", newId: impatient.parts.newId });
  afterAll(() => server.stop(0));

  test.each([
    ["of an unknown sender", LOGIN, {}, 100],
    ["that is large", SCAN, EDGE, SMALL_BYTES + 1],
  ])("%s is answered 408, and the line is closed", async (_name, path, headers, length) => {
    const request = sendHead(server.port, { path, headers: { ...headers, "Content-Length": length } }, "{");
    await expect.poll(() => request.socket.closed).toBe(true);
    expect(request.status()).toBe(408);
    expect(request.answer()).toContain('"code":"REQUEST_TIMEOUT"');
  });

  test("has its time when it is small and its sender known", async () => {
    const small = sendHead(server.port, { path: SCAN, headers: { ...EDGE, "Content-Length": 3 } }, "{");
    const large = sendHead(server.port, { path: SCAN, headers: { ...EDGE, "Content-Length": SMALL_BYTES + 1 } }, "{");
    await expect.poll(() => large.status()).toBe(408);
    small.write("} ");
    await expect.poll(() => small.status()).toBe(400);
    small.socket.destroy();
  });
});
