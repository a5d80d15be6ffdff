import { expect, test } from "vitest";
import { identifyCapture, scanCapture } from "../outbox/testing/captures.ts";
import { type CloudServer, errorBody } from "./testing/cloud-server.ts";
import { startOutboxAndCloud, startTestForwarder, until } from "./testing/start-test-forwarder.ts";

const ROUTES = /^\/v1\/(edge\/containers\/([^/]+\/scans\/category|identify)|tracking-data\/stream-events)$/;

/** Answers as the cloud does: 404 in its envelope for every path that it has no route for. */
function routeRequests(cloud: CloudServer) {
  cloud.respond(({ path }) => (ROUTES.test(path) ? undefined : { status: 404, body: errorBody("NOT_FOUND") }));
}

test("a scan whose number makes its path another one is parked, and keeps no other scan waiting", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  routeRequests(cloud);
  // An address ends in the segment "..": the path becomes /v1/edge/scans/category.
  const bad = ["..", ".", ".."].map((containerNumber) => scanCapture({ containerNumber }));
  for (const capture of bad) outbox.insert(capture);
  startTestForwarder(outbox, cloud.url);
  await until(() => cloud.requests.length > 0);
  for (let count = 0; outbox.status().parked < bad.length && count < 500; count++) {
    const next = scanCapture({ cameraId: count % 2 === 0 ? "gate-1" : "gate-2" });
    outbox.insert(next);
    await until(() => cloud.effects.has(next.id));
  }
  const parked = outbox.parked().toSorted((a, b) => a.sequence - b.sequence);
  expect(parked.map(({ id }) => id)).toEqual(bad.map(({ id }) => id));
  for (const record of parked) {
    expect(record).toMatchObject({ attempts: 8, lastStatus: 404 });
    expect(record.reason).toMatch(/NOT_FOUND for the test; other records of its kind are delivered, 8 times/);
  }
  const tries = cloud.requests.filter(({ key }) => key === bad[0]?.id).length;
  expect(tries).toBeGreaterThan(8);
  expect(tries).toBeLessThan(30);
});

test("scans that came after one that is refused alone are delivered, even when no further ones arrive", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  routeRequests(cloud);
  outbox.insert(scanCapture({ containerNumber: ".." }));
  outbox.insert(scanCapture({ containerNumber: ".." }));
  for (const cameraId of ["gate-1", "gate-1", "gate-2", "gate-3"]) outbox.insert(scanCapture({ cameraId }));
  const forwarder = startTestForwarder(outbox, cloud.url);
  await until(() => outbox.status().pending === 2);
  expect(cloud.effects.size).toBe(4);
  await forwarder.stop();
});

test("another scan is not kept waiting by one that has long been refused alone", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  routeRequests(cloud);
  const bad = scanCapture({ containerNumber: ".." });
  outbox.insert(bad);
  // The waits grow to minutes at once; only refused records may wait that long.
  const forwarder = startTestForwarder(outbox, cloud.url, { retryMinMs: 100, retryMaxMs: 3_600_000 });
  await until(() => cloud.requests.length >= 4);
  const next = scanCapture({ cameraId: "gate-2" });
  outbox.insert(next);
  await until(() => cloud.effects.has(next.id));
  await until(() => outbox.status().pending === 1);
  await until(() => forwarder.status().pausedKinds.length === 0);
  expect(outbox.status().parked).toBe(0);
});

test.each([404, 405])("a %d that all of a kind get parks none, and each is tried in turn", async (status) => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const scans = Array.from({ length: 5 }, () => scanCapture());
  for (const capture of scans) outbox.insert(capture);
  cloud.respond(({ path }) => (path.endsWith("identify") ? undefined : { status, body: errorBody("NOT_FOUND") }));
  const forwarder = startTestForwarder(outbox, cloud.url);
  await until(() => cloud.requests.length >= 60);
  const tries = scans.map(({ id }) => cloud.requests.filter(({ key }) => key === id).length);
  expect(Math.max(...tries) - Math.min(...tries)).toBeLessThanOrEqual(1);
  outbox.insert(identifyCapture());
  await until(() => outbox.status().pending === 5);
  expect(forwarder.status()).toMatchObject({ pausedKinds: [{ kind: "category-scan", status }], setAside: 0 });
  expect(outbox.status().parked).toBe(0);
  cloud.respond(() => undefined);
  await until(() => outbox.status().pending === 0);
  expect(outbox.status().parked).toBe(0);
});
