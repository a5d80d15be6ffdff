import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createTestApp } from "../testing/app.ts";
import { createLargeJsonChecker } from "../platform/http/check-large-json.ts";
import { scanRequestPlace } from "./scan-request.ts";
import { countTraces, drawJpeg, edgeSender, scanBody, sha256Of } from "./testing.ts";

const cloud = await createTestApp();
const { scan, write } = edgeSender(cloud);
const supervisor = await cloud.signIn("supervisor");
const headers = supervisor.authorization;
const get = async (path: string) => (await cloud.send("GET", `/v1/containers/${path}`, { headers })).body.data;
const bytesOf = async (path: string) => {
  const reply = await cloud.app.request(`/v1/containers/${path}`, { headers });
  return Buffer.from(await reply.arrayBuffer());
};
const withKey = (key: string) => ({ "Idempotency-Key": key });

describe.each(["defect", "illegal"])("a %s scan", (type) => {
  test("makes an unknown container, and is kept whole", async () => {
    const [image, visualization] = [await drawJpeg(7), await drawJpeg(8)];
    const timestamp = new Date(cloud.parts.nowMs() - 60_000).toISOString();
    const sent = {
      detections: [{ class_name: "corrosion", confidence: 0.7, area_percentage: 3 }],
      image: image.toString("base64"),
      visualization: visualization.toString("base64"),
      model_name: "hull",
      model_version: "2",
      inference_ms: 12.5,
      camera_id: "c1",
      device_id: "d1",
      timestamp,
    };
    const reply = await write(`scans/${type}`, `tghu 759933-${type === "defect" ? 0 : 1}`, sent);
    const { scanId, containerId, containerNumber, numberCheck } = reply.body.data;
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        success: true,
        idempotencyKey: null,
        data: {
          scanId,
          containerId,
          containerNumber,
          numberCheck,
          created: true,
          visitLane: type === "illegal" ? "red" : null,
        },
      },
    ]);
    expect([containerNumber, numberCheck]).toEqual(
      type === "defect" ? ["TGHU7599330", "valid"] : ["TGHU7599331", "bad-check-digit"],
    );
    expect(await get(`${containerId}/scans/${scanId}`)).toMatchObject({
      type,
      source: "edge",
      status: "done",
      timestamp,
      detections: [{ className: "corrosion", confidence: 0.7 }],
      summary: [{ className: "corrosion", count: 1, areaPercentage: 3, bestConfidence: 0.7 }],
      model: { name: "hull", version: "2" },
      inferenceMs: 12.5,
      cameraId: "c1",
      deviceId: "d1",
      userEmail: "edge-device@localhost",
      manifestMatch: null,
    });
    expect((await bytesOf(`${containerId}/scans/${scanId}/image`)).equals(image)).toBe(true);
    expect((await bytesOf(`${containerId}/scans/${scanId}/visualization`)).equals(visualization)).toBe(true);
  });

  test("leaves the category scan that the container shows, and makes the container scanned or escalated", async () => {
    const status = type === "illegal" ? "ESCALATED" : "SCANNED";
    const first = (await write(`scans/${type}`, `KEEP ${type}`, await scanBody())).body.data;
    expect(await get(first.containerId)).toMatchObject({ status, categoryScan: null });
    const category = (await scan(`KEEP ${type}`, await scanBody())).body.data;
    await write(`scans/${type}`, `KEEP ${type}`, await scanBody());
    expect((await get(category.containerId)).categoryScan.scanId).toBe(category.scanId);
  });
});

describe("evidence from a device", () => {
  test("is a photo of the operator's, also without detections, and leaves the container as it is", async () => {
    const ann = await cloud.signIn("operator");
    const image = await drawJpeg(9);
    const body = { image: image.toString("base64"), user_email: ann.email.toUpperCase(), camera_id: "c1" };
    const reply = await write("evidence", "PHOTO 1", body);
    const { evidenceId, containerId } = reply.body.data;
    const data = { evidenceId, containerId, containerNumber: "PHOTO 1", numberCheck: "not-iso6346", created: true };
    expect([reply.status, reply.body]).toEqual([200, { success: true, idempotencyKey: null, data }]);
    expect(evidenceId).toMatch(/^ev_[0-9a-f]{24}$/);
    expect(await get(containerId)).toMatchObject({ status: "REGISTERED", categoryScan: null, owner: { id: ann.id } });
    expect(await get(`${containerId}/evidence/${evidenceId}`)).toMatchObject({
      source: "edge",
      uploader: { id: ann.id, email: ann.email },
      userEmail: ann.email,
      note: null,
      detections: [],
      image: { sha256: sha256Of(image) },
      hasVisualization: false,
      cameraId: "c1",
    });
    expect((await bytesOf(`${containerId}/evidence/${evidenceId}/image`)).equals(image)).toBe(true);
  });

  test("belongs to the default account if its email belongs to no user, and may show detections", async () => {
    const visualization = await drawJpeg(10);
    const timestamp = "2006-01-01T00:00:00.000Z";
    const found = { visualization: visualization.toString("base64"), user_email: "who@example.com", timestamp };
    const { evidenceId, containerId } = (await write("evidence", "PHOTO 2", await scanBody(found))).body.data;
    const photo = await get(`${containerId}/evidence/${evidenceId}`);
    expect(photo).toMatchObject({
      uploader: { email: "edge-device@localhost" },
      userEmail: "who@example.com",
      detections: [{ className: "carton", confidence: 0.9, quantity: 4 }],
      hasVisualization: true,
      timestamp,
      clockSuspect: true,
    });
    const drawn = await bytesOf(`${containerId}/evidence/${evidenceId}/visualization`);
    expect(drawn.equals(visualization)).toBe(true);
    const removed = await cloud.send("DELETE", `/v1/containers/${containerId}/evidence/${evidenceId}`, { headers });
    expect(removed.status).toBe(403);
  });
});

describe.each(["scans/defect", "scans/illegal", "evidence"])("%s", (kind) => {
  const number = `SAME ${kind}`;

  test("is recorded once per idempotency key, and keys are separate per route", async () => {
    const body = await scanBody({ timestamp: "2026-11-01T10:00:00Z" });
    const before = await countTraces(cloud);
    const replies = await Promise.all(Array.from({ length: 10 }, () => write(kind, number, body, withKey("same"))));
    for (const reply of replies) expect([reply.status, reply.body]).toEqual([200, replies[0]!.body]);
    expect(replies.filter(({ headers }) => headers.get("Idempotent-Replayed") === null)).toHaveLength(1);
    // Evidence has a thumbnail besides its picture.
    const [rows, files] = kind === "evidence" ? (["evidence", 2] as const) : (["scans", 1] as const);
    const counted = ["containers", "receipts", rows].map((name) => [name, before[name]! + 1]);
    const pictures = before["pictures"]! + files;
    expect(await countTraces(cloud)).toEqual({ ...before, ...Object.fromEntries(counted), pictures });
    const other = await write(kind, number, { ...body, camera_id: "c2" }, withKey("same"));
    expect([other.status, other.body.error.code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
    expect(other.body.idempotencyKey).toBe("same");
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    ["no image", { image: undefined }, "VALIDATION_ERROR", "image"],
    ["a picture that is none", { image: "AAAA" }, "INVALID_IMAGE_FORMAT", "image"],
    ["a bad detection", { detections: [{ confidence: 2 }] }, "VALIDATION_ERROR", "detections.0.confidence"],
    ["a bad visualization", { visualization: "!" }, "VALIDATION_ERROR", "visualization"],
    ["the hash of another image", { image_sha256: "0".repeat(64) }, "VALIDATION_ERROR", "image_sha256"],
    ["a record hash without its facts", { record_sha256: "0".repeat(64) }, "VALIDATION_ERROR", "record_sha256"],
    ["a malformed email", { user_email: "unknown" }, "VALIDATION_ERROR", "user_email"],
  ])("refuses %s at its place, and keeps nothing", async (_case, changes, code, path) => {
    const before = await countTraces(cloud);
    const { status, body } = await write(kind, "REFUSED", await scanBody(changes), withKey("bad"));
    expect([status, body.error.code, body.error.details[0].path]).toEqual([400, code, path]);
    expect(await countTraces(cloud)).toEqual(before);
  });

  test("asks for detections unless it is evidence", async () => {
    for (const detections of [undefined, null])
      expect((await write(kind, number, await scanBody({ detections }))).status).toBe(kind === "evidence" ? 200 : 400);
  });

  test("refuses a number that is none", async () => {
    const { status, body } = await write(kind, "\u0421SQU3054383", await scanBody());
    expect([status, body.error.details[0].path]).toEqual([400, "containerNumber"]);
  });
});

test("the thread that checks a large body hands over the bytes of its pictures, and no text of 50 MB", async () => {
  const picture = randomBytes(3_000_000);
  const image = picture.toString("base64");
  const check = createLargeJsonChecker();
  const checkText = async (body: object) => {
    const bytes = Buffer.from(new TextEncoder().encode(JSON.stringify({ detections: [], ...body })).buffer);
    return check({ bytes, textDepth: undefined, schema: scanRequestPlace });
  };
  const answer = await checkText({ image, visualization: "AAAA" });
  if (!("data" in answer)) throw new Error("the body was refused");
  expect(Object.entries(answer.data as object).filter(([, value]) => typeof value === "string")).toEqual([]);
  const { image: sent, visualization } = answer.data as Record<string, Uint8Array>;
  expect([picture.equals(sent!), sent!.buffer.byteLength, visualization]).toEqual([true, 3_000_000, new Uint8Array(3)]);
  expect(await checkText({ image: "no base64" })).toMatchObject({ ok: true, data: { image: null } });
});
