// The examples of deploy/load-balancers, with only addresses, ports and certificate replaced, in front of two processes.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from "node:http";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needs, toolAt } from "../testing/needs.ts";
import { waitUntil } from "../demo/wait-until.ts";
import { type Cloud, edgeApiKey, startCloud } from "./harness/cloud-process.ts";
import { freePort } from "./harness/free-port.ts";

const TIMEOUT_MS = 250_000;
const examples = path.resolve(import.meta.dirname, "../load-balancers");
const env = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` };

type Place = { folder: string; https: number; http: number; cloud: [string, string] };
type Balancer = {
  name: "haproxy" | "nginx";
  start: (place: Place) => ChildProcess;
  /** Runs the README's steps before the first replica is stopped; `takeBack`, those after it is started again. */
  leaveOut?: (place: Place, proxy: ChildProcess) => Promise<void>;
  takeBack?: (place: Place, proxy: ChildProcess) => Promise<void>;
};

const balancers: Balancer[] = [
  {
    name: "haproxy",
    start({ folder, https, http, cloud }) {
      const certificate = path.join(folder, "both.pem");
      const [crt, key] = [read(path.join(folder, "crt.pem")), read(path.join(folder, "key.pem"))];
      writeFileSync(certificate, crt + key);
      const file = writeExample(folder, "haproxy.cfg", {
        "bind :80": `bind 127.0.0.1:${http}`,
        "bind :443": `bind 127.0.0.1:${https}`,
        "/etc/haproxy/inspection.pem": certificate,
        "10.0.0.1:3000": cloud[0],
        "10.0.0.2:3000": cloud[1],
      });
      return spawn(toolAt("haproxy"), ["-db", "-f", file], { env, stdio: ["ignore", "ignore", openLog(folder)] });
    },
  },
  {
    name: "nginx",
    start({ folder, https, http, cloud }) {
      const file = writeExample(folder, "nginx.conf", {
        "listen 80": `listen 127.0.0.1:${http}`,
        "listen 443": `listen 127.0.0.1:${https}`,
        "/etc/nginx/inspection.crt": path.join(folder, "crt.pem"),
        "/etc/nginx/inspection.key": path.join(folder, "key.pem"),
        "10.0.0.1:3000": cloud[0],
        "10.0.0.2:3000": cloud[1],
        // Its own folders belong to another user.
        "http {": `http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;`,
      });
      const user = process.getuid?.() === 0 ? "user root;" : "";
      const globals = `daemon off; pid ${folder}/nginx.pid; ${user}`;
      return spawn(toolAt("nginx"), ["-c", file, "-p", folder, "-e", "stderr", "-g", globals], {
        env,
        stdio: ["ignore", "ignore", openLog(folder)],
      });
    },
    leaveOut: (place, proxy) =>
      reloadNginx(place, proxy, [`${place.cloud[0]} max_fails`, `${place.cloud[0]} down max_fails`]),
    takeBack: (place, proxy) =>
      reloadNginx(place, proxy, [`${place.cloud[0]} down max_fails`, `${place.cloud[0]} max_fails`]),
  },
];

/** Changes its configuration, and waits until the processes that have the old one have ended. */
async function reloadNginx({ folder }: Place, proxy: ChildProcess, [from, to]: [string, string]): Promise<void> {
  const file = path.join(folder, "nginx.conf");
  const text = read(file);
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
  const workers = () => spawnSync("pgrep", ["-P", String(proxy.pid)], { encoding: "utf8" }).stdout.split("\n");
  const old = workers().filter(Boolean);
  expect(old).not.toEqual([]);
  proxy.kill("SIGHUP");
  const areEnded = async () => (workers().some((pid) => old.includes(pid)) ? undefined : true);
  await waitUntil("nginx has its new configuration", areEnded, { timeoutMs: TIMEOUT_MS });
}

const read = (file: string) => readFileSync(file, "utf8");

/** Opens the error log of the load balancer, for a test that fails. */
const openLog = (folder: string) => openSync(path.join(folder, "errors.log"), "a");
const readLog = (folder: string) => read(path.join(folder, "errors.log"));

/** Writes an example with replacements, each of which must occur. */
function writeExample(folder: string, name: string, replacements: Record<string, string>): string {
  let text = read(path.join(examples, name));
  for (const [from, to] of Object.entries(replacements)) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

type Reply = { status: number; headers: IncomingHttpHeaders; text: string };
type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

for (const balancer of balancers)
  describe(`two replicas behind ${balancer.name}`, needs(balancer.name, "openssl"), () => {
    const folder = mkdtempSync(path.join(tmpdir(), "balancer-"));
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
    let [first, second]: [Cloud | undefined, Cloud | undefined] = [undefined, undefined];
    let proxy: ChildProcess;
    let place: Place;
    let authorization: string;

    beforeAll(async () => {
      const settings = { JWT_SECRET: "j".repeat(40), TRUSTED_PROXY_HOPS: "1", DRAIN_DELAY_SECONDS: "3" };
      first = await startCloud(folder, settings);
      mkdirSync(path.join(folder, "second"));
      second = await startCloud(path.join(folder, "second"), { ...settings, ...first.sameDatabase });
      authorization = `Bearer ${await first.signIn()}`;
      const key = ["-keyout", path.join(folder, "key.pem"), "-out", path.join(folder, "crt.pem")];
      spawnSync(toolAt("openssl"), [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=x",
        ...key,
      ]);
      const cloud: Place["cloud"] = [new URL(first.url).host, new URL(second.url).host];
      place = { folder, https: await freePort(), http: await freePort(), cloud };
      proxy = balancer.start(place);
      const answers = async () => ((await send("/ready")).status === 200 ? true : undefined);
      await waitUntil(`${balancer.name} answers`, answers, { timeoutMs: TIMEOUT_MS });
    }, TIMEOUT_MS);
    afterAll(async () => {
      agent.destroy();
      const ended = once(proxy, "exit");
      proxy.kill("SIGTERM");
      await Promise.all([ended, first?.stop(), second?.stop()]);
      rmSync(folder, { recursive: true, force: true });
    }, TIMEOUT_MS);

    /** Sends a request through the load balancer, and resolves with the beginning of the reply. */
    function open(route: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<IncomingMessage> {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const where = { host: "127.0.0.1", port: place.https, path: route, agent, method };
      const sent = request({ ...where, headers: { "content-type": "application/json", ...length, ...headers } });
      sent.once("response", resolve).once("error", reject).end(body);
      return promise;
    }
    async function send(route: string, sent: Sent = {}): Promise<Reply> {
      const reply = await open(route, sent);
      const chunks: Buffer[] = [];
      for await (const chunk of reply) chunks.push(chunk as Buffer);
      return { status: reply.statusCode ?? 0, headers: reply.headers, text: Buffer.concat(chunks).toString() };
    }
    const edge = { "x-api-key": edgeApiKey };

    test("leads plain http to https, hides the metrics, and passes request ids", async () => {
      const plain = requestPlain({ host: "127.0.0.1", port: place.http, path: "/app/?x=1", headers: { host: "gate" } });
      const [reply] = (await once(plain.end(), "response")) as [IncomingMessage];
      expect([reply.statusCode, reply.headers.location]).toEqual([308, "https://gate/app/?x=1"]);
      reply.resume();
      expect((await send("/metrics")).status).toBe(404);
      const named = await send("/v1/user/me", { headers: { authorization, "x-request-id": "from-outside" } });
      expect([named.status, named.headers["x-request-id"]]).toEqual([200, "from-outside"]);
    });

    test("passes bodies of 50 MB, and leaves larger ones to the cloud", { timeout: TIMEOUT_MS }, async () => {
      const route = "/v1/edge/containers/CSQU3054383/scans/category";
      const bodyOf = (bytes: number) => Buffer.from(`{${" ".repeat(bytes - 2)}}`);
      const codeOf = async (bytes: number) => {
        const reply = await send(route, { method: "POST", headers: edge, body: bodyOf(bytes) });
        return [reply.status, JSON.parse(reply.text).error.code];
      };
      expect(await codeOf(52_428_800)).toEqual([400, "VALIDATION_ERROR"]);
      expect(await codeOf(53_000_000)).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    });

    test("delivers live events at once", { timeout: TIMEOUT_MS }, async () => {
      const stream = await open("/v1/events", { headers: { authorization } });
      let text = "";
      stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
      await expect.poll(() => text, { timeout: TIMEOUT_MS }).toContain("retry:");
      await first?.post("/v1/containers", { containerNumber: "CSQU3054383" });
      await expect.poll(() => text, { timeout: TIMEOUT_MS }).toContain("CSQU3054383");
      stream.destroy();
    });

    test("loses no request when a replica stops", { timeout: TIMEOUT_MS }, async () => {
      const replica = { isStopped: false };
      const seen: number[] = [];
      const ask = async (sender: number) => {
        for (let round = 0; !replica.isStopped || round < 20; round += 1) {
          const body = JSON.stringify({ device_id: `gate-${sender}` });
          seen.push((await send("/v1/edge/heartbeat", { method: "POST", headers: edge, body })).status);
          seen.push((await send("/v1/user/me", { headers: { authorization } })).status);
        }
      };
      agent.destroy();
      await balancer.leaveOut?.(place, proxy);
      const asking = Promise.all([ask(1), ask(2), ask(3), ask(4)]);
      await first?.stop();
      replica.isStopped = true;
      await asking;
      expect(seen.length).toBeGreaterThan(100);
      if (seen.some((status) => status !== 200)) console.warn(readLog(folder));
      expect([...new Set(seen)]).toEqual([200]);
    });

    test("gives a request that found a replica not listening to the other", { timeout: TIMEOUT_MS }, async () => {
      agent.destroy();
      await balancer.takeBack?.(place, proxy);
      for (let round = 0; round < 20; round += 1)
        expect((await send("/v1/user/me", { headers: { authorization } })).status).toBe(200);
    });

    test("does not let callers choose the address that rate limits count", async () => {
      const statuses: number[] = [];
      for (let attempt = 1; attempt <= 6; attempt += 1) {
        const headers = { "x-forwarded-for": `203.0.113.${attempt}` };
        const body = JSON.stringify({ email: "guess@example.com", password: `wrong password ${attempt}` });
        statuses.push((await send("/v1/user/auth/email/login", { method: "POST", headers, body })).status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    });
  });
