import { sql } from "drizzle-orm";
import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { connectAiService } from "../../platform/ai/connect-ai-service.ts";
import { size, startScriptedService } from "../../platform/ai/testing/scripted-service.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import type { Connection } from "../../platform/db/connect.ts";
import { createEmbeddedTestDatabase, createTestDatabase } from "../../testing/database.ts";
import { buildTiff } from "@container-inspection/shared-schemas/testing/build-tiff.ts";
import { createTestApp } from "../../testing/app.ts";
import { startWorkers } from "../../workers.ts";

const blank = sharp({ create: { ...size, channels: 3, background: "#806040" } });
const jpeg = await blank.clone().jpeg().toBuffer();
const png = await blank.clone().png().toBuffer();
const tooLarge = Buffer.alloc(20_971_521);
tooLarge.set(jpeg);
const SCANS = ["category", "defect", "illegal", "category/stream", "illegal/stream"];
const KEPT = SCANS.slice(0, 3);

const bomb = await sharp({ create: { width: 10_001, height: 10_000, channels: 3, background: "#000" } })
  .png()
  .toBuffer();

/** The service with an AI service that a test scripts, and an operator. */
async function setUp(connection?: Connection) {
  const server = await startScriptedService();
  server.hello = { tasks: ["category", "defect", "illegal"] };
  const logger = { info: () => {}, warn: () => {}, debug: () => {} };
  const newId = createObjectIdMaker(() => Date.now());
  const ai = connectAiService({ url: server.url, token: "t", newId, random: () => 0, logger });
  cleanUpLater(async () => ai.close());
  const cloud = await createTestApp({ ai, ...(connection ? { connection } : {}) });
  const { authorization, email } = await cloud.signIn("operator");
  const get = async (url: string) => (await cloud.send("GET", url, { headers: authorization })).body.data;
  const post = async (place: string, scan: string, body: Uint8Array = jpeg, changes: Record<string, string> = {}) => {
    const headers = { "Content-Type": "image/jpeg", ...authorization, ...changes };
    const reply = await cloud.app.request(`${place}/scans/${scan}`, { method: "POST", headers, body });
    const { error, data } = JSON.parse(await reply.text());
    return { status: reply.status, code: error?.code, scan: data?.scan };
  };
  const readBytes = async (url: string) =>
    Buffer.from(await (await cloud.app.request(url, { headers: authorization })).arrayBuffer());
  return { ...cloud, server, email, authorization, get, post, readBytes };
}

let numbers = 0;
/** A container of the operator, and its actions. */
async function openContainer({ send, authorization, get, post }: Awaited<ReturnType<typeof setUp>>) {
  const body = { containerNumber: `BOX-${numbers++}` };
  const { id } = (await send("POST", "/v1/containers", { body, headers: authorization })).body.data;
  const place = `/v1/containers/${id}`;
  return {
    place,
    number: body.containerNumber,
    read: () => get(place),
    scans: async () => (await get(`${place}/scans`)).items,
    post: (scan: string, picture?: Uint8Array, headers?: Record<string, string>) => post(place, scan, picture, headers),
  };
}

const service = await setUp();
const { server, get, signIn, readBytes } = service;
beforeEach(() => {
  server.script = ({ answer }) => answer();
});
const refusePicture: typeof server.script = ({ header: { id }, sendText }) =>
  sendText(JSON.stringify({ type: "error", id, code: "INVALID_IMAGE", message: "no", retryable: false }));

/** Illegal goods escalate: the scripted service is confident of its findings. */
const statusAfter = (type: string) => (type === "illegal" ? "ESCALATED" : "SCANNED");

test("illegal scans at once escalate their container once, none waiting for another for ever", async () => {
  const { post, place } = await openContainer(service);
  const replies = await Promise.all(Array.from({ length: 8 }, () => post("illegal")));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  const { escalations, verdict } = await get(`${place}/report`);
  expect(escalations).toMatchObject([
    { source: "illegal", reason: "The scan for illegal goods marks a place as drum (confidence 80 %)." },
  ]);
  expect(verdict).toBe("hold");
});

describe.each(KEPT)("a %s scan", (type) => {
  test("returns the findings of the AI service, and is stored with its picture", async () => {
    const { post, read, place, number } = await openContainer(service);
    const { status, scan } = await post(type);
    expect(status).toBe(200);
    expect(scan).toMatchObject({
      type,
      source: "user",
      status: "done",
      userEmail: service.email,
      container: { containerNumber: number },
      detections: [{ className: "drum", confidence: 0.8, areaPercentage: 12.5, quantity: 2, polygon: null }],
      summary: [{ className: "drum", count: 2, areaPercentage: 12.5, bestConfidence: 0.8 }],
      model: { name: "scripted", version: "1" },
      inferenceMs: 5,
      image: { ...size, contentType: "image/jpeg", sizeBytes: jpeg.length, reduced: false },
      manifestMatch: null,
    });
    expect(server.asked.at(-1)?.header).toMatchObject({ task: type, contentType: "image/jpeg" });
    expect(await get(`${place}/scans/${scan.id}`)).toEqual(scan);
    expect((await readBytes(`${place}/scans/${scan.id}/image`)).equals(jpeg)).toBe(true);
    expect(await read()).toMatchObject({ status: statusAfter(type), categoryScan: null });
  });
});

describe.each(SCANS)("%s", (scan) => {
  test("takes an image alone: the bytes decide, whatever image the header names", async () => {
    const { post, scans } = await openContainer(service);
    const refused: [Uint8Array, string][] = [
      [jpeg, "application/octet-stream"],
      [jpeg, "application/json"],
      [jpeg, ""],
      [new Uint8Array(), "image/jpeg"],
      [jpeg.subarray(0, -40), "image/jpeg"],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "image/svg+xml"],
      [bomb, "image/png"],
    ];
    for (const [body, type] of refused)
      expect(await post(scan, body, { "Content-Type": type })).toMatchObject({
        status: 400,
        code: "INVALID_IMAGE_FORMAT",
      });
    expect(await scans()).toEqual([]);
    const taken = await post(scan, png, { "Content-Type": "image/jpeg; charset=utf-8" });
    expect(taken).toMatchObject({ status: 200, scan: { image: { contentType: "image/png" } } });
  });

  test("refuses, in this order: over 20 MB, no image, an unknown container, another user's", async () => {
    const { post, scans } = await openContainer(service);
    const unknown = "/v1/containers/000000000000000000000000";
    const stranger = (await signIn("operator")).authorization;
    expect(await service.post(unknown, scan, tooLarge)).toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
    expect(await service.post(unknown, scan, Buffer.from("x"))).toMatchObject({
      status: 400,
      code: "INVALID_IMAGE_FORMAT",
    });
    expect(await service.post(unknown, scan)).toMatchObject({ status: 404, code: "CONTAINER_NOT_FOUND" });
    expect(await post(scan, jpeg, stranger)).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect(await scans()).toEqual([]);
    expect((await post(scan, jpeg, (await signIn("supervisor")).authorization)).status).toBe(200);
  });

  test("refuses an image that the AI service cannot decode, and keeps nothing of it", async () => {
    const { post, scans } = await openContainer(service);
    server.script = refusePicture;
    expect(await post(scan)).toMatchObject({ status: 400, code: "INVALID_IMAGE_FORMAT" });
    expect(await scans()).toEqual([]);
  });
});

describe.each(["category", "illegal"])("a frame of a %s stream", (type) => {
  test("is kept as a scan when something was found on it", async () => {
    const { post, read, scans } = await openContainer(service);
    const { status, scan } = await post(`${type}/stream`);
    expect({ status, scan }).toMatchObject({ status: 200, scan: { type, status: "done" } });
    expect(await scans()).toEqual([scan]);
    expect(await read()).toMatchObject({ status: statusAfter(type), categoryScan: null });
  });

  test("leaves nothing behind when nothing was found", async () => {
    const { post, read, scans } = await openContainer(service);
    server.script = ({ answer }) => answer({ detections: [] });
    const { status, scan } = await post(`${type}/stream`);
    expect({ status, scan }).toMatchObject({
      status: 200,
      scan: { type, status: "done", detections: [], image: size },
    });
    expect(await scans()).toEqual([]);
    expect(await read()).toMatchObject({ status: "REGISTERED" });
  });

  test("fails with its own code when the service fails, and leaves nothing behind", async () => {
    const { post, scans } = await openContainer(service);
    const failure = { status: 500, code: `STREAMING_${type.toUpperCase()}_SCAN_FAILED` };
    server.script = ({ sendText, header: { id } }) => sendText(`{"type":"result","id":"${id}","confidence":NaN}`);
    expect(await post(`${type}/stream`)).toMatchObject(failure);
    server.script = ({ sendText, header: { id } }) =>
      sendText(JSON.stringify({ type: "error", id, code: "TASK_NOT_OFFERED", message: "no", retryable: false }));
    expect(await post(`${type}/stream`)).toMatchObject(failure);
    server.script = ({ socket }) => socket.terminate();
    expect(await post(`${type}/stream`)).toMatchObject(failure);
    // While it is unavailable: the connection is made again within the test, and not before this.
    expect(await post(`${type}/stream`)).toMatchObject(failure);
    expect(await scans()).toEqual([]);
    server.script = ({ answer }) => answer();
    await expect.poll(async () => (await post(`${type}/stream`)).status).toBe(200);
  });
});

describe("while the AI service is unavailable", () => {
  test.each([
    ["Postgres", createTestDatabase],
    ["the embedded database", createEmbeddedTestDatabase],
  ])("scans are pending, and finish when it is back (%s)", async (_, createDatabase) => {
    const away = await setUp(await createDatabase());
    const { post, read, scans } = await openContainer(away);
    away.server.status = 503;
    away.server.script = ({ socket }) => socket.terminate();
    for (const type of KEPT)
      expect(await post(type)).toMatchObject({ status: 200, scan: { type, status: "pending", detections: [] } });
    expect(await read()).toMatchObject({ status: "REGISTERED" });
    away.server.status = 101;
    away.server.script = ({ answer }) => answer();
    await startWorkers(away.parts);
    const statuses = async () => (await scans()).map(({ status }: { status: string }) => status);
    await expect.poll(statuses).toEqual(["done", "done", "done"]);
    const [newest] = await scans();
    expect(newest).toMatchObject({ model: { name: "scripted" }, detections: [{ className: "drum" }], image: size });
    expect(await read()).toMatchObject({ status: "ESCALATED", categoryScan: null });
    const filed = await away.parts.db.execute(
      sql`select recorded_match -> 'scanIds' ->> 0 = id as is_filed from scans`,
    );
    expect(filed.rows).toEqual([{ is_filed: true }, { is_filed: true }, { is_filed: true }]);
  });

  test("a pending scan whose picture will never do ends as failed", async () => {
    const away = await setUp();
    const { post, read, scans } = await openContainer(away);
    away.server.script = ({ socket }) => socket.terminate();
    expect(await post("defect")).toMatchObject({ status: 200, scan: { status: "pending" } });
    away.server.script = refusePicture;
    await startWorkers(away.parts);
    await expect.poll(scans).toMatchObject([{ status: "failed", detections: [] }]);
    expect(await read()).toMatchObject({ status: "REGISTERED" });
  });
});

test("a 16-bit X-ray picture is kept as it came, with an 8-bit one to look at", async () => {
  const { post, place } = await openContainer(service);
  const pixels = Uint16Array.from({ length: size.width * size.height }, (_, index) => 1_000 + (index % size.width) * 8);
  const xray = buildTiff(size, pixels);
  const { scan } = await post("illegal", xray, { "Content-Type": "image/tiff" });
  expect(scan).toMatchObject({ image: { contentType: "image/tiff", ...size }, hasVisualization: true });
  expect(server.asked.at(-1)?.header.contentType).toBe("image/tiff");
  expect((await readBytes(`${place}/scans/${scan.id}/image`)).equals(xray)).toBe(true);
  const preview = sharp(await readBytes(`${place}/scans/${scan.id}/visualization`));
  expect(await preview.metadata()).toMatchObject({ format: "jpeg", depth: "uchar", ...size });
  const [grey] = (await preview.stats()).channels;
  expect([grey?.min, grey?.max]).toEqual([expect.closeTo(0, -1), expect.closeTo(255, -1)]);
});

test("a picture that the AI service marks as unlike those of its model is marked, and clears nothing", async () => {
  const { post, place } = await openContainer(service);
  server.script = ({ answer }) => answer({ unlikeTraining: true });
  expect((await post("category")).scan).toMatchObject({ unlikeTraining: true });
  const { reasons } = await get(`${place}/report`);
  expect(reasons).toContainEqual(expect.objectContaining({ rule: "unlike-training", verdict: "attention" }));
  server.script = ({ answer }) => answer();
  expect((await post("category")).scan).toMatchObject({ unlikeTraining: null });
});

test("a picture that its orientation tag turns is shown upright, as its outlines are", async () => {
  const { post } = await openContainer(service);
  server.script = ({ answer }) => answer({ width: size.height, height: size.width });
  const turned = await blank.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect((await post("category", turned)).scan.image).toMatchObject({ width: 48, height: 64 });
});
