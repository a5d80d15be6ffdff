import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { Hono } from "hono";
import { describe, expect, onTestFinished, test } from "vitest";
import { readConfigText } from "../config/config.ts";
import { readPasswordHash, writePasswordHash } from "../config/password-file.ts";
import { serveStatus } from "../status/serve-status.ts";
import { createAttemptLimits } from "./attempt-limits.ts";
import { keepCertificate } from "./certificate.ts";
import { createRemoteApp } from "./create-remote-app.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { createSessions } from "./sessions.ts";

const NOW_MS = Date.UTC(2026, 9, 18);
const PASSWORD = "correct horse staple";

function dataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "page-data-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The page for other machines on a real server with its own certificate. */
async function serve() {
  const dataDir = dataFolder();
  writePasswordHash(dataDir, await hashPassword(PASSWORD));
  const kept = await keepCertificate({ dataDir, deviceId: "box-1", nowMs: Date.now() });
  let nowMs = 0;
  const logged: string[] = [];
  const app = createRemoteApp({
    addRoutes(routes) {
      routes.get("/", (context) => context.text("the page"));
      routes.get("/status", (context) => context.json({ secret: 1 }));
      routes.post("/stations/:id/scan", (context) => context.json({}, 202));
    },
    sessions: createSessions({ hours: 12, monotonicMs: () => nowMs }),
    limits: createAttemptLimits(() => nowMs),
    passwordHash: () => readPasswordHash(dataDir),
    logger: { info: () => {}, warn: (_, message) => void logged.push(message), error: () => {} },
  });
  const tls = { cert: kept.certificate, key: kept.key };
  const server = await serveStatus(app, { host: "127.0.0.1", port: 0, setting: "page", tls });
  onTestFinished(() => server.close());
  const ask = async (
    method: string,
    route: string,
    headers: Record<string, string | undefined> = {},
    body?: string,
  ) => {
    const reply = await new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
      const sent = Object.entries({ origin: server.url, ...headers }).filter(([, value]) => value !== undefined);
      const options = { method, ca: kept.certificate, headers: Object.fromEntries(sent) };
      request(server.url + route, options, resolve)
        .on("error", reject)
        .end(body);
    });
    const cookie = reply.headers["set-cookie"]?.[0] ?? "";
    return { status: reply.statusCode, body: await text(reply), cookie, headers: reply.headers };
  };
  const signIn = (password: string, headers: Record<string, string> = {}) =>
    ask("POST", "/session", { "content-type": "application/json", ...headers }, JSON.stringify({ password }));
  return { ...server, dataDir, ask, signIn, logged, wait: (ms: number) => (nowMs += ms) };
}

describe("the technician's page for other machines", () => {
  test("shows its own files to all and everything else only after signing in", async () => {
    const { ask, signIn } = await serve();
    expect(await ask("GET", "/")).toMatchObject({ status: 200, body: "the page" });
    for (const [method, route] of [
      ["GET", "/status"],
      ["POST", "/stations/gate-1/scan"],
      ["GET", "/none"],
    ] as const) {
      expect(await ask(method, route)).toMatchObject({ status: 401 });
    }
    // A path that only looks like one of the page's files.
    expect(await ask("GET", "/assets/..%2fstatus")).toMatchObject({ status: 404 });
    expect(await signIn("wrong password")).toMatchObject({ status: 401, cookie: "" });
    const { status, cookie } = await signIn(PASSWORD);
    expect(status).toBe(200);
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}; /);
    for (const attribute of ["Path=/", "HttpOnly", "Secure", "SameSite=Strict"]) expect(cookie).toContain(attribute);
    const own = { cookie: cookie.split(";")[0] ?? "" };
    expect(await ask("GET", "/status", own)).toMatchObject({ status: 200 });
    expect(await ask("POST", "/stations/gate-1/scan", own)).toMatchObject({ status: 202 });
    await ask("DELETE", "/session", own);
    expect(await ask("GET", "/status", own)).toMatchObject({ status: 401 });
  });

  test("refuses what other sites send, with the session too, and writing without an origin", async () => {
    const { ask, signIn } = await serve();
    const own = { cookie: (await signIn(PASSWORD)).cookie.split(";")[0] ?? "" };
    for (const origin of ["https://attacker.example", "null", "", undefined]) {
      expect(await ask("POST", "/stations/gate-1/scan", { ...own, origin })).toMatchObject({ status: 403 });
    }
    expect(await ask("GET", "/status", { ...own, "sec-fetch-site": "cross-site" })).toMatchObject({ status: 403 });
    expect(await signIn(PASSWORD, { origin: "https://attacker.example" })).toMatchObject({ status: 403 });
    expect(await signIn(PASSWORD, { "content-type": "text/plain" })).toMatchObject({ status: 415 });
    expect(await signIn("x".repeat(3_000))).toMatchObject({ status: 413 });
  });

  test("ends sessions after their hours and with a new password", async () => {
    const { ask, signIn, dataDir, wait } = await serve();
    const own = { cookie: (await signIn(PASSWORD)).cookie.split(";")[0] ?? "" };
    wait(12 * 3_600_000);
    expect(await ask("GET", "/status", own)).toMatchObject({ status: 401 });
    const next = { cookie: (await signIn(PASSWORD)).cookie.split(";")[0] ?? "" };
    expect(await ask("GET", "/status", next)).toMatchObject({ status: 200 });
    writePasswordHash(dataDir, await hashPassword("another password"));
    expect(await ask("GET", "/status", next)).toMatchObject({ status: 401 });
    expect(await signIn(PASSWORD)).toMatchObject({ status: 401 });
  });

  test("makes who guesses wait, logs each wrong password, and takes one attempt at a time", async () => {
    const { signIn, logged, wait } = await serve();
    const both = await Promise.all([signIn("wrong password 1"), signIn("wrong password 2")]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([401, 429]));
    for (const _ of [2, 3, 4, 5]) expect(await signIn("wrong password")).toMatchObject({ status: 401 });
    const refused = await signIn(PASSWORD);
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "2" } });
    expect(logged).toHaveLength(5);
    wait(2_000);
    expect(await signIn(PASSWORD)).toMatchObject({ status: 200 });
  });
});

describe("the limits of attempts", () => {
  test("grow to a quarter of an hour, are those of a whole IPv6 network, and are forgotten after an hour", () => {
    let nowMs = 0;
    const limits = createAttemptLimits(() => nowMs);
    for (let count = 0; count < 30; count++) {
      nowMs += 60_000 + limits.waitMs("2001:db8::1");
      limits.failed(`2001:db8:0:0:${count}::1`);
    }
    expect(limits.waitMs("2001:db8::7")).toBe(900_000);
    expect(limits.waitMs("2001:db9::7")).toBe(0);
    limits.succeeded("2001:db8::9");
    expect(limits.waitMs("2001:db8::1")).toBe(0);
  });

  test("hold for all addresses that failed together, for no other one, and ::ffff: hides no address", () => {
    let nowMs = 0;
    const limits = createAttemptLimits(() => nowMs);
    for (let count = 0; count < 20; count++) limits.failed(`10.0.0.${count}`);
    expect(limits.waitMs("10.0.0.7")).toBe(60_000);
    expect(limits.waitMs("10.0.1.1")).toBe(0);
    nowMs += 60_000;
    for (let count = 0; count < 5; count++) limits.failed("::ffff:10.0.1.1");
    expect(limits.waitMs("10.0.1.1")).toBe(2_000);
  });
});

test("a configuration that opens the page to other machines needs a password, and one that does not needs none", async () => {
  const folder = dataFolder();
  const read = (page: string, options = {}) => {
    const text = `{ cloud: { url: "http://127.0.0.1", apiKey: a }, device: { id: b }, dataDir: data, page: ${page} }`;
    return readConfigText(text, path.join(folder, "edge-agent.yaml"), {}, options);
  };
  expect(await read("{ host: 0.0.0.0 }")).toMatchObject({
    ok: false,
    problems: [
      { path: "page.host", message: expect.stringContaining("no password"), fix: "run: edge-agent page password" },
    ],
  });
  for (const page of ["{}", "{ host: 0.0.0.0, enabled: false }"]) expect(await read(page)).toMatchObject({ ok: true });
  expect(await read("{ host: 0.0.0.0 }", { needsPassword: false })).toMatchObject({ ok: true });
  writePasswordHash(path.join(folder, "data"), await hashPassword(PASSWORD));
  expect(await read("{ host: 0.0.0.0 }")).toMatchObject({ ok: true });
  expect(await read('{ host: "a b" }')).toMatchObject({ ok: false });
});

test("an address that this machine does not have is named", async () => {
  const app = new Hono();
  const serving = serveStatus(app, { host: "203.0.113.7", port: 0, setting: "page" });
  await expect(serving).rejects.toThrow(
    "the page server cannot listen on 203.0.113.7: this machine has no such address",
  );
});

test("a password is kept as a salted hash that only the agent's user can read", async () => {
  const dataDir = dataFolder();
  const hash = await hashPassword(PASSWORD);
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  expect(await hashPassword(PASSWORD)).not.toBe(hash);
  expect(await verifyPassword(PASSWORD, hash)).toBe(true);
  expect(await verifyPassword(`${PASSWORD} `, hash)).toBe(false);
  for (const damaged of ["", "scrypt$32768$8$3$$", hash.slice(0, -1), hash.replace("$8$", "$0$")]) {
    expect(await verifyPassword(PASSWORD, damaged)).toBe(false);
  }
  expect(readPasswordHash(dataDir)).toBeUndefined();
  writePasswordHash(dataDir, hash);
  expect(readPasswordHash(dataDir)).toBe(hash);
  expect(statSync(path.join(dataDir, "page/password")).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(dataDir, "page")).mode & 0o777).toBe(0o700);
});

test("the certificate is made once, names this machine, and is replaced before it expires", async () => {
  const dataDir = dataFolder();
  const keep = (days: number) => keepCertificate({ dataDir, deviceId: "box-1", nowMs: NOW_MS + days * 86_400_000 });
  const first = await keep(0);
  const certificate = new X509Certificate(first.certificate);
  expect([first.isNew, first.fingerprint]).toEqual([true, certificate.fingerprint256]);
  expect(certificate.subject).toBe("CN=edge-agent box-1");
  expect(certificate.subjectAltName).toContain("DNS:localhost");
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(statSync(path.join(dataDir, "page/certificate.pem")).mode & 0o777).toBe(0o600);
  expect(await keep(700)).toMatchObject({ isNew: false, fingerprint: first.fingerprint });
  expect((await keep(790)).fingerprint).not.toBe(first.fingerprint);
  writeFileSync(path.join(dataDir, "page/certificate.pem"), "damaged");
  expect(await keep(0)).toMatchObject({ isNew: true });
});
