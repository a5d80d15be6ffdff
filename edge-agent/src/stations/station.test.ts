import { describe, expect, test } from "vitest";
import { NO_TRACES } from "../base/traces/traces.ts";
import type { Frame } from "../cameras/frame.ts";
import type { Detection, Detections } from "../inference/detections.ts";
import { createTracker } from "../tracking/tracker.ts";
import type { EventsCapture, ScanCapture, StationCapture } from "./capture.ts";
import { createLaneTime } from "./passages/lane-time.ts";
import type { ScanRules } from "./scan-rules.ts";
import { createEvidence } from "./side-cameras.ts";
import { createStation } from "./station.ts";
import { fixedContainer } from "./testing/fixed-container.ts";

const FRAME_MS = 100;
const START_MS = Date.UTC(2026, 9, 18, 10, 15);
const SIZE = { widthPixels: 160, heightPixels: 120 };
const VISIT = {
  stableMs: 1_500,
  goneMs: 2_000,
  maxWaitMs: 15_000,
  minimumPresenceMs: 400,
  maxSpeedPerSecond: 0.03,
  frameIntervalMs: FRAME_MS,
};

const crate = (confidence = 0.87654): Detection => ({
  className: "crate",
  confidence,
  box: { x1: -3.4, y1: 20.4, x2: 100.6, y2: 119.9 },
  polygon: { x: [0, 100.62, 50], y: [20.41, 20.41, 119.9] },
  areaPercent: 43.2109,
});

type Moment = Detection[] | Error;

/** Plays one picture after the other through a station with a real tracker; returns the captures it committed. */
async function play(
  moments: readonly Moment[],
  scanRequestedBefore?: number,
  scanEach: "load" | "picture" | "nothing" = "load",
  rules: Partial<ScanRules> = {},
) {
  let nowMs = 0;
  let lastId = 0;
  const committed: StationCapture[] = [];
  const logged: string[] = [];
  const log = (_: object, message: string) => logged.push(message);
  const tracker = createTracker();
  const clock = { nowMs: () => START_MS + nowMs, monotonicMs: () => nowMs };
  const laneTime = createLaneTime(clock);
  const idle: boolean[] = [];
  async function* frames(): AsyncGenerator<Frame> {
    for (const index of moments.keys()) {
      nowMs = index * FRAME_MS;
      if (index === scanRequestedBefore) station.requestScan();
      const rgb = new Uint8Array(SIZE.widthPixels * SIZE.heightPixels * 3).fill(index % 7);
      const key = scanEach === "picture" ? `${index}.jpg` : undefined;
      yield { cameraId: "top", index, capturedAtMs: START_MS + nowMs, monotonicMs: nowMs, ...SIZE, rgb, key };
    }
  }
  const station = createStation({
    id: "gate-1",
    cameraId: "top",
    deviceId: "box-1",
    userEmailAt: () => undefined,
    scanEach,
    visit: VISIT,
    minimumConfidence: 0.4,
    rules: { ofLoads: scanEach === "load", interval: null, change: null, ...rules },
    scanType: "category",
    geometry: undefined,
    furtherScans: [],
    scanConfidence: 0.5,
    frames,
    setIdle: (isIdle) => idle.push(isIdle),
    onProcessed: () => {},
    async detect({ index }): Promise<Detections> {
      const items = moments[index]!;
      if (items instanceof Error) throw items;
      return { model: { name: "m", version: "1" }, ...SIZE, inferenceMs: 12.345, items };
    },
    track: (detections, time) => tracker.update(detections, time),
    passages: fixedContainer("CSQU3054383"),
    laneTime,
    fullPicture: async (frame) => ({ frame, problem: null }),
    evidence: createEvidence([]),
    store: { commit: (capture) => committed.push(capture) > 0, hold: () => false, assignNumber: () => false },
    whenSaved: async () => {},
    held: [],
    newId: () => `id-${++lastId}`,
    clock,
    isClockSynchronised: () => true,
    traces: NO_TRACES,
    logger: { info: log, warn: log, error: log },
  });
  await station.run(new AbortController().signal);
  const scans = committed.filter((capture): capture is ScanCapture => capture.kind === "category-scan");
  const batches = committed.filter((capture): capture is EventsCapture => capture.kind === "stream-events");
  return {
    scans,
    batches,
    events: batches.flatMap(({ payload }) => payload.events),
    status: station.status(),
    logged,
    idle,
  };
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe("a station", () => {
  test("makes a scan of the findings that are certain enough, rounded, with the time of its picture", async () => {
    const { scans } = await play(times(30, [crate(), { ...crate(0.45), className: "sack" }]));
    expect(scans).toHaveLength(1);
    expect(scans[0]).toMatchObject({ containerNumber: "CSQU3054383", cameraId: "top", capturedAtMs: START_MS + 400 });
    expect(scans[0]!.payload).toEqual({
      detections: [
        {
          class_name: "crate",
          confidence: 0.8765,
          polygon: { x: [0, 100.62, 50], y: [20.41, 20.41, 119.9] },
          area_percentage: 43.21,
          quantity: 1,
        },
      ],
      user_email: undefined,
      model_name: "m",
      model_version: "1",
      inference_ms: 12.3,
    });
  });

  test("reports each object when it enters, every half second, and when it leaves, in boxes inside the picture", async () => {
    const { events, batches } = await play([...times(20, [crate()]), ...times(30, [])]);
    expect(events.map(({ event_type: type }) => type)).toEqual(["enter", "update", "update", "update", "leave"]);
    expect(events.map(({ timestamp }) => Date.parse(timestamp) - START_MS)).toEqual([0, 500, 1_000, 1_500, 1_900]);
    expect(new Set(events.map(({ event_id: id }) => id)).size).toBe(events.length);
    for (const { bbox } of events) expect(bbox).toEqual({ x1: 0, y1: 20, x2: 101, y2: 120 });
    expect(new Set(batches.map(({ payload }) => payload.session_id)).size).toBe(1);
    expect(batches.length).toBeGreaterThan(1);
  });

  test("scans the next picture on request, once, also an empty one, and the visit as without it", async () => {
    const empty = await play(times(20, []), 12);
    expect(empty.scans.map(({ capturedAtMs, payload }) => [capturedAtMs - START_MS, payload.detections])).toEqual([
      [1_200, []],
    ]);
    expect(empty.idle.slice(10, 15)).toEqual([true, true, false, true, true]);
    const visited = await play(times(30, [crate()]), 12);
    expect(visited.scans.map(({ capturedAtMs }) => capturedAtMs - START_MS)).toEqual([1_200, 400]);
  });

  test("scans each picture, also an empty one, where its pictures have nothing to do with each other", async () => {
    const { scans, events, status } = await play(
      [[crate()], [], new Error("damaged"), [crate(0.6)]],
      undefined,
      "picture",
    );
    expect(scans.map(({ capturedAtMs, payload }) => [capturedAtMs - START_MS, payload.detections.length])).toEqual([
      [0, 1],
      [100, 0],
      [300, 1],
    ]);
    expect(scans.map(({ pictureKey }) => pictureKey)).toEqual(["0.jpg", "1.jpg", "3.jpg"]);
    expect(events).toEqual([]);
    expect(status).toMatchObject({ visit: null, scans: 3, failures: { count: 1 } });
  });

  test("scans by interval and by change instead of loads, or beside them", async () => {
    const change = { stableMs: 500, minimumPresenceMs: 200, flickerMs: 700, minimumMove: 0.1 };
    const every = { interval: { everyMs: 1_000, withoutObjects: true } };
    const timesOf = ({ scans }: Awaited<ReturnType<typeof play>>) =>
      scans.map(({ capturedAtMs }) => capturedAtMs - START_MS);
    const lane = [...times(10, []), ...times(30, [crate()])];
    expect(timesOf(await play(lane, undefined, "nothing", every))).toEqual([1_000, 2_000, 3_000]);
    expect(timesOf(await play(lane, undefined, "nothing", { change }))).toEqual([1_800]);
    expect(timesOf(await play(lane, undefined, "nothing"))).toEqual([]);
    // The load's own scan is the first; it is no change besides.
    const second = { ...crate(), className: "sack", box: { x1: 110, y1: 20, x2: 150, y2: 100 } };
    const both = await play([...times(30, [crate()]), ...times(20, [crate(), second])], undefined, "load", { change });
    expect(both.scans.map(({ payload }) => payload.detections.length)).toEqual([1, 2]);
  });

  test("reports itself idle while nothing is in view: not while an object is tracked or a visit is open", async () => {
    const { idle, events } = await play([...times(5, []), ...times(20, [crate()]), ...times(40, [])]);
    expect(idle.slice(0, 5)).toEqual(times(5, true));
    const left = idle.indexOf(true, 5);
    // Two seconds after the last sight, when the visit ends and the track has ended.
    expect(left).toBeGreaterThanOrEqual(5 + 20 + 19);
    expect(idle.slice(5, left)).not.toContain(true);
    expect(idle.slice(left)).not.toContain(false);
    expect(events.at(-1)?.event_type).toBe("leave");
  });

  test("reports that the visible objects have left when its camera ends", async () => {
    const { events } = await play(times(3, [crate()]));
    expect(events.map(({ event_type: type }) => type)).toEqual(["enter", "leave"]);
  });

  test("survives pictures that the model fails on, counts them, and logs the first of a minute", async () => {
    const broken = times(5, new Error("NaN in output0"));
    const { scans, status, logged } = await play([...times(5, [crate()]), ...broken, ...times(25, [crate()])]);
    expect(scans).toHaveLength(1);
    expect(status).toMatchObject({
      scans: 1,
      framesProcessed: 30,
      failures: { count: 5, last: "model failed on a picture: NaN in output0", lastAtMs: START_MS + 900 },
    });
    expect(logged).toEqual(["model failed on a picture; continuing", "scan captured"]);
  });
});
