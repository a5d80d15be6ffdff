import { sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { findSettledEvents } from "../../journal/events/testing.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { deleteExpired, retention } from "../../operations/retention/retention.ts";
import { fleetOf } from "../edge-devices/testing.ts";

const CAMERA = "lane 1/top";
const DAY_MS = 86_400_000;
const confidence = { measure: "confidence", reference: 0.82, now: 0.71, since: "2026-11-02", day: "2026-11-03" };
const sharpness = { measure: "sharpness", reference: 12, now: 6, since: "2026-11-04", day: "2026-11-05" };
const jpegOf = async (width = 64, format: "jpeg" | "png" = "jpeg") =>
  (
    await sharp({ create: { width, height: 48, channels: 3, background: "#806040" } })
      .toFormat(format)
      .toBuffer()
  ).toString("base64");
const image = await jpegOf();
const pictures = [
  { shows: "reference", taken_at: "2026-10-20T09:00:00Z", image },
  { shows: "now", taken_at: "2026-11-03T09:00:00Z", image },
];

async function setUp() {
  const cloud = await createTestApp({
    connection: await createTestDatabase(),
    settings: { pictureRetentionDays: 30 },
  });
  const fleet = await fleetOf(cloud);
  const { device, apiKey } = await fleet.make("Gate 1");
  const ann = await cloud.signIn("operator");
  const report = async (measures: object[], more: object = {}, key = apiKey) =>
    fleet.edge(key, "POST", "/v1/edge/camera-drift", {
      camera_id: CAMERA,
      model_name: "cargo",
      model_version: "2",
      measures,
      ...more,
    });
  const read = async (path = "/drift", user = ann) =>
    cloud.send("GET", `/v1/cameras/${encodeURIComponent(CAMERA)}${path}`, { headers: user.authorization });
  const events = async () =>
    (await findSettledEvents(cloud.parts.db))
      .filter(({ kind }) => kind === "camera.drifted")
      .map(({ data }) => data["measures"]);
  const notices = async () => {
    const { rows } = await cloud.parts.db.execute<{ title: string; body: string }>(
      sql`select data->>'title' as title, data->>'body' as body from jobs.job where name = 'notify-supervisors'
        order by created_on`,
    );
    return rows;
  };
  return { ...fleet, cloud, device, apiKey, report, read, events, notices };
}

test("a drift is shown to operators with its pictures, and reported once for each measure, as is its end", async () => {
  const { report, read, events, notices, log, device } = await setUp();
  expect((await read()).status).toBe(404);
  const classes = [{ class_name: "drum", reference: 0.3, now: 0 }];
  const first = await report([confidence], { pictures, classes });
  expect(first).toMatchObject({ status: 200, body: { data: { deviceId: device.id } } });
  const { drift } = (await read()).body.data;
  expect(drift).toEqual({
    deviceId: device.id,
    model: { name: "cargo", version: "2" },
    reportedAt: expect.any(String),
    measures: [confidence],
    classes: [{ className: "drum", reference: 0.3, now: 0 }],
    pictures: pictures.map(({ shows, taken_at: at }) => ({ shows, takenAt: at.replace("Z", ".000Z"), image })),
  });
  const body = "Gate 1: the mean confidence is 0.71, usually 0.82. Compare its pictures.";
  expect(await notices()).toEqual([{ title: `Camera ${CAMERA} drifts from its reference`, body }]);

  await report([{ ...confidence, now: 0.7 }]);
  expect(await events()).toEqual([["confidence"]]);
  await report([confidence, sharpness]);
  expect(await events()).toEqual([["confidence"], ["confidence", "sharpness"]]);
  await report([sharpness]);
  await report([]);
  await report([]);
  expect((await events()).slice(2)).toEqual([["sharpness"], []]);
  expect(await notices()).toHaveLength(2);
  expect(await log(`subject=camera:${encodeURIComponent(CAMERA)}`)).toMatchObject([
    { action: "camera.drift-end", before: { drift: ["sharpness"] }, after: { drift: [], deviceId: device.id } },
    { action: "camera.drift", after: { drift: ["sharpness"] } },
    { action: "camera.drift", after: { drift: ["confidence", "sharpness"] } },
    { action: "camera.drift", before: { drift: [] }, actor: { type: "edge" } },
  ]);
});

test("of reports that overtake each other the one that was compared last counts, the end of a drift too", async () => {
  const { cloud, report, read, events } = await setUp();
  const at = (minutesAgo: number) => ({ timestamp: new Date(cloud.parts.nowMs() - minutesAgo * 60_000).toISOString() });
  await report([sharpness], at(5));
  await report([], at(3));
  await report([confidence], at(4));
  expect((await read()).status).toBe(404);
  await report([confidence], at(1));
  await report([], at(2));
  expect((await read()).body.data.drift.measures).toEqual([confidence]);
  expect(await events()).toEqual([["sharpness"], [], ["confidence"]]);
});

test("the register of cameras names what drifts and since when", async () => {
  const { report, read, apiKey, edge } = await setUp();
  const event = { event_id: "e1", tracking_id: 1, class_name: "truck", confidence: 0.9, event_type: "enter" };
  const box = { bbox: { x1: 1, y1: 2, x2: 30, y2: 40 }, timestamp: "2026-11-01T10:00:00Z" };
  await edge(apiKey, "POST", "/v1/tracking-data/stream-events", {
    device_id: "gate-1",
    camera_id: CAMERA,
    session_id: "run-1",
    events: [{ ...event, ...box }],
  });
  expect((await read("")).body.data).toMatchObject({ cameraId: CAMERA, drift: null });
  expect((await read()).body.data).toEqual({ drift: null });
  await report([sharpness, confidence]);
  expect((await read("")).body.data.drift).toEqual({ since: "2026-11-02", measures: ["sharpness", "confidence"] });
});

test("another device does not end a drift, a revoked one ends its own, and an unknown one reports nothing", async () => {
  const { report, read, make, admin, device } = await setUp();
  await report([confidence]);
  const other = await make("Gate 2");
  await report([], {}, other.apiKey);
  expect((await read()).body.data.drift).toMatchObject({ deviceId: device.id });
  await admin("POST", `/${device.id}/revoke`);
  expect((await read()).status).toBe(404);
  const unknown = await report([confidence], { device_id: "never-seen" }, EDGE_KEY);
  expect(unknown).toMatchObject({ status: 200, body: { data: { deviceId: null } } });
  expect((await read()).status).toBe(404);
});

test("a device reports no drift of a camera that belongs to another one", async () => {
  const { report, read, beat, apiKey, make } = await setUp();
  await beat(apiKey, { cameras: [{ camera_id: CAMERA, state: "running" }] });
  const other = await make("Gate 2");
  expect((await report([confidence], {}, other.apiKey)).body.data).toEqual({ deviceId: null });
  expect((await read()).body.data).toEqual({ drift: null });
  await report([confidence]);
  expect((await read()).body.data.drift).toMatchObject({ measures: [confidence] });
});

test("pictures are deleted after their retention, the numbers stay", async () => {
  const { report, read, cloud } = await setUp();
  await report([confidence], { pictures });
  const parts = { ...cloud.parts, workers: [] };
  const table = { driftPictures: retention.driftPictures };
  cloud.advanceMs(29 * DAY_MS);
  expect((await deleteExpired(table, parts, async () => true)).deleted).toEqual({ driftPictures: 0 });
  cloud.advanceMs(2 * DAY_MS);
  expect((await deleteExpired(table, parts, async () => true)).deleted).toEqual({ driftPictures: 1 });
  const bob = await cloud.signIn("operator");
  expect((await read("/drift", bob)).body.data.drift).toMatchObject({ measures: [confidence], pictures: [] });
});

describe("a report is refused", () => {
  const refusals: [string, () => Promise<object>, string][] = [
    ["with a damaged picture", async () => ({ image: image.slice(0, 40) }), "INVALID_IMAGE_FORMAT"],
    ["with a PNG", async () => ({ image: await jpegOf(64, "png") }), "INVALID_IMAGE_FORMAT"],
    ["with a large picture", async () => ({ image: await jpegOf(700) }), "INVALID_IMAGE_FORMAT"],
    ["with a time that does not exist", async () => ({ taken_at: "2026-02-30T10:00:00Z" }), "VALIDATION_ERROR"],
  ];
  test.each(refusals)("%s", async (_, change, code) => {
    const { report, events } = await setUp();
    const [picture] = pictures;
    const refused = await report([confidence], { pictures: [{ ...picture, ...(await change()) }] });
    expect(refused).toMatchObject({ status: 400, body: { error: { code } } });
    expect(await events()).toEqual([]);
  });
});
