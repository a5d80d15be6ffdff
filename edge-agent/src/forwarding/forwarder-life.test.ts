import { expect, test, vi } from "vitest";
import { openTestOutbox, scanCapture } from "../outbox/testing/captures.ts";
import { errorBody } from "./testing/cloud-server.ts";
import { startOutboxAndCloud, startTestForwarder, until } from "./testing/start-test-forwarder.ts";

test("a wall clock that jumps 20 years back stops no retry", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  cloud.respond(() => ({ status: 503, body: errorBody("SERVICE_UNAVAILABLE") }));
  outbox.insert(scanCapture());
  const forwarder = startTestForwarder(outbox, cloud.url);
  await until(() => cloud.requests.length >= 2);
  forwarder.setWallClock(Date.UTC(2006, 0, 1));
  await until(() => cloud.requests.length >= 5);
  cloud.respond(() => undefined);
  await until(() => outbox.status().pending === 0);
  expect(forwarder.status()).toMatchObject({ state: "connected", pause: null });
});

test("stop lets a try finish and cuts one that hangs, whose record is sent again after a restart", async () => {
  const { outbox, cloud, folder } = await startOutboxAndCloud();
  const [slow, hanging] = [scanCapture({ cameraId: "gate-1" }), scanCapture({ cameraId: "gate-2" })];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  cloud.respond(async ({ key }) => {
    if (key === hanging.id) return "hang";
    await released;
    return undefined;
  });
  outbox.insert(slow);
  outbox.insert(hanging);
  const forwarder = startTestForwarder(outbox, cloud.url, { deadlineBaseMs: 60_000 });
  await until(() => cloud.requests.length === 2);
  const stopped = forwarder.stop();
  outbox.insert(scanCapture({ cameraId: "gate-3" }));
  release();
  await stopped;
  expect(cloud.requests).toHaveLength(2);
  expect(outbox.status().pending).toBe(2);
  outbox.close();
  cloud.respond(() => undefined);
  const again = openTestOutbox({ folder });
  startTestForwarder(again, cloud.url);
  await until(() => again.status().pending === 0);
  expect(cloud.effects.get(hanging.id)).toBe(1);
});

test("an idle forwarder looks for work once a minute and not between", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate"] });
  try {
    let looks = 0;
    const nextRecords: typeof outbox.nextRecords = (query) => {
      looks += 1;
      return outbox.nextRecords(query);
    };
    const watched: typeof outbox = { ...outbox, nextRecords };
    const forwarder = startTestForwarder(watched, cloud.url, { idleCheckMs: 60_000 });
    vi.advanceTimersByTime(59_999);
    expect(looks).toBe(1);
    vi.advanceTimersByTime(1);
    expect(looks).toBe(2);
    await forwarder.stop();
  } finally {
    vi.useRealTimers();
  }
});

test("a cloud address that is none is refused at the start", async () => {
  const { outbox } = await startOutboxAndCloud();
  for (const url of ["", "inspection.example.com", "ftp://x", "https://x/?a=1"]) {
    expect(() => startTestForwarder(outbox, url)).toThrow(/must look like https:/);
  }
});
