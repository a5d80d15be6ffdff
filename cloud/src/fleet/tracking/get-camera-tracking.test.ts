import type { Role } from "@container-inspection/shared-schemas/roles";
import { cameraTrackingSummary } from "@container-inspection/shared-schemas/tracking";
import { describe, expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { insertEvents } from "./event-store.ts";
import { batchOf, storedEvent } from "./testing.ts";

const cloud = await createTestApp();
const now = cloud.parts.nowMs();
const frozen = createApp({ ...cloud.parts, nowMs: () => now });
const operator = await cloud.signIn("operator");

const get = async (camera: string, query = "", headers: Record<string, string> = operator.authorization) => {
  const response = await frozen.request(`/v1/tracking-data/cameras/${camera}${query}`, { headers });
  return { status: response.status, body: JSON.parse(await response.text()) };
};
const store = (cameraId: string, events: Parameters<typeof batchOf>[0], sessionId = cameraId) =>
  insertEvents(cloud.parts.db, batchOf(events, { cameraId, sessionId }), now);
const iso = (timeMs: number) => new Date(timeMs).toISOString();

describe("GET /v1/tracking-data/cameras/{cameraId}", () => {
  test("answers one entry per object of the last five minutes, most recently seen first", async () => {
    await store("yard", [
      storedEvent("e1", now - 240_000, { tracking_id: 7, confidence: 0.1, class_name: "box" }),
      storedEvent("e2", now - 60_000, {
        tracking_id: 7,
        confidence: 0.9,
        class_name: "container",
        bbox: { x1: 1, y1: 2, x2: 3, y2: 4 },
      }),
      storedEvent("e3", now - 200_000, { tracking_id: 7, confidence: 0.2 }), // late: must not replace e2
      storedEvent("e4", now - 30_000, { tracking_id: 8 }),
    ]);
    await store("yard", [storedEvent("e1", now - 45_000, { tracking_id: 7 })], "after a restart");
    const { status, body } = await get("yard");
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(() => cameraTrackingSummary.strict().parse(body.data)).not.toThrow();
    expect(body.data).toMatchObject({
      cameraId: "yard",
      timeRange: { from: iso(now - 300_000), to: iso(now) },
      totalEvents: 5,
    });
    const box = { x1: 10, y1: 20, x2: 30, y2: 40 };
    const once = (timeMs: number) => ({
      firstSeen: iso(timeMs),
      lastSeen: iso(timeMs),
      confidence: 0.5,
      lastBox: box,
      eventCount: 1,
    });
    expect(body.data.activeObjects).toEqual([
      { trackingId: 8, className: "container", ...once(now - 30_000) },
      { trackingId: 7, className: "container", ...once(now - 45_000) },
      {
        trackingId: 7,
        className: "container",
        firstSeen: iso(now - 240_000),
        lastSeen: iso(now - 60_000),
        confidence: 0.9,
        lastBox: { x1: 1, y1: 2, x2: 3, y2: 4 },
        eventCount: 3,
      },
    ]);
  });

  test.each([1, 5, 61, 1_440, 10_080])(
    "counts events exactly at both ends of %i minutes, and none beside",
    async (minutes) => {
      const from = now - minutes * 60_000;
      const camera = `edges-${minutes}`;
      const times = [from - 1, from, from + 1, now - 1, now, now + 1];
      await store(
        camera,
        times.map((timeMs, index) => storedEvent(`e-${index}`, timeMs)),
      );
      const { body } = await get(camera, `?minutes=${minutes}`);
      expect(body.data.totalEvents).toBe(4);
      expect(body.data.activeObjects).toMatchObject([{ firstSeen: iso(from), lastSeen: iso(now), eventCount: 4 }]);
    },
  );

  test("lists at most `limit` objects, 100 by default, and still counts every event", async () => {
    const events = Array.from({ length: 1_100 }, (_, index) =>
      storedEvent(`e-${index}`, now - index * 100, { tracking_id: index }),
    );
    await store("crowd", events);
    for (const [query, count] of [
      ["", 100],
      ["?limit=1", 1],
      ["?limit=1000", 1_000],
    ] as const) {
      const { body } = await get("crowd", query);
      expect(body.data.totalEvents).toBe(1_100);
      const ids = body.data.activeObjects.map((object: { trackingId: number }) => object.trackingId);
      expect(ids).toEqual(Array.from({ length: count }, (_, index) => index));
    }
  });

  test.each(["unknown", "a%20b%2F..%2Fc", "%25%25%5C", "'%20OR%201=1", "x".repeat(3_000)])(
    "answers an empty summary for the unknown camera %s",
    async (camera) => {
      const { status, body } = await get(camera);
      expect(status).toBe(200);
      expect(body.data).toEqual({
        cameraId: decodeURIComponent(camera),
        timeRange: { from: iso(now - 300_000), to: iso(now) },
        totalEvents: 0,
        activeObjects: [],
      });
    },
  );

  test.each(["0", "10081", "1.5", "1e9", "-1", "abc", "", "%2B5", "0x10", "5&minutes=6"])(
    "refuses minutes=%s",
    async (minutes) => {
      const { status, body } = await get("yard", `?minutes=${minutes}`);
      expect([status, body.error.code, body.error.details[0].path]).toEqual([400, "VALIDATION_ERROR", "minutes"]);
    },
  );

  test.each(["0", "1001", "1.5", "1e9", "-1", "abc", ""])("refuses limit=%s", async (limit) => {
    const { status, body } = await get("yard", `?limit=${limit}`);
    expect([status, body.error.code, body.error.details[0].path]).toEqual([400, "VALIDATION_ERROR", "limit"]);
  });

  test("asks for a session of any role, which an edge key is not", async () => {
    for (const headers of [{}, { Authorization: "Bearer no-token" }, { "X-API-Key": EDGE_KEY }] as Record<
      string,
      string
    >[])
      expect((await get("yard", "", headers)).status).toBe(401);
    for (const role of ["operator", "supervisor", "admin"] satisfies Role[])
      expect((await get("yard", "", (await cloud.signIn(role)).authorization)).status).toBe(200);
  });
});
