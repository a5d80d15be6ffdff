// Sends 40 category scans of 50 MB at once; measures the time until all are recorded, the peak memory of the cloud,
// and the delay for other requests. Run: node cloud/bench/large-scans.bench.ts
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { askP99, type Cloud, peakRssBytes, startProber, withCloud } from "./cloud-program.ts";
import { EDGE_KEY } from "./parts.ts";

const SENDERS = 40;
/** Base64 encodes 3 bytes as 4; the remainder of the 50 MB is for the rest of the body. */
const PICTURE_BYTES = 39_000_000;

/** Number of requests refused with `Retry-After`, and of requests whose connection was cut instead. */
type Sent = { refused: number; cut: number };

await withCloud(measure);

async function measure({ url, program }: Cloud): Promise<void> {
  const body = Buffer.from(JSON.stringify({ detections: [], image: (await drawPicture()).toString("base64") }));
  const prober = await startProber(url);
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
