import { heartbeatRequest, type HeartbeatRequest } from "@container-inspection/shared-schemas/heartbeats";
import { expect, onTestFinished, test } from "vitest";
import { createTestLogger } from "../../outbox/testing/captures.ts";
import { fixedKey } from "../link/api-key.ts";
import { createCloudLink } from "../link/cloud-link.ts";
import { DIRECT } from "../link/open-dispatcher.ts";
import { type HeartbeatReply, startHeartbeats } from "./send-heartbeats.ts";
import { errorBody, startCloudServer } from "../testing/cloud-server.ts";
import { until } from "../testing/start-test-forwarder.ts";

const SENT: HeartbeatRequest = { device_id: "gate-1", timestamp: new Date(0), queue: { pending: 3 }, cameras: [] };
const HOUR_MS = 3_600_000;

async function startSending(timing: { intervalMs: number; deadlineMs?: number }, read = async () => SENT) {
  const cloud = await startCloudServer();
  onTestFinished(() => cloud.close());
  const logger = createTestLogger();
  const start = (onReply: (reply: HeartbeatReply) => void = () => {}) => {
    const heartbeats = startHeartbeats({
      link: createCloudLink({ cloudUrl: `${cloud.url}/base/`, apiKey: fixedKey("key"), network: DIRECT }),
      read,
      onReply,
      logger,
      ...timing,
    });
    onTestFinished(() => heartbeats.stop());
    return heartbeats;
  };
  return { cloud, lines: logger.lines, start };
}

test("the first goes out at once, signed, without a key to remember it by, as the cloud reads it", async () => {
  const { cloud, lines, start } = await startSending({ intervalMs: HOUR_MS });
  start();
  await until(() => cloud.requests.length === 1);
  expect(cloud.requests[0]).toMatchObject({
    path: "/base/v1/edge/heartbeat",
    apiKey: "key",
    key: "",
    contentType: "application/json",
  });
  expect(heartbeatRequest.parse(cloud.requests[0]?.body)).toEqual(SENT);
  expect(lines).toEqual([]);
});

test("while the cloud fails they continue, and the log has one line for each change", async () => {
  const { cloud, lines, start } = await startSending({ intervalMs: 5 });
  const next = async (count = 3) => {
    const before = cloud.requests.length;
    await until(() => cloud.requests.length >= before + count);
  };
  cloud.respond(() => ({ status: 401, body: errorBody("INVALID_API_KEY") }));
  start();
  await next();
  cloud.respond(() => ({ status: 503, body: errorBody("UNAVAILABLE") }));
  await next();
  cloud.respond(() => ({ status: 200, body: "<h1>Accept our terms</h1>" }));
  await next();
  cloud.respond(() => undefined);
  await next();
  expect(lines).toEqual([
    expect.stringMatching(/^warn the cloud does not accept heartbeats .*401 INVALID_API_KEY/),
    expect.stringMatching(/^warn the cloud does not accept heartbeats .*503 UNAVAILABLE/),
    expect.stringMatching(/^warn the cloud does not accept heartbeats .*200 is not the cloud's/),
    expect.stringMatching(/^info the cloud accepts heartbeats again/),
  ]);
});

test("a cloud that does not answer costs a try its deadline, not the next one", async () => {
  const { cloud, lines, start } = await startSending({ intervalMs: 5, deadlineMs: 50 });
  cloud.respond(() => "hang");
  start();
  await until(() => cloud.requests.length >= 3);
  expect(cloud.mostInFlight()).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^warn .* timed out"/)]);
});

test("a status that cannot be read ends nothing", async () => {
  let reads = 0;
  const { cloud, lines, start } = await startSending({ intervalMs: 5 }, async () => {
    reads += 1;
    if (reads < 4) throw new Error("the disk is missing");
    return SENT;
  });
  start();
  await until(() => cloud.requests.length >= 2);
  expect(lines).toEqual([expect.stringMatching(/^warn .*the disk is missing/), expect.stringMatching(/^info /)]);
});

test("stop aborts an attempt that hangs, and logs nothing", async () => {
  const { cloud, lines, start } = await startSending({ intervalMs: 5, deadlineMs: HOUR_MS });
  cloud.respond(() => "hang");
  const heartbeats = start();
  await until(() => cloud.requests.length === 1);
  await heartbeats.stop();
  expect({ sent: cloud.requests.length, lines }).toEqual({ sent: 1, lines: [] });
});

test("stop ends a wait for the next one", async () => {
  const { cloud, start } = await startSending({ intervalMs: HOUR_MS });
  const heartbeats = start();
  await until(() => cloud.requests.length === 1);
  await heartbeats.stop();
  expect(cloud.requests).toHaveLength(1);
});

test("the encodings that each reply announces are passed on, and none where it announces none", async () => {
  const { cloud, start } = await startSending({ intervalMs: 5 });
  const announced: (readonly string[])[] = [];
  cloud.respond(() => ({ status: 200, body: { success: true, data: { requestEncodings: ["gzip"] } } }));
  start(({ requestEncodings }) => announced.push(requestEncodings));
  await until(() => announced.length > 0);
  expect(announced[0]).toEqual(["gzip"]);
  cloud.respond(() => ({ status: 200, body: { success: true, data: { requestEncodings: "gzip" } } }));
  await until(() => announced.at(-1)?.length === 0);
  cloud.respond(() => ({ status: 200, body: { success: true } }));
  const before = announced.length;
  await until(() => announced.length > before + 1);
  expect(announced.at(-1)).toEqual([]);
});

test("the registered signing key that each reply names is passed on: null for none, undefined where it names none", async () => {
  const { cloud, start } = await startSending({ intervalMs: 5 });
  const named: (string | null | undefined)[] = [];
  const bodies = [{ signingKeyFingerprint: "f1" }, { signingKeyFingerprint: null }, { signingKeyFingerprint: 1 }, {}];
  cloud.respond(() => ({ status: 200, body: { success: true, data: bodies[cloud.requests.length - 1] ?? {} } }));
  start(({ signingKeyFingerprint }) => named.push(signingKeyFingerprint));
  await until(() => named.length >= bodies.length);
  expect(named.slice(0, 4)).toEqual(["f1", null, undefined, undefined]);
});

test("the operators on shift that each reply names are passed on, and none where it names none", async () => {
  const { cloud, lines, start } = await startSending({ intervalMs: 5 });
  const replies: HeartbeatReply[] = [];
  const lanes = [{ cameraId: "top", operatorEmail: "ann@example.com", until: "2026-11-23T08:00:00.000Z" }];
  const receivedAt = "2026-11-23T00:00:00.000Z";
  const bodies = [{ receivedAt, lanes, more: 1 }, { receivedAt }, { receivedAt: "today", lanes: [{ cameraId: 1 }] }];
  cloud.respond(() => ({ status: 200, body: { success: true, data: bodies[cloud.requests.length - 1] } }));
  start((reply) => replies.push(reply));
  await until(() => replies.length > bodies.length);
  expect(replies.slice(0, 4).map((reply) => [reply.receivedAt, reply.lanes])).toEqual([
    [receivedAt, lanes],
    [receivedAt, []],
    [undefined, []],
    [undefined, []],
  ]);
  expect(lines).toEqual([]);
});
