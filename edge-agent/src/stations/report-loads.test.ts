import { expect, test } from "vitest";
import type { Frame } from "../cameras/frame.ts";
import { createLaneTime } from "./passages/lane-time.ts";
import { createLoadReports } from "./report-loads.ts";
import type { VisitState } from "./watch-visits.ts";

const START_MS = Date.UTC(2026, 9, 18, 10, 15);

/** Reports loads while the monotonic clock is at `clock.atMs`; the pictures are a second old. */
function createReports() {
  const clock = { atMs: 0 };
  const seen: string[] = [];
  const untils: (number | undefined)[] = [];
  let visit: VisitState | null = null;
  let lastId = 0;
  const nowMs = () => START_MS + clock.atMs;
  const reports = createLoadReports(
    {
      passages: {
        see: ({ id, fromMs, toMs, untilMs, isVisit, isOver }) => {
          untils.push(untilMs === undefined ? undefined : untilMs - START_MS);
          seen.push(
            `${id} ${fromMs - START_MS}-${toMs - START_MS}${isVisit ? "" : " picture"}${isOver ? " over" : ""}`,
          );
        },
      },
      laneTime: createLaneTime({ nowMs, monotonicMs: () => clock.atMs }),
      newId: () => `load-${(lastId += 1)}`,
    },
    { visit: () => visit },
  );
  const frame = (): Frame => {
    const [capturedAtMs, size] = [nowMs() - 1_000, { widthPixels: 1, heightPixels: 1 }];
    return {
      cameraId: "top",
      index: 0,
      capturedAtMs,
      monotonicMs: clock.atMs - 1_000,
      ...size,
      rgb: new Uint8Array(3),
    };
  };
  const follow = (atMs: number, now: { number: number; fromMs: number; toMs: number } | null) => {
    clock.atMs = atMs;
    visit = now && { ...now, state: "settling", startedMs: now.fromMs };
    reports.follow(frame());
  };
  return { reports, frame, follow, seen, until: () => untils.at(-1) };
}

test("a load that is missing in a picture may have been there until then, unless it comes back", () => {
  const { follow, until } = createReports();
  follow(5_000, { number: 1, fromMs: 3_000, toMs: 4_000 });
  expect(until()).toBeUndefined();
  // The camera gave no pictures for eight seconds.
  follow(13_000, { number: 1, fromMs: 3_000, toMs: 4_000 });
  follow(14_000, { number: 1, fromMs: 3_000, toMs: 4_000 });
  expect(until()).toBe(12_000);
  follow(15_000, { number: 1, fromMs: 3_000, toMs: 14_000 });
  expect(until()).toBeUndefined();
});

test("a load is reported with the times of its pictures, and as over when another one has replaced it", () => {
  const { reports, follow, seen, frame } = createReports();
  follow(5_000, { number: 1, fromMs: 3_000, toMs: 4_000 });
  follow(6_000, { number: 1, fromMs: 3_000, toMs: 5_000 });
  follow(8_000, { number: 2, fromMs: 6_000, toMs: 7_000 });
  expect(seen).toEqual(["load-1 3000-4000", "load-1 3000-5000", "load-1 3000-5000 over", "load-2 6000-7000"]);
  const picture = { frame: frame() };
  expect(reports.idOf({ picture, reason: "left", visit: 1 })).toBe("load-1");
  expect(reports.idOf({ picture, reason: "stable", visit: 2 })).toBe("load-2");
  reports.end();
  expect(seen.at(-1)).toBe("load-2 6000-7000 over");
});

test("a scan without a load is a picture of its own, and one that was requested is of a vehicle", () => {
  const { reports, follow, seen, frame } = createReports();
  follow(5_000, null);
  const picture = { frame: frame() };
  expect(reports.idOf({ picture, reason: "interval" })).toBe("load-1");
  expect(reports.idOf({ picture, reason: "requested" })).toBe("load-2");
  expect(seen).toEqual(["load-1 4000-4000 picture over", "load-2 4000-4000 over"]);
});
