import { expect, test } from "vitest";
import { eventsCapture, scanCapture } from "../outbox/testing/captures.ts";
import { makeCertificate } from "./testing/make-certificate.ts";
import { startOutboxAndCloud, startTestForwarder, until } from "./testing/start-test-forwarder.ts";
import { startTlsFront } from "./testing/tls-front.ts";

const LOCATION = "https://portal.example.com/login?from=1";
const NO_CERTIFICATE = "<html><head><title>400 No required SSL certificate was sent</title></head></html>";
const WRONG_PORT = "<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head></html>";

test.each([
  ["a redirect", { status: 302, headers: { location: LOCATION } }, `redirects to "${LOCATION}": a sign-in page of`],
  ["a sign-in page", { status: 200, body: "<!doctype html><p>Welcome" }, "a sign-in page of the network may answer"],
  [
    "a page where nothing is",
    { status: 404, body: "<h1>Not found" },
    "check cloud.url: it is the address of the cloud without /v1",
  ],
  ["a server that expects TLS", { status: 400, body: WRONG_PORT }, "write https:// in cloud.url"],
  ["a server that requires a certificate", { status: 400, body: NO_CERTIFICATE }, "; check cloud.clientCertificate"],
])("%s is named in the reason why everything waits", async (_, reply, reason) => {
  const { outbox, cloud } = await startOutboxAndCloud();
  cloud.respond(() => reply);
  outbox.insert(scanCapture());
  const forwarder = startTestForwarder(outbox, cloud.url);
  const pause = () => forwarder.status().pause ?? forwarder.status().pausedKinds[0];
  await until(() => pause() !== undefined);
  expect(pause()?.reason).toContain(reason);
  expect(outbox.status()).toMatchObject({ pending: 1, parked: 0 });
});

test.each([
  ["http:// to a port with TLS", true, /closed the connection.*write https:\/\/ in cloud\.url/],
  ["https:// to a port without TLS", false, /does not use TLS on this port: check the port, write http:\/\/ if/],
])("%s is named", async (_, hasTls, reason) => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const certificate = makeCertificate({ fromMs: 0, toMs: 4_000_000_000_000 });
  const url = hasTls ? await startTlsFront(cloud.port, certificate) : cloud.url;
  outbox.insert(scanCapture());
  const forwarder = startTestForwarder(outbox, url.replace(/^https?/, hasTls ? "http" : "https"));
  await until(() => forwarder.status().state === "paused");
  expect(forwarder.status().pause?.reason).toMatch(reason);
});

test("a record that a proxy refuses with 413 is parked after three tries while others pass", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const large = scanCapture();
  cloud.respond(({ key }) => (key === large.id ? { status: 413, body: "<h1>413 Too Large</h1>" } : undefined));
  outbox.insert(large);
  startTestForwarder(outbox, cloud.url);
  for (let count = 0; outbox.status().parked === 0 && count < 500; count++) {
    const other = eventsCapture(1, { cameraId: "gate-2" });
    outbox.insert(other);
    await until(() => cloud.effects.has(other.id));
  }
  const reason = expect.stringMatching(/413 is not the cloud's.*client_max_body_size 50m.*, 3 times$/);
  expect(outbox.parked()).toMatchObject([{ id: large.id, attempts: 3, lastStatus: 413, reason }]);
});

test("a 413 that all records get parks none", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  cloud.respond(() => ({ status: 413, body: "<h1>413 Too Large</h1>" }));
  for (const cameraId of ["gate-1", "gate-2"]) outbox.insert(scanCapture({ cameraId }));
  startTestForwarder(outbox, cloud.url);
  await until(() => cloud.requests.length >= 20);
  expect(outbox.status()).toMatchObject({ pending: 2, parked: 0 });
});
