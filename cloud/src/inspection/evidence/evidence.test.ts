import { sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawJpeg, edgeSender, scanBody, sha256Of } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [ann, bob, supervisor, admin] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("admin"),
];
const jpeg = await drawJpeg(1, 800, 400);
const png = await sharp(jpeg).ensureAlpha(0.5).png().toBuffer();
const xray = await sharp(jpeg).greyscale().toColourspace("grey16").tiff().toBuffer();
const UNKNOWN = "0".repeat(24);
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

let made = 0;
/** A new container of this person; its id. */
async function makeContainer(owner: TestUser): Promise<string> {
  made += 1;
  const options = { body: { containerNumber: `BOX ${made}` }, headers: owner.authorization };
  return (await cloud.send("POST", "/v1/containers", options)).body.data.id;
}
const as = (user: TestUser, method: string, path: string, headers: Record<string, string> = {}) =>
  cloud.send(method, `/v1/containers/${path}`, { headers: { ...user.authorization, ...headers } });

/** Sends bytes as an image. */
async function upload(user: TestUser, id: string, options: { bytes?: Buffer; type?: string; query?: string } = {}) {
  const { bytes = jpeg, type = "image/jpeg", query = "" } = options;
  const headers = { ...user.authorization, "Content-Type": type, "Content-Length": String(bytes.length) };
  const url = `/v1/containers/${id}/evidence${query}`;
  const reply = await cloud.app.request(url, { method: "POST", headers, body: new Uint8Array(bytes) });
  return { status: reply.status, headers: reply.headers, body: JSON.parse(await reply.text()) };
}
const uploaded = async (user: TestUser, id: string) => (await upload(user, id)).body.data.evidenceId;
const countRows = async () => {
  const { rows } = await cloud.parts.db.execute(sql`select count(*)::int as count from evidence`);
  return rows[0]?.["count"];
};

describe("POST /v1/containers/{id}/evidence", () => {
  test("keeps the photo as it came, with its hash, note and uploader", async () => {
    const id = await makeContainer(ann);
    const reply = await upload(supervisor, id, { query: `?note=${encodeURIComponent("dent, left door")}` });
    expect(reply.status).toBe(201);
    const { evidenceId } = reply.body.data;
    expect(evidenceId).toMatch(/^ev_[0-9a-f]{24}$/);
    const sha256 = sha256Of(jpeg);
    const image = { width: 800, height: 400, deletedAt: null, contentType: "image/jpeg", sizeBytes: jpeg.length };
    expect(reply.body.data).toEqual({
      evidenceId,
      containerId: id,
      visit: 1,
      source: "user",
      uploader: { id: supervisor.id, email: supervisor.email },
      note: "dent, left door",
      timestamp: expect.any(String),
      receivedAt: reply.body.data.timestamp,
      clockSuspect: false,
      detections: [],
      image: { ...image, sha256, originalSha256: sha256, reduced: false },
      hasVisualization: false,
      cameraId: null,
      deviceId: null,
      userEmail: null,
      passage: null,
    });
    const read = await as(ann, "GET", `${id}/evidence/${evidenceId}`);
    expect(read.body.data).toEqual(reply.body.data);
    expect(read.headers.get("ETag")).toBe(reply.headers.get("ETag"));
  });

  test("refuses, in this order: a bad id, a bad note or image, a missing container, a foreign one", async () => {
    const id = await makeContainer(ann);
    const text = { bytes: Buffer.from("hello") };
    expect(codeOf(await upload(bob, "nope", text))).toEqual([400, "INVALID_ID"]);
    expect(codeOf(await upload(bob, UNKNOWN, { query: "?note=" }))).toEqual([400, "VALIDATION_ERROR"]);
    expect(codeOf(await upload(bob, UNKNOWN, text))).toEqual([400, "INVALID_IMAGE_FORMAT"]);
    expect(codeOf(await upload(bob, UNKNOWN))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    expect(codeOf(await upload(bob, id))).toEqual([403, "FORBIDDEN"]);
  });

  test.each<[string, Buffer, string]>([
    ["JSON", jpeg, "application/json"],
    ["no image type", jpeg, "image"],
    ["an empty body", Buffer.alloc(0), "image/jpeg"],
    ["half a picture", jpeg.subarray(0, jpeg.length / 2), "image/jpeg"],
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), "image/svg+xml"],
  ])("refuses %s, and keeps nothing", async (_case, bytes, type) => {
    const [id, before] = [await makeContainer(ann), await countRows()];
    expect(codeOf(await upload(ann, id, { bytes, type }))).toEqual([400, "INVALID_IMAGE_FORMAT"]);
    expect(await countRows()).toBe(before);
  });

  test("refuses more than 20 MB, and notes that are too long", async () => {
    const id = await makeContainer(ann);
    expect(codeOf(await upload(ann, id, { bytes: Buffer.alloc(20_971_521) }))).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    const query = `?note=${"x".repeat(1_001)}`;
    expect(codeOf(await upload(ann, id, { query }))).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("detects the type from the bytes, not from the header", async () => {
    const bytes = await sharp(jpeg).webp().toBuffer();
    const reply = await upload(ann, await makeContainer(ann), { bytes, type: "image/png" });
    expect([reply.status, reply.body.data.image.contentType]).toEqual([201, "image/webp"]);
  });
});

describe("GET /v1/containers/{id}/evidence", () => {
  test("lists photos newest first, in pages, for those who may see the container", async () => {
    const id = await makeContainer(ann);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift(await uploaded(ann, id));
    await uploaded(ann, await makeContainer(ann));
    const first = (await as(supervisor, "GET", `${id}/evidence?limit=2`)).body.data;
    const rest = (await as(ann, "GET", `${id}/evidence?limit=2&cursor=${first.nextCursor}`)).body.data;
    const shown = [...first.items, ...rest.items].map(({ evidenceId }: { evidenceId: string }) => evidenceId);
    expect([shown, rest.nextCursor]).toEqual([ids, null]);
    expect(codeOf(await as(bob, "GET", `${id}/evidence`))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await as(bob, "GET", `${UNKNOWN}/evidence`))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    expect(codeOf(await as(bob, "GET", `nope/evidence?limit=0`))).toEqual([400, "INVALID_ID"]);
    for (const query of ["limit=0", "limit=1e9", "cursor=x", "cursor=bnVsbA"])
      expect(codeOf(await as(ann, "GET", `${id}/evidence?${query}`))).toEqual([400, "VALIDATION_ERROR"]);
  });
});

describe("the picture of a photo", () => {
  const picture = async (user: TestUser, path: string, headers: Record<string, string> = {}) => {
    const reply = await cloud.app.request(`/v1/containers/${path}`, { headers: { ...user.authorization, ...headers } });
    return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
  };

  test("comes back byte for byte, and is kept by the browser", async () => {
    const id = await makeContainer(ann);
    const url = `${id}/evidence/${await uploaded(ann, id)}/image`;
    const reply = await picture(ann, url);
    expect(reply.bytes.equals(jpeg)).toBe(true);
    const etag = `"${sha256Of(jpeg)}"`;
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-length": String(jpeg.length),
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      etag,
    });
    expect((await picture(ann, url, { "If-None-Match": etag })).status).toBe(304);
    expect((await picture(bob, url, { "If-None-Match": etag })).status).toBe(403);
    expect(await picture(ann, url, { Range: "bytes=1-2" })).toMatchObject({ status: 206, bytes: jpeg.subarray(1, 3) });
    for (const range of ["bytes=1-2", "bytes=999999999-"])
      expect((await picture(bob, url, { Range: range })).status).toBe(403);
    expect((await picture(ann, `${url}?size=huge`)).status).toBe(400);
  });

  test.each<[string, Buffer]>([
    ["a JPEG", jpeg],
    ["a PNG with transparency", png],
    ["a 16-bit X-ray TIFF", xray],
  ])("has a thumbnail of %s with an ETag of its own", async (_case, bytes) => {
    const id = await makeContainer(ann);
    const { evidenceId } = (await upload(ann, id, { bytes, type: "image/*" })).body.data;
    const url = `${id}/evidence/${evidenceId}/image`;
    const small = await picture(ann, `${url}?size=thumbnail`);
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: "jpeg", width: 320, height: 160 });
    expect(small.headers.get("Content-Type")).toBe("image/jpeg");
    expect(small.headers.get("Content-Length")).toBe(String(small.bytes.length));
    expect(small.headers.get("ETag")).not.toBe((await picture(ann, url)).headers.get("ETag"));
  });

  test("is 404 where there is none", async () => {
    const [id, other] = [await makeContainer(ann), await makeContainer(ann)];
    const evidenceId = await uploaded(ann, id);
    const code = async (path: string) => codeOf(await as(ann, "GET", path));
    expect(await code(`${id}/evidence/${evidenceId}/visualization`)).toEqual([404, "IMAGE_NOT_FOUND"]);
    expect(await code(`${other}/evidence/${evidenceId}/image`)).toEqual([404, "EVIDENCE_NOT_FOUND"]);
    expect(await code(`${UNKNOWN}/evidence/${evidenceId}/image`)).toEqual([404, "CONTAINER_NOT_FOUND"]);
    for (const name of ["image", "thumbnail"]) await cloud.parts.storage.delete(`evidence/${evidenceId}/${name}`);
    expect(await code(`${id}/evidence/${evidenceId}/image`)).toEqual([404, "IMAGE_NOT_FOUND"]);
    expect(await code(`${id}/evidence/${evidenceId}/image?size=thumbnail`)).toEqual([404, "IMAGE_NOT_FOUND"]);
  });
});

describe("DELETE /v1/containers/{id}/evidence/{evidenceId}", () => {
  const remove = (user: TestUser, id: string, evidenceId: string) => as(user, "DELETE", `${id}/evidence/${evidenceId}`);

  test("takes photo and bytes away, once", async () => {
    const id = await makeContainer(ann);
    const evidenceId = await uploaded(ann, id);
    const replies = await Promise.all([remove(ann, id, evidenceId), remove(ann, id, evidenceId)]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 404]));
    const done = replies.find(({ status }) => status === 200);
    expect(done?.body).toEqual({ success: true, message: expect.any(String) });
    expect((await as(ann, "GET", `${id}/evidence`)).body.data.items).toEqual([]);
    expect(codeOf(await as(ann, "GET", `${id}/evidence/${evidenceId}`))).toEqual([404, "EVIDENCE_NOT_FOUND"]);
    for (const name of ["image", "thumbnail"])
      expect(await cloud.parts.storage.read(`evidence/${evidenceId}/${name}`)).toBeUndefined();
  });

  test("is for the uploader and the owner: no role overrides it", async () => {
    const id = await makeContainer(ann);
    const [byAnn, bySupervisor] = [await uploaded(ann, id), await uploaded(supervisor, id)];
    for (const user of [bob, supervisor, admin]) {
      const reply = await remove(user, id, byAnn);
      expect(codeOf(reply)).toEqual([403, "FORBIDDEN"]);
      expect(reply.body.error.message).toMatch(/uploaded/);
    }
    expect((await remove(ann, id, bySupervisor)).status).toBe(200);
    expect((await remove(ann, id, byAnn)).status).toBe(200);
  });

  test("is allowed for an uploader who may no longer see the container", async () => {
    const id = await makeContainer(ann);
    const evidenceId = await uploaded(ann, id);
    const body = { ownerId: bob.id };
    await cloud.send("PUT", `/v1/containers/${id}/owner`, { body, headers: supervisor.authorization });
    expect(codeOf(await as(ann, "GET", `${id}/evidence/${evidenceId}`))).toEqual([403, "FORBIDDEN"]);
    expect((await remove(ann, id, evidenceId)).status).toBe(200);
  });

  test("is allowed for the new owner of a container, and no longer for the old one", async () => {
    const id = await makeContainer(ann);
    const evidenceId = await uploaded(supervisor, id);
    const body = { ownerId: bob.id };
    await cloud.send("PUT", `/v1/containers/${id}/owner`, { body, headers: supervisor.authorization });
    expect(codeOf(await remove(ann, id, evidenceId))).toEqual([403, "FORBIDDEN"]);
    expect((await remove(bob, id, evidenceId)).status).toBe(200);
  });

  test("refuses, in this order: 400, 404 container, 403, 404 photo", async () => {
    const [id, other] = [await makeContainer(ann), await makeContainer(ann)];
    const evidenceId = await uploaded(ann, id);
    for (const bad of ["nope", "0".repeat(23), "0".repeat(25), "G".repeat(24), "%00", "..%2f..%2fetc", "' OR 1=1"])
      expect(codeOf(await remove(bob, encodeURIComponent(decodeURIComponent(bad)), "ev_1"))).toEqual([
        400,
        "INVALID_ID",
      ]);
    for (const bad of ["nope", "0".repeat(24), "EV_1", "%20ev_1"])
      expect(codeOf(await remove(bob, UNKNOWN, bad))).toEqual([400, "INVALID_ID"]);
    expect(codeOf(await remove(bob, UNKNOWN, evidenceId))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    for (const missing of ["ev_", "ev_1", `ev_${UNKNOWN}`, "ev_x'%20OR%201=1", `ev_${"x".repeat(10_000)}`])
      for (const [user, refusal] of [
        [bob, [403, "FORBIDDEN"]],
        [ann, [404, "EVIDENCE_NOT_FOUND"]],
      ] as const)
        expect(codeOf(await remove(user, id, missing))).toEqual(refusal);
    expect(codeOf(await remove(ann, other, evidenceId))).toEqual([404, "EVIDENCE_NOT_FOUND"]);
    expect((await remove(ann, id, "ev_%00")).status).toBe(404);
    expect(codeOf(await remove(bob, id, evidenceId))).toEqual([403, "FORBIDDEN"]);
    const details = (await remove(bob, "nope", "nope")).body.error.details;
    expect(details.map(({ path }: { path: string }) => path)).toEqual(["id", "evidenceId"]);
  });

  test("is 404 once the container is deleted", async () => {
    const id = await makeContainer(ann);
    const evidenceId = await uploaded(ann, id);
    await as(admin, "DELETE", id);
    expect(codeOf(await remove(ann, id, evidenceId))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    expect(codeOf(await upload(ann, id))).toEqual([404, "CONTAINER_NOT_FOUND"]);
  });

  test("succeeds also where the storage cannot delete the bytes, and logs that", async () => {
    const id = await makeContainer(ann);
    const evidenceId = await uploaded(ann, id);
    const { storage } = cloud.parts;
    const intact = { ...storage };
    Object.assign(storage, { delete: () => Promise.reject(new Error("read-only disk")) });
    const reply = await remove(ann, id, evidenceId);
    Object.assign(storage, intact);
    expect(reply.status).toBe(200);
    expect(cloud.logLines.join("")).toContain("read-only disk");
  });
});

test("a photo does not change its container", async () => {
  const { containerId } = (await scan("STILL 1", await scanBody())).body.data;
  const before = (await as(supervisor, "GET", containerId)).body.data;
  await uploaded(supervisor, containerId);
  expect((await as(supervisor, "GET", containerId)).body.data).toEqual(before);
});
