import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { EDGE_KEY, type TestApp } from "../testing/app.ts";

/** A JPEG with texture; another seed is another picture. */
export async function drawJpeg(seed = 1, width = 96, height = 64): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = ((index + seed) * 2_654_435_761) >>> 24;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
}

export const sha256Of = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");

/** The body of a category scan that is in order. */
export async function scanBody(changes: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const image = (await drawJpeg()).toString("base64");
  const detections = [{ class_name: "carton", confidence: 0.9, area_percentage: 12.5, quantity: 4 }];
  return { detections, image, ...changes };
}

/** Sends edge writes with the key of the tests, and with their length, as clients do. */
export function edgeSender({ send }: TestApp) {
  const post = (url: string, body: unknown, headers: Record<string, string> = {}) => {
    const length = String(Buffer.byteLength(JSON.stringify(body)));
    return send("POST", url, { body, headers: { "X-API-Key": EDGE_KEY, "Content-Length": length, ...headers } });
  };
  /** Sends to one of the routes under a container's number, such as `scans/defect`. */
  const write = (kind: string, number: string, body: unknown, headers?: Record<string, string>) =>
    post(`/v1/edge/containers/${encodeURIComponent(number)}/${kind}`, body, headers);
  return {
    write,
    scan: (number: string, body: unknown, headers?: Record<string, string>) =>
      write("scans/category", number, body, headers),
    identify: (body: unknown, headers?: Record<string, string>) => post("/v1/edge/containers/identify", body, headers),
  };
}

/** Counts rows and pictures, to show that a refused request left nothing. */
export async function countTraces({ parts }: TestApp): Promise<Record<string, number>> {
  const { rows } = await parts.db.execute(sql`
    select (select count(*) from containers)::int as containers, (select count(*) from scans)::int as scans,
      (select count(*) from evidence)::int as evidence,
      ((select count(*) from idempotency_receipts) + (select count(*) from stream_event_receipts))::int as receipts`);
  const files = await readdir(path.join(parts.settings.dataDir, "objects"), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  const counts = Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)] as const);
  return { ...Object.fromEntries(counts), pictures: files.filter((entry) => entry.isFile()).length };
}
