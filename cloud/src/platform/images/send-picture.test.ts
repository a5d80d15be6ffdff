import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readlink, rm, truncate } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createLogger } from "../logging/create-logger.ts";
import type { AppEnv } from "../http/context.ts";
import { logRequests } from "../http/log-requests.ts";
import { startServer } from "../http/start-server.ts";
import { createFileStorage } from "../storage/file-storage.ts";
import type { ObjectStorage } from "../storage/object-storage.ts";
import { sendPicture } from "./send-picture.ts";

const bytes = randomBytes(40_000_000);
const sha256 = createHash("sha256").update(bytes).digest("hex");
const etag = `"${sha256}"`;
const picture = { key: "scans/one/image", contentType: "image/jpeg", sha256, sizeBytes: bytes.length, deletedAt: null };

const folder = await mkdtemp(path.join(tmpdir(), "pictures-"));
let ids = 0;
const newId = () => String(ids++);
const files = createFileStorage(folder, newId);
await files.write(picture.key, bytes);
await files.write("scans/short/image", bytes);
await truncate(path.join(folder, "scans/short/image"), 1_000_000);

/** Number of bytes that have left the storage. */
let readBytes = 0;
const storage: ObjectStorage = {
  ...files,
  async read(key, range) {
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        readBytes += chunk.length;
        controller.enqueue(chunk);
      },
    });
    return (await files.read(key, range))?.pipeThrough(count);
  },
};

const logLines: string[] = [];
const app = new Hono<AppEnv>();
app.use(logRequests(createLogger("info", { write: (line) => logLines.push(line) }), newId));
app.get("/picture", (c) => sendPicture(c, storage, picture));
app.get("/short", (c) => sendPicture(c, storage, { ...picture, key: "scans/short/image" }));
app.get("/missing", (c) => sendPicture(c, storage, { ...picture, key: "scans/missing/image" }));
const server = await startServer(() => app, { port: 0, host: "127.0.0.1", newId });
afterAll(async () => {
  await server.stop(0);
  await rm(folder, { recursive: true });
});
const url = (name: string) => `http://127.0.0.1:${server.port}/${name}`;
const get = async (headers: Record<string, string>, method = "GET") => {
  const reply = await fetch(url("picture"), { method, headers });
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
};

test("sends all of it, with what caches and browsers need to know", async () => {
  const reply = await get({});
  expect([reply.status, reply.bytes.equals(bytes)]).toEqual([200, true]);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "content-length": "40000000",
    "content-disposition": 'inline; filename="one-image.jpeg"',
    "accept-ranges": "bytes",
    "cache-control": "private, max-age=31536000, immutable",
    vary: "Cookie, Authorization",
    etag,
  });
});

test.each([
  ["bytes=0-99", 0, 99],
  ["bytes=39999990-", 39_999_990, 39_999_999],
  ["bytes=-5", 39_999_995, 39_999_999],
  ["bytes=100-50000000", 100, 39_999_999],
])("sends %s of it", async (range, start, end) => {
  const reply = await get({ Range: range });
  expect([reply.status, reply.bytes.equals(bytes.subarray(start, end + 1))]).toEqual([206, true]);
  expect(reply.headers.get("Content-Range")).toBe(`bytes ${start}-${end}/40000000`);
  expect(reply.headers.get("Content-Length")).toBe(String(end - start + 1));
  expect(reply.headers.get("ETag")).toBe(etag);
});

test("refuses a range past its end, and reports its length", async () => {
  const reply = await get({ Range: "bytes=40000000-" });
  expect([reply.status, reply.headers.get("Content-Range")]).toEqual([416, "bytes */40000000"]);
  expect(JSON.parse(String(reply.bytes)).error.code).toBe("RANGE_NOT_SATISFIABLE");
  expect(reply.headers.get("ETag")).toBeNull();
});

test.each<[string, Record<string, string>, number]>([
  ["a range of the picture as it is", { Range: "bytes=0-9", "If-Range": etag }, 206],
  ["a range of another picture", { Range: "bytes=0-9", "If-Range": '"other"' }, 200],
  ["a range of a weakly equal picture", { Range: "bytes=0-9", "If-Range": `W/${etag}` }, 200],
  ["a range since a date, which it has none of", { Range: "bytes=0-9", "If-Range": new Date().toUTCString() }, 200],
  ["what is known", { "If-None-Match": `"x", W/${etag}` }, 304],
  ["what is known, before any range", { "If-None-Match": etag, Range: "bytes=0-9" }, 304],
  ["what is not known", { "If-None-Match": '"x"' }, 200],
])("of %s", async (_, headers, status) => {
  const reply = await get(headers);
  expect([reply.status, reply.headers.get("ETag")]).toEqual([status, etag]);
  expect(reply.bytes.length).toBe({ 200: 40_000_000, 206: 10 }[status] ?? 0);
});

test("answers HEAD with the headers alone, whatever the range", async () => {
  readBytes = 0;
  const reply = await get({ Range: "bytes=0-9" }, "HEAD");
  expect([reply.status, reply.headers.get("Content-Length"), reply.bytes.length]).toEqual([200, "40000000", 0]);
  expect(readBytes).toBe(0);
});

test("is 404 when its bytes are missing", async () => {
  const reply = await fetch(url("missing"));
  expect([reply.status, await reply.json()]).toMatchObject([404, { error: { code: "IMAGE_NOT_FOUND" } }]);
  expect(reply.headers.get("Cache-Control")).toBeNull();
});

test("is truncated when the storage holds fewer bytes than recorded, and the failure is logged", async () => {
  await expect(fetch(url("short")).then((reply) => reply.arrayBuffer())).rejects.toThrow("terminated");
  expect(logLines.join("")).toMatch(/could not be sent.*scans\/short\/image|scans\/short\/image.*could not be sent/s);
});

/** The pictures of this test that the process holds open. */
async function openPictures(): Promise<string[]> {
  const fds = await readdir("/proc/self/fd");
  const places = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
  return places.filter((place) => place.startsWith(folder));
}

test("reads no faster than the receiver, and lets go of the file when that gives up", needs("Linux"), async () => {
  readBytes = 0;
  const requests = Array.from({ length: 20 }, () => request(url("picture"), { agent: false }).end());
  const replies = await Promise.all(requests.map(async (sent) => (await once(sent, "response"))[0] as IncomingMessage));
  await expect.poll(() => readBytes).toBeGreaterThan(20 * 65_536);
  // Bytes in transit are in the buffers of the sockets.
  let before = -1;
  const readSince = () => {
    const since = readBytes - before;
    before = readBytes;
    return since;
  };
  await expect.poll(readSince, { interval: 100 }).toBe(0);
  expect(readBytes).toBeLessThan(20 * bytes.length * 0.5);
  expect(await openPictures()).toHaveLength(20);
  for (const reply of replies) reply.destroy();
  await expect.poll(() => openPictures()).toEqual([]);
  expect((await get({})).bytes.equals(bytes)).toBe(true);
  expect(await openPictures()).toEqual([]);
});
