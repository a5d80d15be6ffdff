import { expect, onTestFinished, test } from "vitest";
import { scanCapture } from "../outbox/testing/captures.ts";
import { type Fault, startFaultProxy } from "./testing/fault-proxy.ts";
import { startOutboxAndCloud, startTestForwarder, until } from "./testing/start-test-forwarder.ts";

async function startBehindProxy() {
  const { outbox, cloud } = await startOutboxAndCloud();
  const proxy = await startFaultProxy(cloud.port);
  onTestFinished(() => proxy.close());
  return { outbox, cloud, proxy };
}

const FAULTS: [Fault, RegExp][] = [
  ["refuse", /connection refused: check the cloud address.*ECONNREFUSED/],
  ["black-hole", / timed out$/],
  ["cut-reply", /closed the connection before it had answered/],
  ["truncate-reply", /closed the connection before it had answered|does not acknowledge/],
];

test.each(FAULTS)("%s: everything waits, and afterwards each record has had one effect", async (fault, reason) => {
  const { outbox, cloud, proxy } = await startBehindProxy();
  await proxy.set(fault);
  const captures = ["gate-1", "gate-1", "gate-2"].map((cameraId) => scanCapture({ cameraId }));
  for (const capture of captures) outbox.insert(capture);
  const forwarder = startTestForwarder(outbox, proxy.url, fault === "black-hole" ? { deadlineBaseMs: 300 } : {});
  await until(() => forwarder.status().state === "paused");
  expect(forwarder.status().pause).toMatchObject({ status: null, reason: expect.stringMatching(reason) });
  expect(outbox.status()).toMatchObject({ pending: 3, parked: 0 });
  await proxy.set("pass");
  await until(() => outbox.status().pending === 0);
  expect([...cloud.effects.keys()].toSorted()).toEqual(captures.map(({ id }) => id).toSorted());
  expect(outbox.status().parked).toBe(0);
});

test("a reset after the cloud has committed sends the record again under the same key", async () => {
  const { outbox, cloud, proxy } = await startBehindProxy();
  await proxy.set("cut-reply");
  const capture = scanCapture();
  outbox.insert(capture);
  startTestForwarder(outbox, proxy.url);
  await until(() => cloud.requests.length >= 2);
  expect(cloud.effects.get(capture.id)).toBe(1);
  await proxy.set("pass");
  await until(() => outbox.status().pending === 0);
  expect(new Set(cloud.requests.map(({ key }) => key))).toEqual(new Set([capture.id]));
  expect(new Set(cloud.requests.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test("an answer that comes byte by byte is an acknowledgement like any other", async () => {
  const { outbox, proxy } = await startBehindProxy();
  await proxy.set("drip-reply");
  outbox.insert(scanCapture());
  const forwarder = startTestForwarder(outbox, proxy.url);
  await until(() => outbox.status().pending === 0);
  expect(forwarder.lines).toEqual([expect.stringContaining("info scan delivered")]);
});

test("an answer without end is cut at its bound", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  cloud.respond(() => ({ status: 200, body: "x".repeat(6 * 1024 * 1024) }));
  outbox.insert(scanCapture());
  const forwarder = startTestForwarder(outbox, cloud.url);
  await until(() => forwarder.status().state === "paused");
  expect(forwarder.status().pause?.reason).toMatch(/the answer is larger than/);
});

test("a name that does not resolve is reported", async () => {
  const { outbox } = await startOutboxAndCloud();
  outbox.insert(scanCapture());
  const forwarder = startTestForwarder(outbox, "http://cloud.invalid", {
    connectTimeoutMs: 5_000,
    deadlineBaseMs: 9_000,
  });
  await until(() => forwarder.status().state === "paused");
  expect(forwarder.status().pause?.reason).toMatch(/cloud\.invalid could not be reached: .*(DNS|EAI_AGAIN|ENOTFOUND)/);
});
