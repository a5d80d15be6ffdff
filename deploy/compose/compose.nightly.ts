// The services of compose.yaml as processes of this machine. It needs Debian's haproxy, redis-server, prometheus and
// postgresql-client, podman-compose from PyPI, and Go, which builds VersityGW.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { parse } from "yaml";
import { waitUntil } from "../demo/wait-until.ts";
import { query } from "../faults/query.ts";
import { freePort } from "../walk/harness/free-port.ts";
import { followReadme, readCompose } from "./read-compose.ts";
import { createRunner, versitygw } from "./run-services.ts";

const NUMBER = "CSQU3054383";
const timeoutMs = 250_000;
const startedAt = new Date().toISOString();
const folder = mkdtempSync(path.join(tmpdir(), "compose-"));
const picture = readFileSync(path.join(import.meta.dirname, "../../edge-agent/models/samples/load-1.jpg"));
const server = new URL(inject("postgresUrl"));
const [http, https, status, ...ports] = await Promise.all(Array.from({ length: 9 }, freePort));
const within = ["storage:7070", "redis:6379", "ai:8092", "cloud-1:3000", "cloud-2:3000", "prometheus:9090"];
const addresses: Record<string, string> = {
  ...Object.fromEntries(within.map((address, index) => [address, `127.0.0.1:${ports[index]}`])),
  "postgres:5432": server.host,
};
const at = (address: string) => addresses[address] ?? "";
const replacements = {
  "--host=0.0.0.0": "--host=127.0.0.1",
  "--port=8092": `--port=${at("ai:8092").split(":")[1]}`,
  "bind :80": `bind 127.0.0.1:${http}`,
  "bind :443": `bind 127.0.0.1:${https}`,
  "port: 8090": `port: ${status}`,
};

let services: ReturnType<typeof createRunner>;
let values: Record<string, string | undefined>;
/** Headers of the admin, and of the device that joins. */
let admin: Record<string, string>;
let device: Record<string, string>;

beforeAll(() => {
  const made = followReadme(folder, {
    PUBLIC_URL: `https://localhost:${https}`,
    SITE_NAME: "localhost",
    HTTPS_PORT: String(https),
    TLS_CERTIFICATE: path.join(folder, "inspection.pem"),
    TLS_AUTHORITY: path.join(folder, "inspection.crt"),
  });
  values = made.values;
  const compose = readCompose(made.file);
  const version = compose["storage"]?.image.split(":").at(-1);
  const source = `github.com/versity/versitygw/cmd/versitygw@${version}`;
  if (!existsSync(versitygw)) run("go", ["install", source], { GOBIN: path.dirname(versitygw) });
  services = createRunner(folder, compose, addresses, replacements);
}, 30 * 60_000);
afterAll(async () => {
  await services?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): string {
  const {
    status: code,
    stdout,
    stderr,
  } = spawnSync(program, args, { encoding: "utf8", env: { ...process.env, ...env } });
  if (code !== 0) throw new Error(`${program} failed: ${stderr}`);
  return stdout;
}

/** Starts a service that ends by itself, and expects that it succeeds. */
async function finish(name: string, command?: string[]): Promise<void> {
  const { child, log } = services.start(name, command);
  const [code] = await once(child, "exit");
  expect([name, code, code === 0 ? "" : log()]).toEqual([name, 0, ""]);
}

/** Starts a service, and waits until its address answers. */
async function startAndWait(name: string, url: string) {
  const { child, log } = services.start(name);
  const answers = async () => (await fetch(url)).ok || undefined;
  await waitUntil(`${name} answers`, answers, { timeoutMs }).catch((error: Error) => {
    throw new Error(`${error.message}\n${log()}`);
  });
  return child;
}

/** Sends a request through HAProxy, and resolves with the data of the reply. Throws when it is no success. */
async function send<Data>(method: string, route: string, headers: object, body?: string | Buffer): Promise<Data> {
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const sent = request(`https://localhost:${https}${route}`, {
    method,
    ca: readFileSync(path.join(folder, "inspection.crt")),
    agent: false,
    headers: { "content-type": "application/json", ...length, ...headers },
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  sent.once("error", reject).once("response", async (reply) => {
    const answer = await text(reply);
    if ((reply.statusCode ?? 500) < 300) resolve(answer);
    else reject(new Error(`${route} answered ${reply.statusCode}: ${answer}`));
  });
  sent.end(body);
  return JSON.parse(await promise).data;
}

async function countScans(): Promise<number> {
  const url = `postgres://inspection:${values["DATABASE_PASSWORD"]}@${server.host}/inspection`;
  const [row] = await query<{ count: number }>(url, "select count(*)::int as count from scans");
  return row?.count ?? 0;
}

const sendScan = (key: string) =>
  send<{ scanId: string }>(
    "POST",
    `/v1/edge/containers/${NUMBER}/scans/category`,
    { ...device, "idempotency-key": key },
    JSON.stringify({
      image: picture.toString("base64"),
      detections: [{ class_name: "carton", confidence: 0.9, area_percentage: 12.5, quantity: 4 }],
      camera_id: "gate-1-top",
      device_id: "demo-gate-box",
      timestamp: startedAt,
    }),
  );

/** The replicas that Prometheus reaches (1) or not (0). */
async function replicas(): Promise<string[]> {
  const reply = await fetch(`http://${at("prometheus:9090")}/api/v1/query?query=up`);
  const { result }: { result: { metric: { instance: string }; value: [number, string] }[] } = JSON.parse(
    await reply.text(),
  ).data;
  return result.map(({ metric, value }) => `${metric.instance} ${value[1]}`).toSorted();
}
const states = (first: number) => [`${at("cloud-1:3000")} ${first}`, `${at("cloud-2:3000")} 1`].toSorted();

test("starts everything with the settings of the README", async () => {
  run("sh", [path.join(import.meta.dirname, "create-database.sh")], {
    PGHOST: server.hostname,
    PGPORT: server.port,
    PGPASSWORD: server.password,
    DATABASE_PASSWORD: values["DATABASE_PASSWORD"],
  });
  services.start("redis");
  await startAndWait("storage", `http://${at("storage:7070")}/_health`);
  await finish("migrate");
  await startAndWait("ai", `http://${at("ai:8092")}/health`);
  for (const name of ["cloud-1", "cloud-2"]) await startAndWait(name, `http://${at(`${name}:3000`)}/ready`);
  services.start("proxy");
  await startAndWait("prometheus", `http://${at("prometheus:9090")}/-/ready`);
  const login = { email: values["ADMIN_EMAIL"], password: values["ADMIN_PASSWORD"] };
  const signIn = () => send<{ token: string }>("POST", "/v1/user/auth/email/login", {}, JSON.stringify(login));
  const { token } = await waitUntil("the admin signs in through HAProxy", signIn, { timeoutMs, everyMs: 1_000 });
  admin = { authorization: `Bearer ${token}` };
  const redis = ["-p", at("redis:6379").split(":")[1] ?? "", "--no-auth-warning", "-a", values["REDIS_PASSWORD"] ?? ""];
  expect(Number(run("redis-cli", [...redis, "dbsize"]))).toBeGreaterThan(0);
});

test("scans a person's picture with the AI service, and keeps it in the S3-compatible store", async () => {
  const body = JSON.stringify({ containerNumber: NUMBER });
  const { id } = await send<{ id: string }>("POST", "/v1/containers", admin, body);
  const route = `/v1/containers/${id}/scans/category/stream`;
  const take = () =>
    send<{ scan: { detections: object[] } }>("POST", route, { ...admin, "content-type": "image/jpeg" }, picture);
  const { scan } = await waitUntil("a scan is taken", take, { timeoutMs, everyMs: 1_000 });
  expect(scan.detections.length).toBeGreaterThan(0);
  const kept = readdirSync(path.join(folder, "storage/data/pictures"), { recursive: true, withFileTypes: true });
  expect(kept.filter((entry) => entry.isFile()).length).toBeGreaterThan(0);
});

test("lets a device join, records its scan once, and takes the next one after a replica was killed", async () => {
  const body = JSON.stringify({ name: "demo-gate-box", credential: "join-code" });
  const { joinCode } = await send<{ joinCode: { code: string } }>("POST", "/v1/admin/edge-devices", admin, body);
  await finish("agent", ["join", joinCode.code]);
  device = { "x-api-key": readFileSync(path.join(folder, "agent/data/edge-api-key"), "utf8").trim() };

  const before = await countScans();
  const first = await sendScan("compose-1");
  expect(await sendScan("compose-1")).toEqual(first);
  expect(await countScans()).toBe(before + 1);
  await expect.poll(replicas).toEqual(states(1));

  services.kill("cloud-1");
  expect((await sendScan("compose-2")).scanId).not.toBe(first.scanId);
  expect(await countScans()).toBe(before + 2);
  await expect.poll(replicas).toEqual(states(0));
  await startAndWait("cloud-1", `http://${at("cloud-1:3000")}/ready`);
  await expect.poll(replicas).toEqual(states(1));
});

test("records the scans of the demonstration's camera", async () => {
  const before = await countScans();
  services.start("agent");
  await expect.poll(countScans, { timeout: timeoutMs }).toBeGreaterThan(before);
});

test("gives Prometheus the alert rules", async () => {
  const reply = await fetch(`http://${at("prometheus:9090")}/api/v1/rules`);
  const { data } = JSON.parse(await reply.text());
  const { groups } = parse(readFileSync(path.join(import.meta.dirname, "../monitoring/alerts.yaml"), "utf8"));
  const count = (each: { rules: object[] }[]) => each.flatMap(({ rules }) => rules).length;
  expect(count(data.groups)).toBe(count(groups));
});
