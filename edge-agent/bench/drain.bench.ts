/*
 * What the delivery costs beyond network and cloud: the drain of a full outbox, against a bare HTTP client that sends
 * the same requests, made beforehand, with as many in flight to the same cloud, which this script starts on the database
 * of DATABASE_URL, or else on its embedded one. Run: node edge-agent/bench/drain.bench.ts [small records] [large records]
 * [folder]. Prints for each drain the processor time of this process, which other load hardly changes, the rate of its last tenth against
 * its first, the growth of the resident memory and the size of the file afterwards.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { Pool } from "undici";
import { checkDigit } from "@container-inspection/shared-schemas/container-number";
import { fixedKey } from "../src/forwarding/link/api-key.ts";
import { assembleRequest } from "../src/forwarding/assemble-request.ts";
import { createCloudLink } from "../src/forwarding/link/cloud-link.ts";
import { resolveLimits } from "../src/forwarding/link/limits.ts";
import { DIRECT } from "../src/forwarding/link/open-dispatcher.ts";
import { startForwarder } from "../src/forwarding/start-forwarder.ts";
import { openOutbox } from "../src/outbox/open-outbox.ts";
import { systemTimers } from "../src/base/timers.ts";
import { NO_TRACES } from "../src/base/traces/traces.ts";

const MIB = 1024 * 1024;
/** Drain and bare client take turns, so that both meet the same machine; medians are compared. */
const ROUNDS = 3;
const RECORDS_PER_CONTAINER = 20;
const [small = 100_000, large = 1_000] = process.argv.slice(2, 4).map(Number);
const parent = process.argv[4] ?? os.tmpdir();
const limits = resolveLimits();
const clock = { nowMs: Date.now, monotonicMs: () => performance.now() };
const logger = { info() {}, warn() {}, error() {} };

const API_KEY = "bench-edge-key-0123456789abcdef";
const cloud = await startCloud();
const { url } = cloud;

for (const { records, bytes, cameras } of [
  { records: small, bytes: 2_000, cameras: 1 },
  { records: Math.ceil(small / 10), bytes: 2_000, cameras: 10 },
  { records: large, bytes: 200_000, cameras: 1 },
  { records: large, bytes: 200_000, cameras: 10 },
]) {
  const rounds: { drained: Awaited<ReturnType<typeof drain>>; bare: Awaited<ReturnType<typeof sendBare>> }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const drained = await drain(Math.ceil(records / ROUNDS), bytes, cameras);
    rounds.push({ drained, bare: await sendBare(Math.min(Math.ceil(records / ROUNDS), 5_000), bytes, cameras) });
  }
  const of = (read: (round: (typeof rounds)[number]) => number) => median(rounds.map(read));
  console.log(
    `${records} records of ${bytes / 1_000} KB, ${cameras} camera(s): ${of(({ drained }) => drained.perSecond).toFixed(0)}/s, bare client ${of(({ bare }) => bare.perSecond).toFixed(0)}/s, ` +
      `ratio ${of(({ drained, bare }) => drained.perSecond / bare.perSecond).toFixed(2)} (at least 0.8); ` +
      `processor time ${of(({ drained }) => drained.cpuMs).toFixed(2)} and ${of(({ bare }) => bare.cpuMs).toFixed(2)} ms per record; ` +
      `last tenth ${of(({ drained }) => drained.lastToFirst).toFixed(2)} of the first (at least 0.9); ` +
      `memory +${(of(({ drained }) => drained.grownBytes) / MIB).toFixed(0)} MiB (at most 100); file ${(of(({ drained }) => drained.fileBytes) / MIB).toFixed(1)} MiB`,
  );
}
await cloud.stop();

/** Fills an outbox with this many photos of a new device. */
async function fillOutbox(records: number, bytes: number, cameras: number) {
  const original = await drawJpeg(bytes);
  const little = await drawJpeg(700);
  const folder = mkdtempSync(path.join(parent, "drain-bench-"));
  const file = path.join(folder, "outbox.db");
  const newId = () => crypto.randomUUID();
  const deviceId = newId();
  const outbox = openOutbox({ file, nowMs: Date.now, newId, logger, sign: undefined });
  for (let index = 0; index < records; index++) {
    const result = outbox.insert({
      kind: "evidence",
      id: newId(),
      deviceId,
      cameraId: `gate-${index % cameras}`,
      containerNumber: numberContainer(index),
      capturedAtMs: Date.now(),
      clockSynchronised: true,
      payload: {},
      pictures: { original, small: little },
    });
    if (!result.ok) throw new Error(result.message);
  }
  return { outbox, file, remove: () => rmSync(folder, { recursive: true }) };
}

/** The container before the camera: another one after twenty records, as at a gate. */
function numberContainer(index: number): string {
  const serial = `MSCU${String(Math.floor(index / RECORDS_PER_CONTAINER)).padStart(6, "0")}`;
  return `${serial}${checkDigit(serial)}`;
}

async function drain(records: number, bytes: number, cameras: number) {
  const { outbox, file, remove } = await fillOutbox(records, bytes, cameras);
  const tenth = Math.floor(records / 10);
  const times: number[] = [performance.now()];
  const beforeBytes = process.memoryUsage.rss();
  let mostBytes = beforeBytes;
  let delivered = 0;
  const counting = {
    ...outbox,
    acknowledge(id: string) {
      outbox.acknowledge(id);
      delivered += 1;
      if (delivered % tenth !== 0) return;
      times.push(performance.now());
      mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
    },
  };
  const startedCpuMs = cpuMs();
  const client = createCloudLink({ cloudUrl: url, apiKey: fixedKey(API_KEY), network: DIRECT }).openClient(limits);
  const parts = { outbox: counting, cloudUrl: url, client, logger, clock, timers: systemTimers, limits };
  const forwarder = startForwarder({ ...parts, traces: NO_TRACES, windows: [], random: Math.random });
  // oxlint-disable-next-line no-unmodified-loop-condition -- each acknowledgement counts
  while (delivered < records) await sleep(50);
  const spentMs = cpuMs() - startedCpuMs;
  await forwarder.stop();
  outbox.close();
  const fileBytes = statSync(file).size;
  remove();
  const tenthMs = (index: number) => (times[index + 1] ?? 0) - (times[index] ?? 0);
  return {
    perSecond: (tenth * 10_000) / ((times[10] ?? 0) - (times[0] ?? 0)),
    cpuMs: spentMs / records,
    lastToFirst: tenthMs(0) / tenthMs(9),
    grownBytes: mostBytes - beforeBytes,
    fileBytes,
  };
}

/** The library alone, with the same requests, made beforehand: requests per second, processor time of each. */
async function sendBare(
  records: number,
  bytes: number,
  cameras: number,
): Promise<{ perSecond: number; cpuMs: number }> {
  const { outbox, remove } = await fillOutbox(records, bytes, cameras);
  const prepared = [...outbox.waiting()].flatMap(({ id, record }) =>
    record === null ? [] : [{ id, ...assembleRequest(url, record) }],
  );
  outbox.close();
  remove();
  const pool = new Pool(url, { connections: limits.concurrency, pipelining: 1 });
  let sent = 0;
  const startedCpuMs = cpuMs();
  const startedMs = performance.now();
  const sendAll = async () => {
    for (let next = prepared[sent++]; next !== undefined; next = prepared[sent++]) {
      const headers = { "content-type": "application/json", "x-api-key": API_KEY, "idempotency-key": next.id };
      const { pathname } = new URL(next.url);
      const request = { path: pathname, method: "POST", headers, body: next.body } as const;
      const { statusCode, body: answer } = await pool.request(request);
      const text = await answer.text();
      if (statusCode !== 200) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: limits.concurrency }, sendAll));
  const seconds = (performance.now() - startedMs) / 1_000;
  const spentMs = cpuMs() - startedCpuMs;
  await pool.close();
  return { perSecond: records / seconds, cpuMs: spentMs / records };
}

/** Returns the processor time that this process has used, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Draws a JPEG of noise with about this many bytes. */
async function drawJpeg(bytes: number): Promise<Buffer> {
  const side = Math.max(8, Math.round(Math.sqrt(bytes / 0.55)));
  const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: "grey", noise } });
  return picture.jpeg({ quality: 60 }).toBuffer();
}

/** Starts the cloud program, on a database in a new folder. */
async function startCloud(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(parent, "drain-cloud-"));
  const port = await freePort();
  const env = {
    PATH: process.env["PATH"],
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: folder,
    EDGE_API_KEY: API_KEY,
    ADMIN_EMAIL: "admin@example.com",
    ADMIN_PASSWORD: "a password of the benchmark",
    ...(process.env["DATABASE_URL"] === undefined ? {} : { DATABASE_URL: process.env["DATABASE_URL"] }),
  };
  const main = path.resolve(import.meta.dirname, "../../cloud/src/main.ts");
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "ignore", "inherit"] });
  const address = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(`${address}/ready`).then(({ ok }) => ok, () => false); // prettier-ignore
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the cloud ended with ${child.exitCode}`);
    await sleep(200);
  }
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: address, stop };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}
