import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { UNLIMITED } from "../forwarding/link/limits.ts";
import { makeCertificate } from "../forwarding/testing/make-certificate.ts";
import { temporaryFolder } from "../outbox/testing/captures.ts";
import { formatProblem } from "./problem.ts";

const validity = { fromMs: 0, toMs: 4_000_000_000_000 };

/** Reads a configuration with these lines in its section `cloud`, in an environment. */
async function read(cloud: string, environment: Record<string, string> = {}, files: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const file = path.join(folder, "edge-agent.yaml");
  const settings = `cloud: { url: "https://inspection.example.com", apiKey: key${cloud && `, ${cloud}`} }`;
  await writeFile(file, `${settings}\ndevice: { id: gate-1 }\n`);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text, { mode: 0o600 });
  const reading = await readConfig(file, environment);
  const problems = reading.ok ? reading.warnings : reading.problems;
  return {
    folder,
    network: reading.ok ? reading.config.cloud.network : undefined,
    sending: reading.ok ? reading.config.cloud.sending : undefined,
    shown: problems.map((problem) => formatProblem("c.yaml", problem)).join("\n"),
  };
}

test("without a setting, the proxies are those of the environment, and this machine is reached without them", async () => {
  expect((await read("")).network).toMatchObject({ httpProxy: "", httpsProxy: "", ca: undefined });
  const environment = { HTTPS_PROXY: "http://upper:3128", https_proxy: "lower:3128", HTTP_PROXY: "http://plain:80" };
  expect((await read("", { ...environment, NO_PROXY: "example.org" })).network).toMatchObject({
    httpProxy: "http://plain:80",
    httpsProxy: "http://lower:3128",
    noProxy: "example.org,localhost,127.0.0.1,::1",
  });
});

test("the proxy of the configuration takes the place of those of the environment", async () => {
  const proxy = 'proxy: { url: "http://proxy.example.com:3128", username: "gate@1", password: "${PROXY_PASSWORD}" }';
  const environment = { PROXY_PASSWORD: "a:b%/", HTTPS_PROXY: "http://other:1", NO_PROXY: "*" };
  const url = "http://gate%401:a%3Ab%25%2F@proxy.example.com:3128/";
  expect((await read(proxy, environment)).network).toMatchObject({ httpProxy: url, httpsProxy: url, noProxy: "" });
});

test("a proxy that cannot be used is reported, without its password", async () => {
  const socks = await read("", { HTTPS_PROXY: "socks5://gate:secret@proxy:1080" });
  expect(socks.shown).toContain(
    "warning: cloud: the environment variable HTTPS_PROXY is not the address of an HTTP proxy",
  );
  expect(socks.shown).not.toContain("secret");
  expect(socks.network).toMatchObject({ httpsProxy: "" });
  expect((await read('proxy: { url: "http://a:b@proxy:1" }')).shown).toContain("use username and password");
  expect((await read('proxy: { url: "http://proxy:1", password: b }')).shown).toContain("a password needs a username");
});

test("certificates are read from their files", async () => {
  const [own, other] = [makeCertificate(validity), makeCertificate(validity)];
  const files = { "ca.pem": other.cert, "own.pem": own.cert, "own-key.pem": own.key };
  const settings = "caFile: ca.pem, clientCertificate: { certificateFile: own.pem, keyFile: own-key.pem }";
  const { network, shown } = await read(settings, {}, files);
  expect(shown).toBe("");
  expect(network).toMatchObject({ ca: other.cert, clientCertificate: own });
});

test("certificates that cannot be used are reported at their setting", async () => {
  const [own, other] = [makeCertificate(validity), makeCertificate(validity)];
  const files = { "text.pem": "no certificate", "own.pem": own.cert, "other-key.pem": other.key };
  expect((await read("caFile: missing.pem")).shown).toMatch(
    /cloud\.caFile: file \S+missing\.pem cannot be read \(ENOENT\)/,
  );
  expect((await read("caFile: text.pem", {}, files)).shown).toContain("cloud.caFile: the file contains no certificate");
  const pair = (cert: string, key: string) => `clientCertificate: { certificateFile: ${cert}, keyFile: ${key} }`;
  expect((await read(pair("own.pem", "other-key.pem"), {}, files)).shown).toContain(
    "cloud.clientCertificate.keyFile: the key does not belong to the certificate",
  );
  expect((await read(pair("own.pem", "text.pem"), {}, files)).shown).toContain("contains no private key");
});

test("a key of the client certificate that every user can read is a warning", async () => {
  const own = makeCertificate(validity);
  const files = { "own.pem": own.cert, "own-key.pem": own.key };
  const settings = "clientCertificate: { certificateFile: own.pem, keyFile: own-key.pem }";
  const { folder } = await read(settings, {}, files);
  await chmod(path.join(folder, "own-key.pem"), 0o644);
  const reading = await readConfig(path.join(folder, "edge-agent.yaml"), {});
  expect(reading.ok && reading.warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/every user of this machine can read .*own-key\.pem/),
  ]);
});

test("delivery windows are times of the day, and the line has no limit unless one is set", async () => {
  const { sending } = await read('deliveryWindows: ["22:00-06:00", "12:30-13:00"], maxKilobytesPerSecond: 64');
  expect(sending).toEqual({
    limits: { eventsEveryMs: 5_000, maxBytesPerSecond: 64_000 },
    windows: [
      { startMinute: 1_320, endMinute: 360 },
      { startMinute: 750, endMinute: 780 },
    ],
  });
  expect((await read("")).sending).toMatchObject({ limits: { maxBytesPerSecond: UNLIMITED }, windows: [] });
  for (const window of ["24:00-06:00", "6-7", "22:00"]) {
    const { shown } = await read(`deliveryWindows: ["${window}"]`);
    expect(shown).toContain("cloud.deliveryWindows[0]: must be two times of the day, such as 22:00-06:00");
  }
  expect((await read('deliveryWindows: ["06:00-06:00"]')).shown).toContain("must end at another time than it starts");
});
