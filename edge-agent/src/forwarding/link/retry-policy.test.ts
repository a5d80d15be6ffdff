import { expect, test } from "vitest";
import { deadlineMs, judgeTry, retryAfterMs } from "./retry-policy.ts";

test("fifty megabytes have the 400 seconds that 1 Mbit/s takes, a small record a minute", () => {
  const bounds = { deadlineBaseMs: 60_000, slowestBitsPerSecond: 800_000 };
  expect(deadlineMs(0, bounds)).toBe(60_000);
  expect(deadlineMs(52_428_800, bounds)).toBeGreaterThan(420_000);
});

test.each([
  ["120", undefined, 120_000],
  ["0", undefined, 0],
  ["999999", undefined, 900_000],
  ["Fri, 20 Nov 2026 10:01:00 GMT", "Fri, 20 Nov 2026 10:00:00 GMT", 60_000],
  ["Fri, 20 Nov 2026 09:00:00 GMT", "Fri, 20 Nov 2026 10:00:00 GMT", 0],
  ["Fri, 20 Nov 2026 10:01:00 GMT", undefined, null],
  ["soon", undefined, null],
  [undefined, undefined, null],
])("Retry-After %s with Date %s asks for %s ms", (retryAfter, date, expected) => {
  expect(retryAfterMs(retryAfter, date, 900_000)).toBe(expected);
});

const withEnvelope = (status: number) => judgeTry({ type: "answer", status, hasEnvelope: true });
const without = (status: number) => judgeTry({ type: "answer", status, hasEnvelope: false });

test("only a 4xx with the cloud's envelope parks, and not those that are about the path or the key", () => {
  expect([400, 402, 409, 410, 412, 413, 415, 422, 499].map((status) => withEnvelope(status).action)).toEqual(
    Array.from({ length: 9 }, () => "park"),
  );
  const about = [401, 403, 408, 426, 429];
  expect(about.map(withEnvelope)).toEqual(about.map(() => ({ action: "pause-all", suspect: false, countable: false })));
  expect([404, 405].map((status) => withEnvelope(status).action)).toEqual(["pause-kind", "pause-kind"]);
});

test("without the envelope nothing but 404 and 405 is more than a pause of all", () => {
  for (const status of [200, 204, 301, 302, 307, 400, 418, 500, 502, 503, 504]) {
    expect(without(status)).toMatchObject({ action: "pause-all", countable: false });
  }
  // The size of one record, where others pass.
  expect(without(413)).toEqual({ action: "pause-all", suspect: true, countable: true });
});

test("only a 500 with the envelope counts, and only what reached the cloud makes a record suspect", () => {
  expect(withEnvelope(500)).toEqual({ action: "pause-all", suspect: true, countable: true });
  expect(withEnvelope(502)).toEqual({ action: "pause-all", suspect: true, countable: false });
  expect(withEnvelope(503)).toEqual({ action: "pause-all", suspect: false, countable: false });
  expect(judgeTry({ type: "no-answer", reached: false })).toMatchObject({ action: "pause-all", suspect: false });
  expect(judgeTry({ type: "no-answer", reached: true })).toMatchObject({ action: "pause-all", suspect: true });
  expect(judgeTry({ type: "acknowledged" })).toEqual({ action: "delete" });
});
