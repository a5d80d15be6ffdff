import { expect, onTestFinished, test } from "vitest";
import { scanCapture } from "../outbox/testing/captures.ts";
import { DIRECT } from "./link/open-dispatcher.ts";
import { startCloudServer } from "./testing/cloud-server.ts";
import { startFaultProxy } from "./testing/fault-proxy.ts";
import { startOutboxAndCloud, startTestForwarder, until } from "./testing/start-test-forwarder.ts";

const HOUR_MS = 3_600_000;

/** A cloud behind two addresses; faults happen at the first. */
async function startAtTwoAddresses(failBackMs: number) {
  const { outbox, cloud } = await startOutboxAndCloud();
  const [first, second] = [await startFaultProxy(cloud.port), await startFaultProxy(cloud.port)];
  onTestFinished(async () => void (await Promise.all([first.close(), second.close()])));
  // With a path, as behind a proxy that serves several systems.
  const network = { ...DIRECT, fallback: { from: first.url, to: `${second.url}/site`, failBackMs } };
  const isDelivered = (id: string) => cloud.effects.has(id) && outbox.status().pending === 0;
  /** The path under which a new scan arrives. */
  const deliver = async () => {
    const capture = scanCapture();
    outbox.insert(capture);
    await until(() => isDelivered(capture.id));
    const path = cloud.requests.find(({ key }) => key === capture.id)?.path ?? "";
    return path.startsWith("/site/") ? "second" : "first";
  };
  const start = () => startTestForwarder(outbox, first.url, {}, network);
  return { cloud, first, second, start, deliver };
}

test.each(["refuse", "cut-reply"] as const)("when the first address fails (%s), the second is used", async (fault) => {
  const { cloud, first, start, deliver } = await startAtTwoAddresses(HOUR_MS);
  const forwarder = start();
  expect(await deliver()).toBe("first");
  await first.set(fault);
  await deliver();
  expect(await deliver()).toBe("second");
  expect(forwarder.status()).toMatchObject({ state: "connected", usesFallback: true });
  // The first address works again, and is not tried before its time.
  await first.set("pass");
  expect(await deliver()).toBe("second");
  expect([...cloud.effects.values()].every((effects) => effects === 1)).toBe(true);
});

test("the first address is tried again after a time, and used once it answers", async () => {
  const { first, start, deliver } = await startAtTwoAddresses(300);
  const forwarder = start();
  await first.set("refuse");
  expect(await deliver()).toBe("second");
  await first.set("pass");
  await until(() => !forwarder.status().usesFallback);
  expect(await deliver()).toBe("first");
});

test("when the second address fails, the first is used again", async () => {
  const { first, second, start, deliver } = await startAtTwoAddresses(HOUR_MS);
  start();
  await first.set("refuse");
  expect(await deliver()).toBe("second");
  await first.set("pass");
  await second.set("refuse");
  expect(await deliver()).toBe("first");
});

test("an answer at the first address that is not the cloud's moves to the second", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const portal = await startCloudServer();
  onTestFinished(() => portal.close());
  portal.respond(() => ({ status: 200, body: "<h1>Welcome" }));
  const capture = scanCapture();
  outbox.insert(capture);
  const fallback = { from: portal.url, to: cloud.url, failBackMs: HOUR_MS };
  startTestForwarder(outbox, portal.url, {}, { ...DIRECT, fallback });
  await until(() => outbox.status().pending === 0);
  expect(cloud.effects.get(capture.id)).toBe(1);
});
