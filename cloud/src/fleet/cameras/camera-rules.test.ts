import type { StreamEvent } from "@container-inspection/shared-schemas/tracking";
import { expect, test } from "vitest";
import { lastEventOf, summariseDrift } from "./camera-rules.ts";

const event = (id: string, second: number): StreamEvent => ({
  event_id: id,
  tracking_id: 7,
  class_name: "drum",
  confidence: 0.5,
  bbox: { x1: 1, y1: 2, x2: 3, y2: 4 },
  event_type: "enter",
  timestamp: new Date(second * 1_000),
});
const timeOf = (...events: StreamEvent[]) => lastEventOf(events)?.timestamp;

test("the last event is the latest one, regardless of its position in the batch", () => {
  const latest = new Date(9_000).toISOString();
  expect(timeOf(event("a", 9), event("b", 3))).toBe(latest);
  expect(timeOf(event("a", 3), event("b", 9))).toBe(latest);
  expect(timeOf(event("z", 3), event("a", 9), event("m", 5))).toBe(latest);
});

test("of two at the same time it is that with the greater id; of an empty batch none", () => {
  const [a, b] = [event("a", 1), { ...event("b", 1), class_name: "roll" }];
  expect(lastEventOf([a, b])?.className).toBe("roll");
  expect(lastEventOf([b, a])?.className).toBe("roll");
  // The same event twice: the first stays.
  expect(lastEventOf([b, { ...b, class_name: "again" }])?.className).toBe("roll");
  expect(lastEventOf([])).toBeUndefined();
});

test("the last event is reported with all its fields", () => {
  expect(lastEventOf([event("a", 1)])).toEqual({
    timestamp: "1970-01-01T00:00:01.000Z",
    trackingId: 7,
    className: "drum",
    confidence: 0.5,
    eventType: "enter",
    box: { x1: 1, y1: 2, x2: 3, y2: 4 },
  });
});

test("the summary of a drift begins with the first day of any measure", () => {
  const measure = (name: string, since: string) => ({ measure: name, reference: 12, now: 6, since, day: "2026-11-05" });
  const measures = [
    measure("sharpness", "2026-11-04"),
    measure("empty", "2026-11-02"),
    measure("classes", "2026-11-03"),
  ];
  expect(summariseDrift(measures)).toEqual({ since: "2026-11-02", measures: ["sharpness", "empty", "classes"] });
  expect(summariseDrift([])).toEqual({ since: "", measures: [] });
});
