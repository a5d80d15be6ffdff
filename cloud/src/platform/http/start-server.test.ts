import { once } from "node:events";
import { request as sendRequest } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute, z } from "@hono/zod-openapi";
import { afterAll, describe, expect, test } from "vitest";
import { fewOrMany } from "../../../../deploy/testing/few-or-many.ts";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { createClientAddress, networkOf } from "./client-address.ts";
import { defineRoute } from "./define-route.ts";
import { json } from "./describe.ts";
import { ok } from "./replies.ts";
import { startServer } from "./start-server.ts";

const config = (path: string) =>
  createRoute({ method: "get", path, responses: { 200: json(successEnvelope(z.string()), "An address") } });
const addressRoute = (hops: number) =>
  defineRoute("public", config(`/v1/address/${hops}`), () => async (c) => ok(c, createClientAddress(hops)(c)));
/** Requests that wait in the slow route until they are let go. */
const waiting: (() => void)[] = [];
const slow = defineRoute("public", config("/v1/slow"), () => async (c) => {
  await new Promise<void>((resolve) => waiting.push(resolve));
  return ok(c, "done");
});
/** Takes the whole process for some milliseconds. */
const heavy = defineRoute("public", config("/v1/heavy"), () => async (c) => {
  for (const endsAtMs = performance.now() + 5; performance.now() < endsAtMs;);
  return ok(c, "done");
});

const extraRoutes = [addressRoute(0), addressRoute(1), addressRoute(2), slow, heavy];
const { app, parts } = await createTestApp({ extraRoutes });
const listen = () => startServer(() => app, { port: 0, host: "127.0.0.1", newId: parts.newId });
const server = await listen();
afterAll(() => server.stop(0));
const base = `http://127.0.0.1:${server.port}`;

/** Sends lines as they are and reads everything until the server closes. */
async function raw(port: number, request: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(request);
  return text(socket);
}

describe("a request as it comes from the wire", () => {
  test.each([
    ["two Host headers", "GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"],
    ["a Host that is none", "GET /health HTTP/1.1\r\nHost: a/b@c\r\nConnection: close\r\n\r\n"],
    ["no Host", "GET /health HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["two lengths", "POST /health HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"],
    ["a length and chunks", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"],
  ])("with %s is a 400", async (_name, request) => {
    expect(await raw(server.port, request)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test.each(["..", ".", "%2e%2e", "%2E", ".%2e", "..\\x"])("with the path segment %s is a 400", async (segment) => {
    const rest = segment.includes("\\") ? "" : "/scans/category?x=a/../b";
    const path = `/v1/edge/containers/${segment}${rest}`;
    const reply = await raw(server.port, `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).toContain('"VALIDATION_ERROR"');
  });

  test.each(["..a", "a..", "...", "%2e%2ea"])("with the path segment %s is looked up as it is", async (segment) => {
    const head = `GET /v1/${segment}?y=/../z HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    expect(await raw(server.port, head)).toMatch(/^HTTP\/1\.1 404 /);
  });

  test.each([
    ["two Host headers", "Host: a\r\nHost: b"],
    ["a Host that is none", "Host: a/b@c"],
  ])("with %s is refused in the envelope of its path, with the key of an edge write", async (_name, host) => {
    const head = (path: string) =>
      `POST ${path} HTTP/1.1\r\n${host}\r\nIdempotency-Key: k1\r\nConnection: close\r\n\r\n`;
    const bodyOf = async (path: string) => JSON.parse((await raw(server.port, head(path))).split("\r\n\r\n")[1] ?? "");
    const error = { code: "VALIDATION_ERROR", requestId: expect.stringMatching(/./) };
    for (const path of ["/v1/edge/containers/identify", "/v1/tracking-data/stream-events?x=1"])
      expect(await bodyOf(path)).toMatchObject({ success: false, error, idempotencyKey: "k1" });
    const plain = await bodyOf("/v1/containers");
    expect([plain.error.code, "idempotencyKey" in plain]).toEqual(["VALIDATION_ERROR", false]);
    expect(await bodyOf("/v1/user/auth/email/login")).toMatchObject({ status: "error", data: error });
  });

  test.each(["/health", "/ready", "/ready?from=balancer"])(
    "over HTTP/1.0 and without a Host is answered where load balancers look: %s",
    async (path) => {
      expect(await raw(server.port, `GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
      expect(await raw(server.port, `HEAD ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
      expect(await raw(server.port, `GET /v1${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  test.each([
    ["no Host", "POST PATH HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["a length and chunks", "POST PATH HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
    ["headers that are too large", `POST PATH HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["another expectation", "POST PATH HTTP/1.1\r\nHost: a\r\nExpect: gold\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", 417],
    ["an unknown method", "GRAB PATH HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["a broken chunk", "POST PATH HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400],
  ])("with %s is refused in the envelope of its path, with a request id", async (_name, request, status) => {
    const reply = async (path: string) => {
      const [head = "", body = ""] = (await raw(server.port, request.replace("PATH", path))).split("\r\n\r\n");
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      return { id: /\r\nx-request-id: ([0-9a-f]{24})/i.exec(head)?.[1], body: JSON.parse(body) };
    };
    const edge = await reply("/v1/edge/heartbeat");
    expect(edge.body).toMatchObject({ success: false, error: { requestId: edge.id }, idempotencyKey: null });
    const login = await reply("/v1/user/auth/email/login");
    expect(login.body).toMatchObject({ status: "error", data: { requestId: login.id } });
  }); // prettier-ignore

  test("that names another host gets no other answer", async () => {
    const reply = await raw(server.port, "GET http://evil.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    expect(reply).toMatch(/^HTTP\/1\.1 302 /);
    expect(reply).toMatch(/\r\nlocation: \/app\/\r\n/i);
    expect(reply).not.toContain("evil");
  });

  test("carries its body whole: 30 MB of an edge write reach the schema", async () => {
    const reply = await fetch(`${base}/v1/edge/containers/MSKU1234565/scans/category`, {
      method: "POST",
      headers: { "X-API-Key": EDGE_KEY, "Content-Type": "application/json" },
      body: JSON.stringify({ detections: 1, image: "A".repeat(30_000_000) }),
    });
    const { error } = z.looseObject({ error: z.looseObject({ details: z.unknown() }) }).parse(await reply.json());
    expect([reply.status, error.details]).toEqual([400, [expect.objectContaining({ path: "detections" })]]);
  });

  test("is answered with 413 although its body never ends", async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (c) => c.enqueue(new Uint8Array(65_536).fill(0x20)) });
    const headers = { "Content-Type": "application/json" };
    const reply = await fetch(`${base}/v1/user/auth/email/login`, { method: "POST", body, headers, duplex: "half" });
    expect(reply.status).toBe(413);
  });
});

describe("a body over the limit", () => {
  const scans = "/v1/edge/containers/MSKU1234565/scans/category";
  const headers = { "X-API-Key": EDGE_KEY, "Content-Type": "application/json" };
  const body = Buffer.alloc(60_000_000, " ");
  /**
   * Sends a request like a program without fetch, which reads nothing before it has written everything.
   */
  const sendAll = async (connection: string) => {
    const all = { ...headers, "Content-Length": body.length, Connection: connection };
    const sent = sendRequest(`${base}${scans}`, { method: "POST", headers: all });
    // After the reply, the server may cut the connection during the upload; before it, `once` rejects.
    sent.on("error", () => {});
    sent.end(body);
    const [reply] = await once(sent, "response");
    return { status: Number(reply.statusCode), text: await text(reply) };
  };
  const senders: [string, number, () => Promise<{ status: number; text: string }>][] = [
    ["fetch", fewOrMany(15, 50), async () => {
      const reply = await fetch(`${base}${scans}`, { method: "POST", headers, body });
      return { status: reply.status, text: await reply.text() };
    }],
    ["fetch, in chunks", fewOrMany(5, 10), async () => {
      const reply = await fetch(`${base}${scans}`, { method: "POST", headers, body: new Blob([body]).stream(), duplex: "half" });
      return { status: reply.status, text: await reply.text() };
    }],
    ["node:http, keeping the connection", fewOrMany(5, 10), () => sendAll("keep-alive")],
    ["node:http, closing the connection", fewOrMany(15, 50), () => sendAll("close")],
  ]; // prettier-ignore

  test.each(senders)(
    "is answered with a 413 that its sender reads every time: %s, %d times",
    async (_name, count, send) => {
      for (let times = 0; times < count; times += 1) {
        const reply = await send();
        expect([times, reply.status]).toEqual([times, 413]);
        expect(reply.text).toContain("PAYLOAD_TOO_LARGE");
      }
    },
  );

  test("leaves the connection usable once it has passed", async () => {
    const socket = connect(server.port, "127.0.0.1");
    let received = "";
    socket.on("data", (chunk) => (received += String(chunk)));
    const head = `POST ${scans} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${EDGE_KEY}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
    await expect.poll(() => received).toMatch(/^HTTP\/1\.1 413 /);
    socket.write(body);
    socket.write("GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    await once(socket, "close");
    expect(received).toMatch(/HTTP\/1\.1 200 /);
  });
});

describe("the client address", () => {
  const addressOf = async (hops: number, forwarded: string) => {
    const reply = await fetch(`${base}/v1/address/${hops}`, { headers: { "X-Forwarded-For": forwarded } });
    return z.object({ data: z.string() }).parse(await reply.json()).data;
  };

  test("is the socket's without trusted proxies, whatever a header claims", async () => {
    expect(await addressOf(0, "203.0.113.9")).toBe("127.0.0.1");
  });

  test("is taken from the right, as many hops as are trusted", async () => {
    expect(await addressOf(1, "198.51.100.1, 203.0.113.9")).toBe("203.0.113.9");
    expect(await addressOf(2, "198.51.100.1, 203.0.113.9, 10.0.0.1")).toBe("203.0.113.9");
    expect(await addressOf(2, "203.0.113.9")).toBe("203.0.113.9");
    expect(await addressOf(1, "junk")).toBe("127.0.0.1");
  });

  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["192.0.2.1:8080", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2:ffff::9", "2001:db8:1:2::/64"],
    ["[2001:db8::1]:443", "2001:db8::/64"],
    ["2001:db8:0:2:3:4:5:6", "2001:db8:0:2::/64"],
    ["::1", "::1"],
    ["[::1]:3000", "::1"],
    ["::2", "::/64"],
    ["fe80::1%eth0", "fe80::/64"],
    ["unknown", undefined],
    ["", undefined],
  ])("counts %s as %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe("stopping", () => {
  /** A server with one request under way. */
  const busy = async () => {
    const stopping = await listen();
    waiting.length = 0;
    const socket = connect(stopping.port, "127.0.0.1");
    socket.write("GET /v1/slow HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => waiting.length).toBe(1);
    return { stopping, socket };
  };

  test("lets requests under way finish, takes no new ones, and leaves no connection open", async () => {
    const { stopping, socket } = await busy();
    const reply = text(socket);
    const stopped = stopping.stop(60_000);
    await expect.poll(() => fetch(`http://127.0.0.1:${stopping.port}/health`).catch(() => "refused")).toBe("refused");
    for (const finish of waiting) finish();
    expect(await reply).toMatch(/^HTTP\/1\.1 200 /);
    await stopped;
  });

  test("waits for a request whose caller has disconnected, as long as it would for another one", async () => {
    const { stopping, socket } = await busy();
    socket.destroy();
    let isStopped = false;
    const stopped = stopping.stop(60_000).then(() => (isStopped = true));
    await expect.poll(() => fetch(`http://127.0.0.1:${stopping.port}/health`).catch(() => "refused")).toBe("refused");
    // One that has nothing under way stops in the same time.
    await (await listen()).stop(60_000);
    expect(isStopped).toBe(false);
    for (const finish of waiting) finish();
    await stopped;
    const again = await busy();
    again.socket.destroy();
    await again.stopping.stop(50);
  });

  test("cuts unfinished requests when the time is over", async () => {
    const { stopping, socket } = await busy();
    const closed = once(socket, "close");
    await stopping.stop(50);
    await closed;
    expect(socket.bytesRead).toBe(0);
  });

  test("resets no connection of callers that connect all the time", async () => {
    const stopping = await listen();
    const ends: string[] = [];
    const caller = async () => {
      for (let end = "answered"; end === "answered"; ends.push(end)) {
        const socket = connect(stopping.port, "127.0.0.1");
        let isConnected = false;
        socket.on("connect", () => (isConnected = true));
        socket.write("GET /v1/heavy HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        const reply = await text(socket).catch(() => "");
        end = reply.startsWith("HTTP/1.1 200 ") ? "answered" : isConnected ? "reset" : "refused";
      }
    };
    const callers = Array.from({ length: 8 }, caller);
    await expect.poll(() => ends.length).toBeGreaterThan(20);
    await Promise.all([...callers, stopping.stop(60_000)]);
    expect(ends.filter((end) => end !== "answered")).toEqual(callers.map(() => "refused"));
  });

  test("rejects a port that is taken", async () => {
    const taken = startServer(() => app, { port: server.port, host: "127.0.0.1", newId: parts.newId });
    await expect(taken).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});
