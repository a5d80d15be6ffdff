import { MAX_STREAM_EVENTS } from "@container-inspection/shared-schemas/tracking";
import { describe, expect, test } from "vitest";
import { createEmbeddedTestDatabase } from "../../testing/database.ts";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { eventBody } from "./testing.ts";

const URL = "/v1/tracking-data/stream-events";
const cloud = await createTestApp();
const now = cloud.parts.nowMs();

const post = (body: unknown, headers: Record<string, string> = {}, { send } = cloud) =>
  send("POST", URL, { body, headers: { "X-API-Key": EDGE_KEY, ...headers } });
const batch = (session: string, events: unknown[]) => ({
  device_id: "box-1",
  camera_id: "gate-1",
  session_id: session,
  events,
});

async function storedEvents(session: string, { parts } = cloud): Promise<number> {
  const { rows } = await parts.db.execute<{ count: number }>(
    `select count(*)::int as count from tracking_events where session_id = '${session}'`,
  );
  return rows[0]?.count ?? -1;
}

describe("POST /v1/tracking-data/stream-events", () => {
  test("stores the good events and lists every bad one with its position and its error", async () => {
    const bad: [unknown, string][] = [
      [null, "event: "],
      ["text", "event: "],
      [{}, "event_id: "],
      [eventBody("", now), "event_id: "],
      [eventBody("b", now, { tracking_id: 1.5 }), "tracking_id: "],
      [eventBody("b", now, { tracking_id: 2_147_483_648 }), "tracking_id: "],
      [eventBody("b", now, { confidence: 1.01 }), "confidence: "],
      [{ ...eventBody("b", now), confidence: "0.5" }, "confidence: "],
      [eventBody("b", now, { bbox: { x1: 5, y1: 0, x2: 4, y2: 0 } }), "bbox: "],
      [eventBody("b", now, { bbox: { x1: 0.5, y1: 0, x2: 4, y2: 1e99 } }), "bbox.x1: "],
      [{ ...eventBody("b", now), event_type: "appear" }, "event_type: "],
      [eventBody("b", now, { timestamp: "2026-02-30T00:00:00Z" }), "timestamp: "],
      [eventBody("b", now, { timestamp: "yesterday" }), "timestamp: "],
      [eventBody("b", now, { class_name: "x".repeat(101) }), "class_name: "],
      [eventBody("b", now, { class_name: "a\0b" }), "class_name: "],
      [eventBody("b\ud800", now), "event_id: "],
    ];
    const events = [eventBody("first", now), ...bad.map(([event]) => event), eventBody("last", now)];
    const { status, body } = await post(batch("bad-ones", events));
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, idempotencyKey: null, data: { accepted: 2, duplicates: 0 } });
    const expected = bad.map(([, message], index) => ({
      index: index + 1,
      code: "VALIDATION_ERROR",
      message: expect.stringContaining(message),
    }));
    expect(body.data.rejected).toEqual(expected);
    expect(await storedEvents("bad-ones")).toBe(2);
  });

  test("counts an event that it knows, from this batch or an earlier one, as a duplicate", async () => {
    const events = [eventBody("a", now), eventBody("b", now), eventBody("a", now)];
    expect((await post(batch("twice", events))).body.data).toEqual({ accepted: 2, duplicates: 1, rejected: [] });
    expect((await post(batch("twice", events))).body.data).toEqual({ accepted: 0, duplicates: 3, rejected: [] });
    const others = [eventBody("a", now + 1), eventBody("c", now)];
    expect((await post(batch("twice", others))).body.data).toEqual({ accepted: 2, duplicates: 0, rejected: [] });
    expect((await post(batch("another run", events))).body.data.accepted).toBe(2);
  });

  test("keeps the events of two cameras apart that agree in device, session, event id and time", async () => {
    const events = [eventBody("same", now, { tracking_id: 3 })];
    const other = { ...batch("two cameras", events), camera_id: "gate-2" };
    expect((await post(batch("two cameras", events))).body.data.accepted).toBe(1);
    expect((await post(other)).body.data).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
    expect((await post(other)).body.data).toEqual({ accepted: 0, duplicates: 1, rejected: [] });
    const headers = (await cloud.signIn("operator")).authorization;
    const { body } = await cloud.send("GET", "/v1/tracking-data/cameras/gate-2", { headers });
    expect(body.data).toMatchObject({ totalEvents: 1, activeObjects: [{ trackingId: 3, eventCount: 1 }] });
  });

  test("gives the first reply again for the same key and body, and 409 for another body", async () => {
    const key = { "Idempotency-Key": "batch-0001" };
    const body = batch("keyed", [eventBody("a", now), { event_id: "bad" }]);
    const first = await post(body, key);
    expect(first.status).toBe(200);
    expect(first.headers.get("Idempotent-Replayed")).toBeNull();
    expect(first.body).toMatchObject({ idempotencyKey: "batch-0001", data: { accepted: 1, duplicates: 0 } });
    const again = await post(body, key);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    const other = await post(batch("keyed", [eventBody("z", now)]), key);
    expect([other.status, other.body.error.code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
    expect(other.body.idempotencyKey).toBe("batch-0001");
    expect(await storedEvents("keyed")).toBe(1);
  });

  test("answers the same batch and key sent twice at once with one effect and one reply", async () => {
    const body = batch(
      "at once",
      Array.from({ length: 400 }, (_, index) => eventBody(`e-${index}`, now + index)),
    );
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => post(body, { "Idempotency-Key": "batch-at-once" })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    for (const reply of replies) expect(reply.body.data).toEqual({ accepted: 400, duplicates: 0, rejected: [] });
    expect(replies.filter(({ headers }) => headers.get("Idempotent-Replayed") === null)).toHaveLength(1);
    expect(await storedEvents("at once")).toBe(400);
  });

  test("takes 5,000 events and not one more", async () => {
    const events = Array.from({ length: MAX_STREAM_EVENTS }, (_, index) => eventBody(`e-${index}`, now - index));
    expect((await post(batch("most", events))).body.data.accepted).toBe(5_000);
    const refused = await post(batch("too many", [...events, eventBody("one more", now)]));
    expect([refused.status, refused.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(await storedEvents("too many")).toBe(0);
  });

  test("takes an empty batch, and events of any time that a clock may show", async () => {
    expect((await post(batch("empty", []))).body.data).toEqual({ accepted: 0, duplicates: 0, rejected: [] });
    const times = [
      "0001-01-01T00:00:00Z",
      "1970-01-01T00:00:00",
      "20261018T120000,123+1400",
      "9999-12-31T23:59:59.999Z",
    ];
    const events = times.map((timestamp, index) => eventBody(`e-${index}`, now, { timestamp }));
    expect((await post(batch("wild", events))).body.data).toEqual({ accepted: 4, duplicates: 0, rejected: [] });
    expect((await post(batch("wild", events))).body.data.duplicates).toBe(4);
  });

  test.each([
    ["no device", { camera_id: "c", session_id: "s", events: [] }],
    ["no events", { device_id: "d", camera_id: "c", session_id: "s" }],
    ["events that are no list", { device_id: "d", camera_id: "c", session_id: "s", events: {} }],
    ["an empty camera", { device_id: "d", camera_id: "", session_id: "s", events: [] }],
    ["a long session", { device_id: "d", camera_id: "c", session_id: "s".repeat(201), events: [] }],
    ["a list", []],
  ])("refuses a body with %s", async (_what, body) => {
    const { status, body: reply } = await post(body);
    expect([status, reply.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("refuses a key that is no visible ASCII, or too long", async () => {
    for (const key of ["two words", "k".repeat(201)])
      expect((await post(batch("key", []), { "Idempotency-Key": key })).status).toBe(400);
  });

  test("asks for the edge key", async () => {
    const missing = await cloud.send("POST", URL, { body: batch("none", []) });
    expect([missing.status, missing.body.error.code]).toEqual([401, "MISSING_API_KEY"]);
    const wrong = await post(batch("none", []), { "X-API-Key": "wrong" });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, "INVALID_API_KEY"]);
    const person = await cloud.send("POST", URL, {
      body: batch("none", []),
      headers: (await cloud.signIn("admin")).authorization,
    });
    expect([person.status, person.body.error.code]).toEqual([401, "INVALID_API_KEY"]);
  });

  test("works on the embedded database as well", async () => {
    const embedded = await createTestApp({ connection: await createEmbeddedTestDatabase() });
    const body = batch("embedded", [eventBody("a", now), eventBody("a", now), eventBody("b", now), null]);
    const first = await post(body, { "Idempotency-Key": "k" }, embedded);
    expect(first.body.data).toMatchObject({ accepted: 2, duplicates: 1, rejected: [{ index: 3 }] });
    const again = await post(body, { "Idempotency-Key": "k" }, embedded);
    expect(again.body).toEqual(first.body);
    expect(await storedEvents("embedded", embedded)).toBe(2);
    const headers = (await embedded.signIn("operator")).authorization;
    const { body: summary } = await embedded.send("GET", "/v1/tracking-data/cameras/gate-1", { headers });
    expect(summary.data).toMatchObject({ totalEvents: 2, activeObjects: [{ trackingId: 1, eventCount: 2 }] });
  });
});
