import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ContainerSource } from "./container-numbers.ts";
import { openLanes } from "./lanes.ts";
import type { Evidence } from "./passages/evidence.ts";
import { openPassageFile, type PassageFile } from "./passages/passage-file.ts";
import { UNKNOWN_TIMES } from "./passages/travel-times.ts";

const container: ContainerSource = {
  kind: "identified",
  expiresAfterMs: 60_000,
  waitMs: 20_000,
  severalLoads: false,
  announcedAfterLoads: false,
};
const fixed: ContainerSource = { kind: "fixed", containerNumber: "CSQU3054383" };
const station = (id: string, lane: string | null = null, position?: string) => ({
  id,
  lane,
  position,
  container,
  numberCameras: [],
  followsLoads: false,
  usualTimes: UNKNOWN_TIMES,
});

function openTestLanes(before?: PassageFile) {
  const stations = [station("gate"), station("top", "gate", "front"), station("back", "gate", "rear")];
  const lanes = [{ id: "gate", container, positions: ["front", "rear"], numberCameras: [] }];
  const file = before ?? openTestFile();
  return { file, stations, lanes: openLanes({ lanes, stations }, file, () => 10_000) };
}

function openTestFile(folder = mkdtempSync(path.join(tmpdir(), "lanes-"))): PassageFile {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return openPassageFile(folder, { warn: () => {} });
}

test("a lane and a station of the same name are distinct, and a station of a lane uses its position", () => {
  const { lanes } = openTestLanes();
  const place = (target: Parameters<typeof lanes.place>[0], position?: string) => {
    const placed = lanes.place(target, [{ containerNumber: "CSQU3054383", position }]);
    return placed.ok ? [placed.lane.key, placed.reports[0]?.position] : placed.message;
  };
  expect(place({ lane: "gate" })).toEqual(["lane:gate", undefined]);
  expect(place({ lane: "gate" }, "rear")).toEqual(["lane:gate", "rear"]);
  expect(place({ station: "gate" })).toEqual(["gate", undefined]);
  expect(place({ station: "back" })).toEqual(["lane:gate", "rear"]);
  expect(place({ lane: "other" })).toBe('unknown lane "other"');
  expect(place({ station: "other" })).toBe('unknown station "other"');
  expect(place({ lane: "gate" }, "left")).toBe('"left" is not a position of gate; its positions: front, rear');
});

test("a fixed container is no other", () => {
  const settings = { lanes: [], stations: [{ ...station("dock"), container: fixed }] };
  const lanes = openLanes(settings, { read: () => new Map(), write: () => {} }, () => 0);
  const place = (containerNumber: string) => lanes.place({ station: "dock" }, [{ containerNumber }]);
  expect(place("CSQU3054383")).toMatchObject({ ok: true });
  expect(place("MSKU9070323")).toMatchObject({ ok: false, reason: "fixed" });
});

test("several containers need different positions", () => {
  const { lanes } = openTestLanes();
  const report = { containerNumber: "CSQU3054383", position: "front" };
  expect(lanes.place({ lane: "gate" }, [report, report])).toMatchObject({ ok: false, reason: "invalid" });
  expect(lanes.place({ lane: "gate" }, [report, { ...report, position: "rear" }])).toMatchObject({ ok: true });
});

const announced = (id: string, containerNumber: string, position?: string): Evidence => ({
  kind: "announcement",
  id,
  fromMs: 1_000,
  toMs: 1_000,
  isOver: true,
  numbers: [position === undefined ? { containerNumber } : { containerNumber, position }],
});

test("passages are known after a restart, by lane and position; a broken file has none", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lanes-"));
  const first = openTestLanes(openTestFile(folder));
  const [gate, top, back] = first.stations.map((one) => first.lanes.ofStation(one));
  top?.passages.see(announced("one", "CSQU3054383", "front"));
  gate?.passages.see(announced("two", "MSCU1234566"));
  expect(top).toBe(back);
  const picture = { kind: "load", station: "x", isVisit: false, isOver: true, fromMs: 12_000, toMs: 12_000 } as const;
  const known = ({ stations, lanes }: ReturnType<typeof openTestLanes>) =>
    stations.map((one) => {
      const { passages } = lanes.ofStation(one);
      passages.see({ ...picture, id: one.id });
      return passages.nameLoad(one.id, one.position)?.containerNumber;
    });
  expect(known(openTestLanes(openTestFile(folder)))).toEqual(["MSCU1234566", "CSQU3054383", null]);
  writeFileSync(path.join(folder, "passages.json"), "not JSON");
  expect(known(openTestLanes(openTestFile(folder)))).toEqual([null, null, null]);
});

test("a folder that cannot be written costs the passages of the next start, and is logged", () => {
  const logged: string[] = [];
  const file = openPassageFile("/proc/no folder", { warn: (_, message) => logged.push(message) });
  openTestLanes(file).lanes.find({ lane: "gate" })?.passages.see(announced("one", "CSQU3054383"));
  expect(logged).toEqual(["the passages of the lanes could not be saved; they are lost at a restart"]);
});
