import { expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { cameras, lanes, sites } from "../../platform/db/tables.ts";
import { deleteExpiredPictures } from "./testing.ts";

const DAY_MS = 86_400_000;
const [SHORT, LONG] = ["a".repeat(24), "b".repeat(24)];
const UNKNOWN = "c".repeat(24);

/** A cloud with two sites of one camera each, and a camera without a lane. */
async function setUp(sitePictureRetentionDays: Record<string, number>, pictureRetentionDays: number | undefined = 30) {
  const cloud = await createTestApp({ settings: { pictureRetentionDays, sitePictureRetentionDays } });
  const { db, nowMs } = cloud.parts;
  const times = { createdAt: new Date(nowMs()), updatedAt: new Date(nowMs()) };
  for (const [position, id] of [SHORT, LONG].entries()) {
    await db.insert(sites).values({ id, name: `site ${position}`, position });
    await db.insert(lanes).values({ id, siteId: id, name: "lane", position: 0 });
    await db.insert(cameras).values({ cameraId: `camera-${id[0]}`, laneId: id, ...times });
  }
  await db.insert(cameras).values({ cameraId: "camera-free", ...times });
  const { write } = edgeSender(cloud);
  const addresses: Record<string, string> = {};
  const containers: Record<string, string> = {};
  for (const camera of ["camera-a", "camera-b", "camera-free"]) {
    const { body } = await write("scans/category", camera, { ...(await scanBody()), camera_id: camera });
    addresses[camera] = `/v1/containers/${body.data.containerId}/scans/${body.data.scanId}/image`;
    containers[camera] = body.data.containerId;
  }
  /** The cameras whose pictures are still there. */
  const kept = async () => {
    const { authorization } = await cloud.signIn("supervisor");
    const found: string[] = [];
    for (const [camera, address] of Object.entries(addresses)) {
      const reply = await cloud.app.request(address, { headers: authorization });
      await reply.arrayBuffer();
      if (![200, 410].includes(reply.status)) throw new Error(`${address} answered ${reply.status}`);
      if (reply.status === 200) found.push(camera);
    }
    return found;
  };
  return { ...cloud, kept, containers, expire: () => deleteExpiredPictures(cloud) };
}

test("sites keep their pictures for their own time, everything else for the general one; the audit log has both", async () => {
  const { advanceMs, expire, kept, signIn, send } = await setUp({ [SHORT]: 3, [LONG]: 90 });
  advanceMs(4 * DAY_MS);
  expect(await expire()).toBe(1);
  expect(await kept()).toEqual(["camera-b", "camera-free"]);
  advanceMs(28 * DAY_MS);
  expect(await expire()).toBe(1);
  expect(await kept()).toEqual(["camera-b"]);
  advanceMs(60 * DAY_MS);
  expect(await expire()).toBe(1);
  expect(await kept()).toEqual([]);
  const { authorization } = await signIn("admin");
  const { body } = await send("GET", "/v1/admin/audit-log?action=pictures.expire", { headers: authorization });
  expect(body.data.items.map(({ after }: { after: object }) => after)).toMatchObject([
    { siteId: LONG, retentionDays: 90, count: 1 },
    { siteId: null, retentionDays: 30, count: 1 },
    { siteId: SHORT, retentionDays: 3, count: 1 },
  ]);
});

test("a site's time holds also where pictures are otherwise kept forever", async () => {
  const { advanceMs, parts, kept } = await setUp({ [SHORT]: 3 });
  const settings = { ...parts.settings, pictureRetentionDays: undefined };
  advanceMs(1_000 * DAY_MS);
  expect(await deleteExpiredPictures({ parts: { ...parts, settings } })).toBe(1);
  expect(await kept()).toEqual(["camera-b", "camera-free"]);
});

test("a legal hold keeps the pictures beyond their site's time", async () => {
  const { advanceMs, expire, kept, containers, signIn, send } = await setUp({ [SHORT]: 3, [LONG]: 3 });
  const { authorization } = await signIn("supervisor");
  const url = `/v1/containers/${containers["camera-a"]}/legal-hold`;
  expect((await send("PUT", url, { headers: authorization, body: { reason: "a court asks" } })).status).toBe(200);
  advanceMs(4 * DAY_MS);
  expect(await expire()).toBe(1);
  expect(await kept()).toEqual(["camera-a", "camera-free"]);
});

test("a setting that names no site is an error in the log, and stops no other", async () => {
  const { advanceMs, expire, kept, logLines } = await setUp({ [UNKNOWN]: 1, [SHORT]: 3 });
  advanceMs(4 * DAY_MS);
  expect(await expire()).toBe(1);
  expect(await kept()).toEqual(["camera-b", "camera-free"]);
  expect(logLines.join("")).toContain("names unknown sites");
});
