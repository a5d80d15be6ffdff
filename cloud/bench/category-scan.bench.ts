// What recording a category scan with a 2 MB picture costs beside its bare work: parse, base64, decode, write and sync,
// and one transaction. Run: node cloud/bench/category-scan.bench.ts
import { randomBytes } from "node:crypto";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { createApp } from "../src/app.ts";
import { decodePicture } from "../src/platform/images/decode-picture.ts";
import { type BenchDatabase, withPostgres } from "./database.ts";
import { median } from "./median.ts";
import { createBenchParts, EDGE_KEY } from "./parts.ts";

const PICTURE_BYTES = 2_000_000;
const WARM_UP = 10;
const ROUNDS = 100;

const picture = await drawPicture();
const detections = Array.from({ length: 20 }, (_, index) => ({
  class_name: "carton",
  confidence: 0.9,
  polygon: { x: Array.from({ length: 40 }, (_, at) => at + index), y: Array.from({ length: 40 }, (_, at) => at * 2) },
  area_percentage: 1.5,
}));
const body = Buffer.from(
  JSON.stringify({ detections, image: picture.toString("base64"), camera_id: "c", device_id: "d" }),
);

const folder = await mkdtemp(path.join(tmpdir(), "bench-"));
try {
  await withPostgres(async (openDatabase) => {
    const database = await openDatabase();
    const product = await createProduct(database);
    const bare = await createBare(database);
    const times = { product: [] as number[], bare: [] as number[] };
    // Taken in turns, so that whatever else the machine does falls on both.
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const [productMs, bareMs] = [await timed(product), await timed(bare)];
      if (round >= 0) {
        times.product.push(productMs);
        times.bare.push(bareMs);
      }
    }
    const [productMs, bareMs] = [median(times.product), median(times.bare)];
    console.log(
      `category scan, picture of ${(picture.length / 1e6).toFixed(2)} MB: ${productMs.toFixed(1)} ms, bare ${bareMs.toFixed(1)} ms, ` +
        `ratio ${(bareMs / productMs).toFixed(2)} (medians of ${ROUNDS}; 1 would be as fast as the bare work, the goal is 0.6)`,
    );
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Sends requests to the service as a device does, each with its own key. */
async function createProduct(database: BenchDatabase): Promise<() => Promise<void>> {
  const parts = await createBenchParts(database, folder);
  const app = createApp(parts);
  return async () => {
    const headers = {
      "X-API-Key": EDGE_KEY,
      "Content-Type": "application/json",
      "Content-Length": String(body.length),
      "Idempotency-Key": parts.newId(),
    };
    const reply = await app.request("/v1/edge/containers/CSQU3054383/scans/category", {
      method: "POST",
      body,
      headers,
    });
    if (reply.status !== 200) throw new Error(`the scan was refused: ${await reply.text()}`);
    await reply.text();
  };
}

/** The same work by hand, without checks, rights, receipts and hashes. */
async function createBare({ client }: BenchDatabase): Promise<() => Promise<void>> {
  await client.query("create table bare_containers (id text primary key, scan jsonb)");
  await client.query("create table bare_scans (id text primary key, container_id text, detections jsonb, image text)");
  await client.query("insert into bare_containers values ('one')");
  return async () => {
    const sent = JSON.parse(body.toString());
    const bytes = Buffer.from(sent.image, "base64");
    if (!(await decodePicture(bytes))) throw new Error("the picture cannot be decoded");
    const id = randomBytes(12).toString("hex");
    const file = await open(path.join(folder, id), "w");
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
    const found = JSON.stringify(sent.detections);
    await client.query("begin");
    await client.query("insert into bare_scans values ($1, 'one', $2, $3)", [id, found, id]);
    await client.query("update bare_containers set scan = $1 where id = 'one'", [found]);
    await client.query("commit");
  };
}

/** A JPEG of about 2 MB with soft shapes and grain, as a camera makes it. */
async function drawPicture(): Promise<Buffer> {
  const [width, height] = [2_560, 1_440];
  const pixels = Buffer.alloc(width * height * 3);
  const grain = randomBytes(pixels.length);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = ((at / 3 / width) >> 3) + ((grain[at] ?? 0) >> 3);
  for (let quality = 95; ; quality -= 5) {
    const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    if (jpeg.length <= PICTURE_BYTES * 1.1 || quality <= 50) return jpeg;
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
