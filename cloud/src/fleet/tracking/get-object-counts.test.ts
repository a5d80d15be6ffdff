import { cameraObjectCounts } from "@container-inspection/shared-schemas/tracking";
import { expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { createTestApp } from "../../testing/app.ts";
import { insertEvents } from "./event-store.ts";
import { MAX_COUNTED_CLASSES } from "./object-count-store.ts";
import { batchOf, storedEvent } from "./testing.ts";

const cloud = await createTestApp();
const hour = Math.floor(cloud.parts.nowMs() / 3_600_000) * 3_600_000;
const now = hour + 90_500;
const { authorization: headers } = await cloud.signIn("operator");
const frozen = createApp({ ...cloud.parts, nowMs: () => now });

const get = async (cameraId: string, query = "") => {
  const reply = await frozen.request(`/v1/tracking-data/cameras/${cameraId}/object-counts${query}`, { headers });
  const { data, error } = JSON.parse(await reply.text());
  return { status: reply.status, data, error };
};
const iso = (timeMs: number) => new Date(timeMs).toISOString();

test("objects count once in each bucket, under their last class there, by the minute or by the hour", async () => {
  const object = (id: string, timeMs: number, tracking_id: number, class_name: string) =>
    storedEvent(id, timeMs, { tracking_id, class_name });
  await insertEvents(
    cloud.parts.db,
    batchOf([
      object("a", hour - 60_001, 1, "drum"),
      object("b", hour - 60_000, 1, "carton"),
      object("c", hour - 1, 1, "drum"),
      object("d", hour, 1, "drum"),
      object("e", hour + 1, 2, "drum"),
      object("f", hour + 60_000, 3, "carton"),
      object("g", now + 60_000, 4, "drum"),
    ]),
    now,
  );
  const { data } = await get("gate-1", "?minutes=2");
  expect(() => cameraObjectCounts.strict().parse(data)).not.toThrow();
  expect(data).toEqual({
    cameraId: "gate-1",
    timeRange: { from: iso(hour - 60_000), to: iso(now) },
    bucketSeconds: 60,
    items: [
      { at: iso(hour - 60_000), className: "drum", objects: 1 },
      { at: iso(hour), className: "drum", objects: 2 },
      { at: iso(hour + 60_000), className: "carton", objects: 1 },
    ],
  });
  expect((await get("gate-1", "?minutes=361")).data).toMatchObject({
    timeRange: { from: iso(hour - 6 * 3_600_000) },
    bucketSeconds: 3_600,
    items: [
      { at: iso(hour - 3_600_000), className: "drum", objects: 1 },
      { at: iso(hour), className: "carton", objects: 1 },
      { at: iso(hour), className: "drum", objects: 3 },
    ],
  });
});

test("of many classes, those with the most objects are counted", async () => {
  const names = Array.from({ length: MAX_COUNTED_CLASSES + 2 }, (_, index) => `class ${index}`);
  // The later a class, the more objects it has.
  const events = names.flatMap((class_name, index) =>
    Array.from({ length: index + 1 }, (_, count) =>
      storedEvent(`${index} ${count}`, now, { class_name, tracking_id: index * 100 + count }),
    ),
  );
  await insertEvents(cloud.parts.db, batchOf(events, { cameraId: "crowd" }), now);
  const { data } = await get("crowd");
  const counted = data.items.map(({ className }: { className: string }) => className);
  expect(counted.toSorted()).toEqual(names.slice(2).toSorted());
});

test("a camera without events has no counts, and bad ranges are refused", async () => {
  expect((await get("unknown")).data).toMatchObject({ bucketSeconds: 60, items: [] });
  for (const minutes of ["0", "10081", "1.5", "x"])
    expect(await get("gate-1", `?minutes=${minutes}`)).toMatchObject({
      status: 400,
      error: { code: "VALIDATION_ERROR" },
    });
});
