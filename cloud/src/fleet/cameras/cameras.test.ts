import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { fleetOf } from "../edge-devices/testing.ts";
import { watchEdgeDevices } from "../edge-devices/watch-edge-devices.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const ann = await cloud.signIn("operator");
const nowMs = () => cloud.parts.nowMs();

const get = (url: string) => cloud.send("GET", `/v1/cameras${url}`, { headers: ann.authorization });
const camera = async (id: string) => (await get(`/${encodeURIComponent(id)}`)).body.data;
const event = (id: string, timeMs: number) => ({
  event_id: id,
  tracking_id: 7,
  class_name: `class ${id}`,
  confidence: 0.5,
  bbox: { x1: 1, y1: 2, x2: 3, y2: 4 },
  event_type: "update",
  timestamp: new Date(timeMs).toISOString(),
});
const send = (cameraId: string, events: unknown[], deviceId = "d1") => {
  const body = { device_id: deviceId, camera_id: cameraId, session_id: "s1", events };
  const headers = { "X-API-Key": EDGE_KEY, "Content-Length": String(JSON.stringify(body).length) };
  return cloud.send("POST", "/v1/tracking-data/stream-events", { body, headers });
};

describe("a camera", () => {
  test("is listed from its first event on, and shows its last one", async () => {
    expect(await get("/gate%2F1")).toMatchObject({ status: 404, body: { error: { code: "CAMERA_NOT_FOUND" } } });
    const timeMs = nowMs() - 1_000;
    await send("gate/1", [event("b", timeMs), event("c", timeMs), event("a", timeMs - 5)]);
    expect(await camera("gate/1")).toEqual({
      cameraId: "gate/1",
      registered: false,
      drift: null,
      name: null,
      position: null,
      view: null,
      site: null,
      lane: null,
      deviceId: "d1",
      firstSeenAt: expect.any(String),
      lastSeenAt: expect.any(String),
      silentSince: null,
      lastEvent: {
        timestamp: new Date(timeMs).toISOString(),
        trackingId: 7,
        className: "class c",
        confidence: 0.5,
        eventType: "update",
        box: { x1: 1, y1: 2, x2: 3, y2: 4 },
      },
      lastScanAt: null,
    });
  });

  test("keeps its last event when late ones come, and is seen at their arrival", async () => {
    const timeMs = nowMs();
    await send("late", [event("new", timeMs)]);
    const before = await camera("late");
    cloud.advanceMs(1_000);
    await send("late", [event("old", timeMs - 60_000)], "d2");
    const after = await camera("late");
    expect(after).toMatchObject({ lastEvent: before.lastEvent, firstSeenAt: before.firstSeenAt, deviceId: "d2" });
    expect(Date.parse(after.lastSeenAt)).toBeGreaterThan(Date.parse(before.lastSeenAt));
  });

  test("recovers from a clock that was ahead", async () => {
    await send("ahead", [event("wild", nowMs() + 86_400_000)]);
    cloud.advanceMs(1_000);
    await send("ahead", [event("right", nowMs())]);
    expect((await camera("ahead")).lastEvent.className).toBe("class right");
  });

  test("is listed from a scan too, and not from a batch without a good event", async () => {
    await scan("CAM1", await scanBody({ camera_id: "scanner", device_id: "d9" }));
    expect(await camera("scanner")).toMatchObject({ deviceId: "d9", lastEvent: null, lastScanAt: expect.any(String) });
    await send("scanner", [event("e", nowMs())]);
    expect(await camera("scanner")).toMatchObject({
      lastEvent: { className: "class e" },
      lastScanAt: expect.any(String),
    });
    await send("empty", [{}]);
    expect((await get("/empty")).status).toBe(404);
  });

  test("takes batches and scans from many senders at once", async () => {
    const body = await scanBody({ camera_id: "busy", device_id: "d1" });
    const timeMs = nowMs();
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => send("busy", [event(`e${index}`, timeMs - index)])),
      ...Array.from({ length: 5 }, () => scan("CAM2", body)),
    ]);
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await camera("busy")).lastEvent.className).toBe("class e0");
  });
});

describe("the list of cameras", () => {
  test("goes by their ids, page by page", async () => {
    const ids: string[] = [];
    for (let cursor: string | null = "", pages = 0; cursor !== null && pages < 20; pages += 1) {
      const { data }: { data: { items: { cameraId: string }[]; nextCursor: string | null } } = (
        await get(`?limit=2${cursor && `&cursor=${cursor}`}`)
      ).body;
      ids.push(...data.items.map(({ cameraId }) => cameraId));
      cursor = data.nextCursor;
    }
    expect(ids.toSorted((one, other) => one.localeCompare(other))).toEqual([
      "ahead",
      "busy",
      "gate/1",
      "late",
      "scanner",
    ]);
  });

  test.each(["limit=0", "cursor=x", "cursor=bnVsbA"])("refuses ?%s", async (query) => {
    expect(await get(`?${query}`)).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
  });
});

// The last test: it moves the clock.
test("a camera is silent while the device that sent its last data is", async () => {
  const { make, beat } = await fleetOf(cloud);
  const { apiKey } = await make("Gate 7");
  await beat(apiKey, { device_id: "box-7" });
  await send("of box 7", [event("a", nowMs())], "box-7");
  expect((await camera("of box 7")).silentSince).toBe(null);
  for (let minute = 0; minute < 7; minute += 1) {
    cloud.advanceMs(60_000);
    await watchEdgeDevices(cloud.parts);
  }
  expect((await camera("of box 7")).silentSince).toEqual(expect.any(String));
  expect((await camera("gate/1")).silentSince).toBe(null);
  await beat(apiKey, { device_id: "box-7" });
  expect((await camera("of box 7")).silentSince).toBe(null);
});
