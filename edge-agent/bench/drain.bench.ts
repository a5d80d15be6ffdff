/*
 * What the delivery costs beyond network and cloud: the drain of a full outbox, against a bare HTTP client that sends
 * records of the same size with as many requests in flight to the same cloud, which this script starts on its embedded
 * database. Run: node edge-agent/bench/drain.bench.ts [small records] [large records] [folder]. Prints for each drain the
 * rate of its last tenth against its first, the growth of the resident memory and the size of the file afterwards.
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
import { fixedKey } from "../src/forwarding/api-key.ts";
import { openCloudClient } from "../src/forwarding/cloud-client.ts";
import { resolveLimits } from "../src/forwarding/limits.ts";
import { DIRECT } from "../src/forwarding/open-dispatcher.ts";
import { startForwarder } from "../src/forwarding/start-forwarder.ts";
import { openOutbox } from "../src/outbox/open-outbox.ts";
import { systemTimers } from "../src/timers.ts";

const MIB = 1024 * 1024;
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
  const drained = await drain(records, bytes, cameras);
  const bare = await sendBare(Math.min(records, 10_000), bytes);
  console.log(
    `${records} records of ${bytes / 1_000} KB, ${cameras} camera(s): ${drained.perSecond.toFixed(0)}/s, bare client ${bare.toFixed(0)}/s, ` +
      `ratio ${(drained.perSecond / bare).toFixed(2)} (at least 0.8); last tenth ${drained.lastToFirst.toFixed(2)} of the first (at least 0.9); ` +
      `memory +${(drained.grownBytes / MIB).toFixed(0)} MiB (at most 100); file ${(drained.fileBytes / MIB).toFixed(1)} MiB`,
  );
}
await cloud.stop();

async function drain(records: number, bytes: number, cameras: number) {
  const original = await drawJpeg(bytes);
  const little = await drawJpeg(700);
  const folder = mkdtempSync(path.join(parent, "drain-bench-"));
  const file = path.join(folder, "outbox.db");
  const newId = () => crypto.randomUUID();
  const outbox = openOutbox({ file, nowMs: Date.now, newId, logger });
  for (let index = 0; index < records; index++) {
    const result = outbox.insert({
      kind: "evidence",
      id: newId(),
      deviceId: "bench",
      cameraId: `gate-${index % cameras}`,
      containerNumber: "MSCU1234566",
      capturedAtMs: Date.now(),
      clockSynchronised: true,
      payload: {},
      pictures: { original, small: little },
    });
    if (!result.ok) throw new Error(result.message);
  }
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
  const client = openCloudClient(fixedKey(API_KEY), limits, DIRECT);
  const parts = { outbox: counting, cloudUrl: url, client, logger, clock, timers: systemTimers, limits };
  const forwarder = startForwarder({ ...parts, random: Math.random });
  // oxlint-disable-next-line no-unmodified-loop-condition -- each acknowledgement counts
  while (delivered < records) await sleep(50);
  await forwarder.stop();
  outbox.close();
  const fileBytes = statSync(file).size;
  rmSync(folder, { recursive: true });
  const tenthMs = (index: number) => (times[index + 1] ?? 0) - (times[index] ?? 0);
  return {
    perSecond: (tenth * 10_000) / ((times[10] ?? 0) - (times[0] ?? 0)),
    lastToFirst: tenthMs(0) / tenthMs(9),
    grownBytes: mostBytes - beforeBytes,
    fileBytes,
  };
}

/** Requests per second of the library alone, with records of the same size. */
async function sendBare(requests: number, bytes: number): Promise<number> {
  const pool = new Pool(url, { connections: limits.concurrency, pipelining: 1 });
  const image = (await drawJpeg(bytes)).toString("base64");
  const body = JSON.stringify({ device_id: "bench", camera_id: "bare", image });
  let sent = 0;
  const startedMs = performance.now();
  const sendAll = async () => {
    while (sent < requests) {
      sent += 1;
      const headers = {
        "content-type": "application/json",
        "x-api-key": API_KEY,
        "idempotency-key": crypto.randomUUID(),
      };
      const path = "/v1/edge/containers/MSCU1234566/evidence";
      const { statusCode, body: answer } = await pool.request({ path, method: "POST", headers, body });
      const text = await answer.text();
      if (statusCode !== 200) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: limits.concurrency }, sendAll));
  const seconds = (performance.now() - startedMs) / 1_000;
  await pool.close();
  return requests / seconds;
}

/** A JPEG of noise with about so many bytes. */
async function drawJpeg(bytes: number): Promise<Buffer> {
  const side = Math.max(8, Math.round(Math.sqrt(bytes / 0.55)));
  const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: "grey", noise } });
  return picture.jpeg({ quality: 60 }).toBuffer();
}

/** The program of the cloud, on a database in a folder of its own. */
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
