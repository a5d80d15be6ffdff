import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { drawJpeg, edgeSender, scanBody, sha256Of } from "../../intake/testing.ts";
import { deleteExpiredPictures } from "../../operations/retention/testing.ts";

const cloud = await createTestApp({ settings: { pictureRetentionDays: 30 } });
const { write } = edgeSender(cloud);

/** Records a scan with a picture, and returns how to ask for it. */
async function record(picture: Buffer) {
  const body = await scanBody({ image: picture.toString("base64") });
  const { containerId, scanId } = (await write("scans/category", `BOX ${cloud.parts.newId()}`, body)).body.data;
  const get = async (
    query: string,
    headers: Record<string, string> = {},
    role: "supervisor" | "operator" = "supervisor",
  ) => {
    const { authorization } = await cloud.signIn(role);
    const url = `/v1/containers/${containerId}/scans/${scanId}/image${query}`;
    const reply = await cloud.app.request(url, { headers: { ...authorization, ...headers } });
    return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
  };
  return { get, keys: { image: `scans/${scanId}/image`, thumbnail: `scans/${scanId}/thumbnail` } };
}

const isStored = async (key: string) => (await cloud.parts.storage.read(key)) !== undefined;

test.each<[string, Buffer]>([
  ["a JPEG", await drawJpeg(3, 1280, 640)],
  [
    "a PNG with transparency",
    await sharp(randomBytes(640 * 320 * 4), { raw: { width: 640, height: 320, channels: 4 } })
      .png()
      .toBuffer(),
  ],
])("a scan has a thumbnail of %s, which is stored when it is first requested", async (_case, picture) => {
  const { get, keys } = await record(picture);
  expect(await isStored(keys.thumbnail)).toBe(false);
  const small = await get("?size=thumbnail");
  expect(small.status).toBe(200);
  expect(await sharp(small.bytes).metadata()).toMatchObject({ format: "jpeg", width: 320, height: 160 });
  const etag = `"${sha256Of(small.bytes)}"`;
  expect(Object.fromEntries(small.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "content-length": String(small.bytes.length),
    "cache-control": "private, max-age=31536000, immutable",
    etag,
  });
  // From here on the stored one answers.
  await cloud.parts.storage.delete(keys.image);
  expect((await get("?size=thumbnail")).bytes.equals(small.bytes)).toBe(true);
  expect((await get("?size=thumbnail", { "If-None-Match": etag })).status).toBe(304);
  expect(await get("?size=thumbnail", { Range: "bytes=1-2" })).toMatchObject({
    status: 206,
    bytes: small.bytes.subarray(1, 3),
  });
  expect((await get("?size=original")).status).toBe(404);
});

test("many requests at once are answered with the same thumbnail", async () => {
  const { get } = await record(await drawJpeg(4, 800, 800));
  const replies = await Promise.all(Array.from({ length: 6 }, () => get("?size=thumbnail")));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(replies.map(({ bytes }) => sha256Of(bytes))).size).toBe(1);
});

test("a thumbnail is only for those who may see the scan, and only of a size that is known", async () => {
  const { get, keys } = await record(await drawJpeg(5));
  expect((await get("?size=thumbnail", {}, "operator")).status).toBe(403);
  expect((await get("?size=huge")).status).toBe(400);
  expect(await isStored(keys.thumbnail)).toBe(false);
});

test("a scan whose picture is missing from the storage has none", async () => {
  const { get, keys } = await record(await drawJpeg(6));
  await cloud.parts.storage.delete(keys.image);
  expect((await get("?size=thumbnail")).status).toBe(404);
});

test("a thumbnail is deleted with the picture at the end of its retention, and not drawn again", async () => {
  const [seen, unseen] = [await record(await drawJpeg(7)), await record(await drawJpeg(8))];
  await seen.get("?size=thumbnail");
  expect(await isStored(seen.keys.thumbnail)).toBe(true);
  cloud.advanceMs(31 * 86_400_000);
  await deleteExpiredPictures(cloud);
  for (const { get, keys } of [seen, unseen]) {
    expect([(await get("?size=thumbnail")).status, (await get("")).status]).toEqual([410, 410]);
    expect([await isStored(keys.image), await isStored(keys.thumbnail)]).toEqual([false, false]);
  }
});
