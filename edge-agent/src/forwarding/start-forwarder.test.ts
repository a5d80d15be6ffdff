import { expect, test } from "vitest";
import { eventsCapture, identifyCapture, scanCapture } from "../outbox/testing/captures.ts";
import { errorBody } from "./testing/cloud-server.ts";
import { startOutboxAndCloud, startTestForwarder, until } from "./testing/start-test-forwarder.ts";

test("each kind goes to its route with key, id and pictures, and is deleted once the cloud echoes its id", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const scan = scanCapture({
    containerNumber: "MSCU 123/4",
    pictures: { original: Buffer.from("original"), annotated: Buffer.from("annotated"), small: Buffer.from("s") },
  });
  const captures = [scan, identifyCapture(), eventsCapture(2)];
  for (const capture of captures) outbox.insert(capture);
  const forwarder = startTestForwarder(outbox, `${cloud.url}/base/`);
  await until(() => outbox.status().pending === 0);
  expect(Object.fromEntries(cloud.requests.map(({ path, key }) => [path, key]))).toEqual({
    "/base/v1/edge/containers/MSCU%20123%2F4/scans/category": captures[0]?.id,
    "/base/v1/edge/containers/identify": captures[1]?.id,
    "/base/v1/tracking-data/stream-events": captures[2]?.id,
  });
  const sentScan = cloud.requests.find(({ key }) => key === scan.id);
  expect(sentScan).toMatchObject({
    apiKey: "test-key",
    contentType: "application/json",
    body: {
      detections: scan.payload.detections,
      image: Buffer.from("original").toString("base64"),
      visualization: Buffer.from("annotated").toString("base64"),
      camera_id: "gate-1",
      sequence: 1,
    },
  });
  expect(sentScan?.body).not.toHaveProperty("image_reduced");
  await until(() => forwarder.status().inFlight === 0);
  expect(forwarder.status()).toMatchObject({ state: "connected", pause: null, pausedKinds: [], setAside: 0 });
  await until(() => forwarder.status().lastDeliveredAtMs !== null);
});

test("a trace that a record was captured in is stored with it and passed on, also where this agent traces nothing", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  outbox.insert(scanCapture({ traceparent }));
  outbox.insert(identifyCapture());
  startTestForwarder(outbox, cloud.url);
  await until(() => outbox.status().pending === 0);
  const sent = cloud.requests.toSorted((one, other) => one.path.length - other.path.length);
  expect(sent.map((request) => request.traceparent)).toEqual([undefined, traceparent]);
  expect(sent.map(({ body }) => body["traceparent"])).toEqual([undefined, traceparent]);
});

test("a few records are sent at once, scans of all cameras before events, and a camera with many delays no other", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const release = Promise.withResolvers<undefined>();
  cloud.respond(() => release.promise);
  const events = ["gate-1", "gate-2"].map((cameraId) => eventsCapture(1, { cameraId }));
  const many = Array.from({ length: 8 }, () => scanCapture({ cameraId: "gate-1" }));
  const few = Array.from({ length: 2 }, () => scanCapture({ cameraId: "gate-2" }));
  for (const capture of [...events, ...many, ...few]) outbox.insert(capture);
  startTestForwarder(outbox, cloud.url);
  await until(() => cloud.requests.length === 4);
  const sent = () => cloud.requests.map(({ key }) => key);
  expect(new Set(sent())).toEqual(new Set([...many.slice(0, 2), ...few].map(({ id }) => id)));
  release.resolve(undefined);
  await until(() => outbox.status().pending === 0);
  expect(cloud.mostInFlight()).toBe(4);
  expect(new Set(sent().slice(-2))).toEqual(new Set(events.map(({ id }) => id)));
});

test("a camera with an older backlog does not keep the records of another one waiting", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const waiting: (() => void)[] = [];
  cloud.respond(() => new Promise((resolve) => waiting.push(() => resolve(undefined))));
  for (let count = 0; count < 8; count++) outbox.insert(scanCapture({ cameraId: "gate-1" }));
  startTestForwarder(outbox, cloud.url);
  await until(() => waiting.length === 4);
  const late = scanCapture({ cameraId: "gate-2" });
  outbox.insert(late);
  waiting[0]?.();
  await until(() => waiting.length === 5);
  expect(cloud.requests.at(-1)?.key).toBe(late.id);
});

test("events that come within a time are sent together, and at once when it is asked to", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const forwarder = startTestForwarder(outbox, cloud.url, { eventsEveryMs: 3_600_000 });
  outbox.insert(eventsCapture(1));
  await until(() => outbox.status().pending === 0);
  for (const count of [2, 3, 4]) outbox.insert(eventsCapture(count));
  for (const capture of [eventsCapture(1, { cameraId: "gate-2" }), scanCapture()]) outbox.insert(capture);
  await until(() => outbox.status().pending === 3 && forwarder.status().inFlight === 0);
  expect(cloud.requests).toHaveLength(3);
  forwarder.wake();
  await until(() => outbox.status().pending === 0);
  expect(cloud.requests).toHaveLength(4);
  expect(cloud.requests[3]?.body["events"]).toHaveLength(9);
});

test("a single camera has several records on the way", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  cloud.respond(() => "hang");
  const captures = Array.from({ length: 6 }, () => scanCapture());
  for (const capture of captures) outbox.insert(capture);
  const forwarder = startTestForwarder(outbox, cloud.url);
  await until(() => cloud.requests.length === 4);
  expect(forwarder.status().inFlight).toBe(4);
  expect(new Set(cloud.requests.map(({ key }) => key))).toEqual(new Set(captures.slice(0, 4).map(({ id }) => id)));
});

test.each([
  ["401", { status: 401, body: errorBody("INVALID_API_KEY") }, /INVALID_API_KEY/],
  ["403", { status: 403, body: errorBody("FORBIDDEN") }, /403/],
  ["408", { status: 408, body: errorBody("NOT_FOUND") }, /408/],
  ["426", { status: 426, body: errorBody("NOT_FOUND") }, /426/],
  ["429", { status: 429, body: errorBody("RATE_LIMIT_EXCEEDED") }, /429/],
  ["502 of a proxy", { status: 502, body: "<h1>Bad gateway</h1>" }, /502 is not the cloud's/],
  ["503", { status: 503, body: errorBody("SERVICE_UNAVAILABLE") }, /503/],
  ["400 that is not ours", { status: 400, body: "<h1>Bad request</h1>" }, /400 is not the cloud's/],
  [
    "a captive portal's 200",
    { status: 200, body: "<h1>Welcome! Accept our terms</h1>" },
    /does not acknowledge.*Welcome/,
  ],
  ["200 for another key", { status: 200, body: { success: true, idempotencyKey: "other" } }, /does not acknowledge/],
  ["events without a list of rejections", { status: 201, body: { success: true, data: {} } }, /does not acknowledge/],
])(
  "%s makes everything wait, counts nothing, and everything is delivered once afterwards",
  async (_, reply, reason) => {
    const { outbox, cloud } = await startOutboxAndCloud();
    for (const cameraId of ["gate-1", "gate-2", "gate-3"]) outbox.insert(scanCapture({ cameraId }));
    outbox.insert(eventsCapture(1));
    cloud.respond(() => reply);
    const forwarder = startTestForwarder(outbox, cloud.url);
    await until(() => cloud.requests.length >= 12);
    expect(forwarder.status()).toMatchObject({
      state: "paused",
      pause: { status: reply.status, reason: expect.stringMatching(reason) },
    });
    expect(outbox.status()).toMatchObject({ pending: 4, parked: 0 });
    cloud.respond(() => undefined);
    await until(() => outbox.status().pending === 0);
    expect([...cloud.effects.values()]).toEqual([1, 1, 1, 1]);
    expect(outbox.status().parked).toBe(0);
    expect(forwarder.status().state).toBe("connected");
  },
);

test("a redirect is not followed, not even by the key", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const elsewhere = await startOutboxAndCloud();
  outbox.insert(scanCapture());
  cloud.respond(() => ({ status: 307, headers: { location: `${elsewhere.cloud.url}/login` } }));
  const forwarder = startTestForwarder(outbox, cloud.url);
  await until(() => cloud.requests.length >= 3);
  expect(forwarder.status()).toMatchObject({ state: "paused", pause: { status: 307 } });
  expect(elsewhere.cloud.requests).toEqual([]);
});

test("while everything waits one record probes, not all", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  for (let camera = 0; camera < 10; camera++) outbox.insert(scanCapture({ cameraId: `gate-${camera}` }));
  let open = 0;
  let mostOpen = 0;
  cloud.respond(async () => {
    open += 1;
    if (cloud.requests.length > 8) mostOpen = Math.max(mostOpen, open);
    await new Promise(setImmediate);
    open -= 1;
    return { status: 503, body: errorBody("SERVICE_UNAVAILABLE") };
  });
  startTestForwarder(outbox, cloud.url);
  await until(() => cloud.requests.length >= 20);
  expect(mostOpen).toBe(1);
});

test.each([404, 405])("a %d makes its kind wait and no other", async (status) => {
  const { outbox, cloud } = await startOutboxAndCloud();
  cloud.respond(({ path }) => (path.endsWith("stream-events") ? { status, body: errorBody("NOT_FOUND") } : undefined));
  for (const cameraId of ["gate-1", "gate-2"]) {
    outbox.insert(eventsCapture(1, { cameraId }));
    outbox.insert(scanCapture({ cameraId }));
  }
  const forwarder = startTestForwarder(outbox, cloud.url);
  await until(() => cloud.requests.filter(({ path }) => path.endsWith("stream-events")).length >= 4);
  outbox.insert(scanCapture({ cameraId: "gate-1" }));
  await until(() => outbox.status().pendingByKind["category-scan"] === 0);
  expect(forwarder.status()).toMatchObject({ state: "connected", pausedKinds: [{ kind: "stream-events", status }] });
  expect(outbox.status()).toMatchObject({ pending: 2, parked: 0 });
  cloud.respond(() => undefined);
  await until(() => outbox.status().pending === 0);
  expect(forwarder.status().pausedKinds).toEqual([]);
});

test.each([400, 409, 413, 415, 422])(
  "a %d with the cloud's envelope parks that record with its reason and stops no other",
  async (status) => {
    const { outbox, cloud } = await startOutboxAndCloud();
    const [bad, good] = [scanCapture(), scanCapture()];
    cloud.respond(({ key }) => (key === bad.id ? { status, body: errorBody("VALIDATION_ERROR") } : undefined));
    outbox.insert(bad);
    outbox.insert(good);
    const forwarder = startTestForwarder(outbox, cloud.url);
    await until(() => outbox.status().pending === 0);
    expect(outbox.parked()).toMatchObject([
      { id: bad.id, lastStatus: status, reason: expect.stringContaining("VALIDATION_ERROR for the test") },
    ]);
    expect(cloud.effects.has(good.id)).toBe(true);
    expect(forwarder.status().state).toBe("connected");
  },
);

test("a 500 that one record gets while others pass parks it after eight tries", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const bad = scanCapture();
  cloud.respond(({ key }) => (key === bad.id ? { status: 500, body: errorBody("INTERNAL_ERROR") } : undefined));
  outbox.insert(bad);
  startTestForwarder(outbox, cloud.url);
  // Others keep coming, from the same camera and from another.
  for (let count = 0; outbox.status().parked === 0 && count < 500; count++) {
    const next = scanCapture({ cameraId: count % 2 === 0 ? "gate-1" : "gate-2" });
    outbox.insert(next);
    await until(() => cloud.effects.has(next.id));
  }
  expect(outbox.parked()).toMatchObject([{ id: bad.id, attempts: 8, lastStatus: 500 }]);
  expect(cloud.requests.filter(({ key }) => key === bad.id).length).toBeGreaterThanOrEqual(8);
});

test("a 500 that all get counts against none, however long it lasts", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  for (const cameraId of ["gate-1", "gate-1", "gate-2"]) outbox.insert(scanCapture({ cameraId }));
  cloud.respond(() => ({ status: 500, body: errorBody("INTERNAL_ERROR") }));
  startTestForwarder(outbox, cloud.url);
  await until(() => cloud.requests.length >= 40);
  cloud.respond(() => undefined);
  await until(() => outbox.status().pending === 0);
  expect(outbox.status().parked).toBe(0);
});

test("rejected events are parked before their batch is deleted", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const batch = eventsCapture(3);
  cloud.respond(({ key }) => {
    const rejected = [{ index: 1, code: "VALIDATION_ERROR", message: "bad box" }];
    return {
      status: 200,
      body: { success: true, data: { accepted: 2, duplicates: 0, rejected }, idempotencyKey: key },
    };
  });
  outbox.insert(batch);
  startTestForwarder(outbox, cloud.url);
  await until(() => outbox.status().pending === 0);
  expect(outbox.parked()).toMatchObject([
    { kind: "stream-events", reason: expect.stringContaining("[0] VALIDATION_ERROR: bad box") },
  ]);
});

test("Retry-After is obeyed up to its cap", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const busy = (seconds: string) => () =>
    cloud.requests.length === 1
      ? { status: 503, headers: { "retry-after": seconds }, body: errorBody("SERVICE_UNAVAILABLE") }
      : undefined;
  cloud.respond(busy("1"));
  outbox.insert(scanCapture());
  const forwarder = startTestForwarder(outbox, cloud.url, { retryAfterMaxMs: 400 });
  await until(() => outbox.status().pending === 0);
  const [first, second] = cloud.requests;
  expect(second!.atMs - first!.atMs).toBeGreaterThan(390);
  await forwarder.stop();
});

test("a record that is parked proves that the path is good", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  cloud.respond(() => {
    const busy = cloud.requests.length < 3;
    return busy
      ? { status: 503, body: errorBody("SERVICE_UNAVAILABLE") }
      : { status: 400, body: errorBody("VALIDATION_ERROR") };
  });
  outbox.insert(scanCapture());
  const forwarder = startTestForwarder(outbox, cloud.url);
  await until(() => outbox.status().parked === 1);
  expect(forwarder.status()).toMatchObject({ state: "connected", pause: null });
});
