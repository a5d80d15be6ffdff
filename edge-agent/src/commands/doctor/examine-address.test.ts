import { createServer } from "node:http";
import { once } from "node:events";
import { createServer as createTcpServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { DIRECT } from "../../forwarding/link/open-dispatcher.ts";
import { startHttpProxy } from "../../forwarding/testing/http-proxy.ts";
import { makeCertificate } from "../../forwarding/testing/make-certificate.ts";
import { startTlsFront } from "../../forwarding/testing/tls-front.ts";
import { examineAddress } from "./examine-address.ts";
import { proxyFor } from "./proxy-for.ts";

const DAY_MS = 86_400_000;
const parts = {
  network: DIRECT,
  clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
  timeoutMs: 20_000,
};

async function startServer(): Promise<number> {
  const server = createServer((_, response) => response.end("cloud")).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** A port that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

const shown = async (...args: Parameters<typeof examineAddress>) =>
  (await examineAddress(...args)).map(({ layer, state, message, fix }) => [layer, state, `${message} | ${fix}`]);
const text = (pattern: RegExp) => expect.stringMatching(pattern);

test("an address without TLS: its name and its connection", async () => {
  expect(await shown(`http://localhost:${await startServer()}`, parts)).toEqual([
    ["dns", "ok", text(/127\.0\.0\.1/)],
    ["tcp", "ok", text(/connected after/)],
  ]);
});

test("a name that cannot be resolved, and a port where nothing listens", async () => {
  expect(await shown("https://cloud.invalid", parts)).toEqual([
    ["dns", "fail", text(/cannot be resolved .*\| check the network and its DNS/)],
    ["tls", "skip", text(/because of the failure above/)],
  ]);
  expect(await shown(`https://127.0.0.1:${await closedPort()}`, parts)).toEqual([
    ["tcp", "fail", text(/connection refused \(ECONNREFUSED\) \| check the cloud address/)],
    ["tls", "skip", text(/because of the failure above/)],
  ]);
});

test.each([
  ["trusted, for a year", { fromDays: -1, toDays: 365, trusted: true }, "ok", /^TLSv1\.3, certificate of 127\.0\.0\.1/],
  ["trusted, for ten days", { fromDays: -1, toDays: 10.5, trusted: true }, "warn", /in 10 days \| renew the cert/],
  ["not trusted", { fromDays: -1, toDays: 365, trusted: false }, "fail", /not trusted .*issued by 127.*cloud\.caFile/],
  ["expired", { fromDays: -9, toDays: -2, trusted: true }, "fail", /not valid at this time.*\| check the clock/],
] as const)("a certificate that is %s", async (_, { fromDays, toDays, trusted }, state, message) => {
  const now = Date.now();
  const certificate = makeCertificate({ fromMs: now + fromDays * DAY_MS, toMs: now + toDays * DAY_MS });
  const address = await startTlsFront(await startServer(), certificate);
  const network = { ...DIRECT, ca: trusted ? certificate.cert : undefined };
  const findings = await shown(address, { ...parts, network });
  expect(findings.at(-1)).toEqual(["tls", state, text(message)]);
});

test("a certificate for another name, and TLS to a port without it", async () => {
  const certificate = makeCertificate({ fromMs: Date.now() - DAY_MS, toMs: Date.now() + 365 * DAY_MS });
  const network = { ...DIRECT, ca: certificate.cert };
  const address = (await startTlsFront(await startServer(), certificate)).replace("127.0.0.1", "localhost");
  const findings = await shown(address, { ...parts, network });
  expect(findings.at(-1)).toEqual(["tls", "fail", text(/for another name/)]);
  const plain = await shown(`https://127.0.0.1:${await startServer()}`, parts);
  expect(plain.at(-1)).toEqual(["tls", "fail", text(/does not use TLS on this port/)]);
});

test("through a proxy: the right credentials, the wrong ones, and one that refuses", async () => {
  const certificate = makeCertificate({ fromMs: Date.now() - DAY_MS, toMs: Date.now() + 365 * DAY_MS });
  const address = await startTlsFront(await startServer(), certificate);
  const proxy = await startHttpProxy({ credentials: "gate-1:right" });
  onTestFinished(() => proxy.close());
  const through = (password: string) => {
    const url = proxy.url.replace("://", `://gate-1:${password}@`);
    return shown(address, { ...parts, network: { ...DIRECT, ca: certificate.cert, httpProxy: "", httpsProxy: url } });
  };
  expect(await through("right")).toEqual([
    ["tcp", "ok", text(/connected/)],
    ["proxy", "ok", text(/opens connections to 127/)],
    ["tls", "ok", text(/certificate of 127/)],
  ]);
  const refused = await through("wrong");
  expect(refused).toEqual([
    ["tcp", "ok", text(/connected/)],
    ["proxy", "fail", text(/requires a user name and password, or other ones \(407\) \| check cloud\.proxy/)],
    ["tls", "skip", text(/because of the failure above/)],
  ]);
  expect(JSON.stringify(refused)).not.toContain("wrong");
  proxy.refuseWith(403);
  expect((await through("right"))[1]).toEqual(["proxy", "fail", text(/does not permit connections.*allow it/)]);
});

test("a proxy that forwards plain HTTP requires a password", async () => {
  const proxy = await startHttpProxy({ credentials: "gate-1:right" });
  onTestFinished(() => proxy.close());
  const address = `http://inspection.example.com:${await startServer()}`;
  const through = (password: string) => {
    const url = proxy.url.replace("://", `://gate-1:${password}@`);
    return shown(address, { ...parts, network: { ...DIRECT, httpProxy: url, httpsProxy: "" } });
  };
  expect((await through("right")).at(-1)).toEqual(["proxy", "ok", text(/forwards plain HTTP/)]);
  expect((await through("wrong")).at(-1)).toEqual(["proxy", "fail", text(/user name and password.* \(407\)/)]);
});

test("a proxy that is not there is named as such, with where it is set", async () => {
  const network = { ...DIRECT, httpProxy: "http://127.0.0.1:1", httpsProxy: "" };
  expect(await shown("http://inspection.example.com", { ...parts, network })).toEqual([
    ["tcp", "fail", text(/the proxy is not reached: .*refused.* \| check the proxy: it is set by cloud\.proxy/)],
  ]);
});

test("NO_PROXY exempts hosts, suffixes and ports", () => {
  const proxied = (url: string, noProxy: string) =>
    proxyFor(new URL(url), { httpProxy: "http://p:1", httpsProxy: "http://s:2", noProxy })?.host;
  expect(proxied("https://a.example.com", "")).toBe("s:2");
  expect(proxied("http://a.example.com", "")).toBe("p:1");
  expect(proxied("https://a.example.com", "b.com, example.com")).toBeUndefined();
  expect(proxied("https://a.example.com", ".example.com")).toBeUndefined();
  expect(proxied("https://badexample.com", "example.com")).toBe("s:2");
  expect(proxied("https://a.example.com", "a.example.com:8443")).toBe("s:2");
  expect(proxied("http://[::1]:3000", "::1")).toBeUndefined();
  expect(proxied("https://a.example.com", "*")).toBeUndefined();
  expect(proxyFor(new URL("https://a"), { httpProxy: "http://p:1", httpsProxy: "", noProxy: "" })?.host).toBe("p:1");
});
