import tls from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { scanCapture } from "../outbox/testing/captures.ts";
import { makeCertificate } from "./testing/make-certificate.ts";
import { startOutboxAndCloud, startTestForwarder, until } from "./testing/start-test-forwarder.ts";
import { startTlsFront } from "./testing/tls-front.ts";

const DAY_MS = 86_400_000;

/** Starts a cloud behind TLS; its certificate is valid from `fromDays` days from now and trusted here or not. */
async function startBehindTls({ fromDays, trusted }: { fromDays: number; trusted: boolean }) {
  const fromMs = Date.now() + fromDays * DAY_MS;
  const certificate = makeCertificate({ fromMs, toMs: fromMs + 365 * DAY_MS });
  const before = tls.getCACertificates("default");
  if (trusted) tls.setDefaultCACertificates([...before, certificate.cert]);
  onTestFinished(() => tls.setDefaultCACertificates(before));
  const { outbox, cloud } = await startOutboxAndCloud();
  return { outbox, cloud, url: await startTlsFront(cloud.port, certificate) };
}

test("with a certificate that is valid and trusted, scans are delivered", async () => {
  const { outbox, url } = await startBehindTls({ fromDays: -1, trusted: true });
  outbox.insert(scanCapture());
  startTestForwarder(outbox, url);
  await until(() => outbox.status().pending === 0);
  expect(outbox.status().parked).toBe(0);
});

test.each([
  ["is not trusted", { fromDays: -1, trusted: false }, /certificate is not trusted.*DEPTH_ZERO_SELF_SIGNED_CERT/],
  ["is not valid yet", { fromDays: 30, trusted: true }, /check the clock of this device first \(CERT_NOT_YET_VALID\)/],
  ["has expired", { fromDays: -1_000, trusted: true }, /check the clock of this device first \(CERT_HAS_EXPIRED\)/],
])("with a certificate that %s nothing is sent, not even the key, and everything waits", async (_, given, reason) => {
  const { outbox, cloud, url } = await startBehindTls(given);
  outbox.insert(scanCapture());
  const forwarder = startTestForwarder(outbox, url);
  await until(() => forwarder.status().state === "paused");
  expect(forwarder.status().pause).toMatchObject({ status: null, reason: expect.stringMatching(reason) });
  expect(outbox.status()).toMatchObject({ pending: 1, parked: 0 });
  expect(cloud.requests).toEqual([]);
});
