// Sends 40 category scans of 50 MB at once; measures the time until all are recorded, the peak memory of the cloud,
// and the delay for other requests. Run: node cloud/bench/large-scans.bench.ts
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { freePort } from "../src/testing/postgres.ts";
import { type BenchDatabase, withPostgres } from "./database.ts";
import { EDGE_KEY } from "./parts.ts";

const SENDERS = 40;
/** Base64 encodes 3 bytes as 4; the remainder of the 50 MB is for the rest of the body. */
const PICTURE_BYTES = 39_000_000;
const PROBE_MS = 25;
const ADMIN_PASSWORD = "a long enough password";

/** Number of requests refused with `Retry-After`, and of requests whose connection was cut instead. */
type Sent = { refused: number; cut: number };
type Cloud = { url: string; program: ChildProcess };

if (process.send) await probe();
else await bench();

async function bench(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "bench-"));
  try {
    await withPostgres(async (open) => {
      const cloud = await startCloud(await open(), folder);
      try {
        await measure(cloud);
      } finally {
        cloud.program.kill("SIGTERM");
        await once(cloud.program, "exit");
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure({ url, program }: Cloud): Promise<void> {
  const body = Buffer.from(JSON.stringify({ detections: [], image: (await drawPicture()).toString("base64") }));
  const prober = fork(import.meta.filename, [url]);
  await once(prober, "message");
  await delay(5_000);
  const quietMs = await askP99(prober);
  const startMs = performance.now();
  const sent = await Promise.all(Array.from({ length: SENDERS }, (_, at) => sendUntilTaken(url, at, body)));
  const seconds = (performance.now() - startMs) / 1_000;
  const busyMs = await askP99(prober);
  prober.kill();
  const sum = (count: (one: Sent) => number) => sent.reduce((total, one) => total + count(one), 0);
  console.table({
    "size of a body, MB": (body.length / 1e6).toFixed(1),
    "until all 40 are recorded, s (at most 120)": seconds.toFixed(1),
    "refused with Retry-After; cut": `${sum(({ refused }) => refused)}; ${sum(({ cut }) => cut)}`,
    "peak memory of the cloud (RSS), MiB (at most 1024)": (peakRssBytes(program) / 2 ** 20).toFixed(0),
    "GET /v1/containers, p99 meanwhile, ms (at most 250)": busyMs.toFixed(0),
    "GET /v1/containers, p99 before, ms": quietMs.toFixed(0),
  });
}

/** The program as it is run in earnest, on Postgres. */
async function startCloud({ jobSource }: BenchDatabase, folder: string): Promise<Cloud> {
  if (!("url" in jobSource)) throw new Error("this benchmark needs Postgres");
  const port = await freePort();
  const own = {
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: folder,
    EDGE_API_KEY: EDGE_KEY,
    ADMIN_PASSWORD,
    TRUSTED_PROXY_HOPS: "1",
  };
  const program = fork(path.resolve(import.meta.dirname, "../src/main.ts"), {
    env: { ...process.env, ...own, DATABASE_URL: jobSource.url },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${url}/ready`).catch(() => undefined))?.ok;
  for (let tries = 0; !(await isReady()); tries += 1) {
    if (tries > 300 || program.exitCode !== null) throw new Error("the cloud did not start");
    await delay(100);
  }
  return { url, program };
}

/**
 * Sends one scan as the forwarder of a separate box does: from its own address, retrying under one key and waiting as
 * long as the response asks.
 */
async function sendUntilTaken(url: string, at: number, body: Buffer<ArrayBuffer>): Promise<Sent> {
  const headers = {
    "X-API-Key": EDGE_KEY,
    "X-Forwarded-For": `203.0.113.${at + 1}`,
    "Content-Type": "application/json",
    "Idempotency-Key": `large-${at}`,
  };
  const place = `${url}/v1/edge/containers/LARGE-${at}/scans/category`;
  for (const sent = { refused: 0, cut: 0 }; ;) {
    const reply = await fetch(place, { method: "POST", body, headers }).catch(() => undefined);
    await reply?.text();
    if (reply?.status === 200) return sent;
    if (reply && reply.status !== 503) throw new Error(`the scan was answered ${reply.status}`);
    if (reply) sent.refused += 1;
    else sent.cut += 1;
    await delay(Number(reply?.headers.get("Retry-After") ?? 1) * 1_000);
  }
}

/**
 * Measures latency from a separate process, so that sending does not delay the measurement: sends a request every few
 * milliseconds and reports the p99 on request.
 */
async function probe(): Promise<void> {
  const url = process.argv[2] ?? "";
  const login = JSON.stringify({ email: "admin@localhost", password: ADMIN_PASSWORD });
  const headers = { "Content-Type": "application/json" };
  const signedIn = await fetch(`${url}/v1/user/auth/email/login`, { method: "POST", headers, body: login });
  const { token } = JSON.parse(await signedIn.text()).data;
  let latenciesMs: number[] = [];
  const ask = async () => {
    const startMs = performance.now();
    const reply = await fetch(`${url}/v1/containers`, { headers: { Authorization: `Bearer ${token}` } });
    await reply.text();
    if (reply.status !== 200) throw new Error(`the probe was answered ${reply.status}`);
    latenciesMs.push(performance.now() - startMs);
  };
  setInterval(() => void ask(), PROBE_MS);
  process.on("message", () => {
    process.send?.(latenciesMs.toSorted((left, right) => left - right)[Math.floor(latenciesMs.length * 0.99)] ?? 0);
    latenciesMs = [];
  });
  process.send?.("ready");
}

async function askP99(prober: ChildProcess): Promise<number> {
  prober.send("p99");
  const [p99]: number[] = await once(prober, "message");
  return p99 ?? 0;
}

/** A JPEG of grain, just small enough for a body of 50 MB. */
async function drawPicture(): Promise<Buffer> {
  const [width, height] = [7_000, 5_000];
  const raw = { width, height, channels: 3 } as const;
  const grain = randomBytes(width * height * 3);
  for (let quality = 97; ; quality -= 2) {
    const jpeg = await sharp(grain, { raw }).jpeg({ quality }).toBuffer();
    if (jpeg.length <= PICTURE_BYTES) return jpeg;
  }
}

/** The most memory a process has had in RAM, as Linux counts it. */
function peakRssBytes({ pid }: ChildProcess): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1_024;
}
