import { describe, expect, test } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { startWebServer } from "../../platform/outbound/testing.ts";
import { createFcm } from "./fcm.ts";
import { fcmError, startFcmServer } from "./testing.ts";

const message = {
  token: "token-1",
  platform: "android" as const,
  title: "Container CSQU3054383 is escalated",
  body: "the seal looks new",
  data: { escalationId: "e1", reason: "the seal looks new" },
  collapseKey: "e1",
  ttlSeconds: 14_400,
};

const setUp = async () => {
  const server = await startFcmServer();
  let aheadMs = 0;
  const fcm = createFcm({ ...server.settings.push, nowMs: () => Date.now() + aheadMs });
  cleanUpLater(() => fcm.close());
  const send = (changes: Partial<Parameters<typeof fcm.send>[0]> = {}, signal = AbortSignal.timeout(10_000)) =>
    fcm.send({ ...message, ...changes }, signal);
  return { server, send, advanceMs: (ms: number) => (aheadMs += ms) };
};

describe("a message", () => {
  test("goes to Android with its own fields, and to iOS with Apple's", async () => {
    const { server, send } = await setUp();
    expect(await send()).toEqual({ kind: "delivered" });
    expect(await send({ token: "token-2", platform: "ios" })).toEqual({ kind: "delivered" });
    const { title, body, data, collapseKey } = message;
    const common = { notification: { title, body }, data };
    expect(server.taken).toEqual([
      {
        token: "token-1",
        ...common,
        android: { priority: "HIGH", ttl: "14400s", collapse_key: collapseKey, notification: { tag: collapseKey } },
      },
      {
        token: "token-2",
        ...common,
        apns: {
          headers: { "apns-priority": "10", "apns-expiration": expect.any(String), "apns-collapse-id": collapseKey },
          payload: { aps: { sound: "default" } },
        },
      },
    ]);
    expect(server.complaints).toEqual([]);
  });

  test("with the longest reason in any script fits into FCM's limit", async () => {
    const { server, send } = await setUp();
    for (const reason of ["x".repeat(2_000), "集装箱".repeat(666), "👩‍🔧".repeat(400), '"\u0001'.repeat(1_000)])
      expect(await send({ body: reason, data: { ...message.data, reason } })).toEqual({ kind: "delivered" });
    expect(server.taken[1]?.notification.body).toMatch(/^(集装箱)+(集装?)?…$/);
    expect(server.taken[2]?.notification.body).toMatch(/^(👩‍🔧)+…$/u);
  });
});

describe("access tokens", () => {
  test("are requested once for concurrent callers, and again when they expire", async () => {
    const { server, send, advanceMs } = await setUp();
    await Promise.all(Array.from({ length: 10 }, (_, index) => send({ token: `token-${index}` })));
    expect([server.issued, server.taken.length]).toEqual([1, 10]);
    advanceMs(3_600_000);
    await send();
    expect([server.issued, server.complaints]).toEqual([2, []]);
  });

  test("are replaced once when they are refused", async () => {
    const { server, send } = await setUp();
    await send();
    server.revoked.add("access-1");
    expect(await send()).toEqual({ kind: "delivered" });
    expect(server.issued).toBe(2);
    for (const number of [3, 4, 5]) server.revoked.add(`access-${number}`);
    server.revoked.add("access-2");
    expect(await send()).toMatchObject({ kind: "later", reason: expect.stringContaining("refuses fresh access") });
    expect(server.issued).toBe(3);
  });

  test("that cannot be obtained defer the message, with the reason", async () => {
    const { server, send } = await setUp();
    server.answerToken = () => (response) =>
      void response.writeHead(503, { "Retry-After": "90" }).end("<html>away</html>");
    expect(await send()).toEqual({ kind: "later", askedSeconds: 90, reason: expect.stringContaining("503") });
    server.answerToken = () => (response) =>
      void response.writeHead(400).end('{"error":"invalid_grant","error_description":"Invalid JWT Signature."}');
    expect(await send()).toMatchObject({ kind: "later", reason: expect.stringMatching(/invalid_grant Invalid JWT/) });
  });
});

describe("what FCM answers", () => {
  const violation = (field: string) => [
    { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field, description: "bad" }] },
  ];
  const words = {
    error: { status: "INVALID_ARGUMENT", message: "The registration token is not a valid FCM registration token" },
  };

  test.each([
    ["UNREGISTERED", fcmError(404, "UNREGISTERED"), { kind: "dead-token" }],
    ["SENDER_ID_MISMATCH", fcmError(403, "SENDER_ID_MISMATCH"), { kind: "dead-token" }],
    ["INVALID_ARGUMENT of the token", fcmError(400, "INVALID_ARGUMENT", {}, violation("message.token")), { kind: "dead-token" }],
    ["INVALID_ARGUMENT of the token in words", (response) => void response.writeHead(400).end(JSON.stringify(words)), { kind: "dead-token" }],
    ["INVALID_ARGUMENT of another field", fcmError(400, "INVALID_ARGUMENT", {}, violation("message.android.ttl")), { kind: "refused" }],
    ["QUOTA_EXCEEDED with a time", fcmError(429, "QUOTA_EXCEEDED", { "Retry-After": "33" }), { kind: "later", askedSeconds: 33 }],
    ["QUOTA_EXCEEDED without", fcmError(429, "QUOTA_EXCEEDED"), { kind: "later", askedSeconds: 60 }],
    ["UNAVAILABLE", fcmError(503, "UNAVAILABLE", { "Retry-After": "5" }), { kind: "later", askedSeconds: 5 }],
    ["INTERNAL", fcmError(500, "INTERNAL"), { kind: "later" }],
    ["THIRD_PARTY_AUTH_ERROR", fcmError(401, "THIRD_PARTY_AUTH_ERROR"), { kind: "later" }],
    ["a project that may not", fcmError(403, "PERMISSION_DENIED"), { kind: "later" }],
    ["a page of HTML with 404", (response) => void response.writeHead(404).end("<html>not found</html>"), { kind: "later" }],
    ["a page of HTML with 200", (response) => void response.writeHead(200).end("<html>sign in to the Wi-Fi</html>"), { kind: "later" }],
    ["garbage", (response) => void response.writeHead(200).end(Buffer.from([0, 255, 1, 2])), { kind: "later" }],
    ["half of an answer", (response) => { response.writeHead(200, { "Content-Length": "50" }).write('{"name":', () => response.destroy()); }, { kind: "later" }],
    ["a reset", (response) => void response.socket?.resetAndDestroy(), { kind: "later" }],
    ["a redirect", (response) => void response.writeHead(302, { Location: "https://example.com" }).end(), { kind: "later" }],
    ["an endless answer", (response) => { const timer = setInterval(() => response.write("x".repeat(65_536)), 1); response.on("close", () => clearInterval(timer)); }, { kind: "later" }],
  ] satisfies [string, ReturnType<typeof fcmError>, object][])("%s", async (_name, answer, outcome) => {
    const { server, send } = await setUp();
    server.answer = () => answer;
    expect(await send()).toMatchObject({ reason: expect.stringMatching(/\w{3}/), ...outcome });
    server.answer = () => undefined;
    expect(await send()).toEqual({ kind: "delivered" });
    expect(server.issued).toBe(1);
  }); // prettier-ignore

  test("too late counts as no answer", async () => {
    const { server, send } = await setUp();
    server.answer = () => () => {};
    expect(await send({}, AbortSignal.timeout(200))).toMatchObject({ kind: "later" });
  });

  test("nothing, since the connection fails, defers it", async () => {
    const { account } = await startFcmServer();
    const broken = await startWebServer((request) => request.socket.destroy());
    const fcm = createFcm({ account, url: broken, nowMs: Date.now });
    expect(await fcm.send(message, AbortSignal.timeout(5_000))).toMatchObject({ kind: "later" });
    await fcm.close();
  });
});
