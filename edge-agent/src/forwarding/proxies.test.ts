import { expect, onTestFinished, test } from "vitest";
import { scanCapture } from "../outbox/testing/captures.ts";
import { fixedKey } from "./link/api-key.ts";
import { checkCloud } from "./link/check-cloud.ts";
import { DIRECT } from "./link/open-dispatcher.ts";
import { startHttpProxy } from "./testing/http-proxy.ts";
import { makeCertificate } from "./testing/make-certificate.ts";
import { startOutboxAndCloud, startTestForwarder, until } from "./testing/start-test-forwarder.ts";
import { startTlsFront } from "./testing/tls-front.ts";

const DAY_MS = 86_400_000;

/** An outbox, a cloud and a proxy of the test's own. */
async function startBehindHttpProxy(parts: { credentials?: string } = {}) {
  const { outbox, cloud } = await startOutboxAndCloud();
  const proxy = await startHttpProxy(parts);
  onTestFinished(() => proxy.close());
  return { outbox, cloud, proxy };
}

const withProxy = (url: string, credentials = "") => {
  const proxy = new URL(url);
  [proxy.username = "", proxy.password = ""] = credentials.split(":");
  return { ...DIRECT, httpProxy: proxy.href, httpsProxy: proxy.href };
};

test("https goes through a tunnel of the proxy, with its credentials and a private certificate authority", async () => {
  const { outbox, cloud, proxy } = await startBehindHttpProxy({ credentials: "gate-1:s3cret" });
  const certificate = makeCertificate({ fromMs: Date.now() - DAY_MS, toMs: Date.now() + DAY_MS });
  const url = await startTlsFront(cloud.port, certificate);
  const captures = Array.from({ length: 5 }, () => scanCapture());
  for (const capture of captures) outbox.insert(capture);
  startTestForwarder(outbox, url, {}, { ...withProxy(proxy.url, "gate-1:s3cret"), ca: certificate.cert });
  await until(() => outbox.status().pending === 0);
  expect(new Set(cloud.effects.keys())).toEqual(new Set(captures.map(({ id }) => id)));
  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${new URL(url).host}`]));
});

test("http is forwarded by the proxy, which resolves the name of the cloud", async () => {
  const { outbox, cloud, proxy } = await startBehindHttpProxy();
  const capture = scanCapture();
  outbox.insert(capture);
  startTestForwarder(outbox, `http://cloud.test:${cloud.port}`, {}, withProxy(proxy.url));
  await until(() => outbox.status().pending === 0);
  expect(cloud.effects.get(capture.id)).toBe(1);
  expect(proxy.asked).toEqual([expect.stringContaining(`POST http://cloud.test:${cloud.port}/v1/edge/containers/`)]);
});

test("a host of NO_PROXY is reached without the proxy", async () => {
  const { outbox, cloud, proxy } = await startBehindHttpProxy();
  outbox.insert(scanCapture());
  startTestForwarder(outbox, cloud.url, {}, { ...withProxy(proxy.url), noProxy: "example.com,127.0.0.1" });
  await until(() => outbox.status().pending === 0);
  expect(proxy.asked).toEqual([]);
});

test.each([
  ["https", 407, /the proxy requires a user name and password.*\(407\)/],
  ["http", 407, /the proxy requires a user name and password.*\(407\)/],
  ["https", 403, /the proxy does not permit connections to this address.*\(403\)/],
  ["https", 502, /the proxy cannot reach this address.*\(502\)/],
])("over %s, a proxy that answers %i is named, and everything waits", async (scheme, status, reason) => {
  const { outbox, cloud, proxy } = await startBehindHttpProxy();
  proxy.refuseWith(status);
  outbox.insert(scanCapture());
  const forwarder = startTestForwarder(outbox, `${scheme}://cloud.test:${cloud.port}`, {}, withProxy(proxy.url));
  await until(() => forwarder.status().state === "paused");
  expect(forwarder.status().pause?.reason).toMatch(reason);
  expect(outbox.status()).toMatchObject({ pending: 1, parked: 0 });
  expect(cloud.requests).toEqual([]);
});

test("a proxy that cannot be reached is named by its address", async () => {
  const { outbox, cloud, proxy } = await startBehindHttpProxy();
  await proxy.close();
  outbox.insert(scanCapture());
  const forwarder = startTestForwarder(outbox, cloud.url.replace("http", "https"), {}, withProxy(proxy.url));
  await until(() => forwarder.status().state === "paused");
  expect(forwarder.status().pause?.reason).toContain(`(ECONNREFUSED ${new URL(proxy.url).host})`);
});

test("a server that requires a client certificate gets it", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const validity = { fromMs: Date.now() - DAY_MS, toMs: Date.now() + DAY_MS };
  const [server, client] = [makeCertificate(validity), makeCertificate(validity)];
  const url = await startTlsFront(cloud.port, { ...server, requestCert: true, ca: client.cert });
  const network = { ...DIRECT, ca: server.cert };
  const parts = { cloudUrl: url, apiKey: fixedKey("test-key"), nowMs: Date.now, timeoutMs: 60_000 };
  expect(await checkCloud({ ...parts, network })).toMatchObject({ ok: false });
  outbox.insert(scanCapture());
  startTestForwarder(outbox, url, {}, { ...network, clientCertificate: client });
  await until(() => outbox.status().pending === 0);
});
