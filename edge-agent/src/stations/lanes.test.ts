import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ContainerSource } from "./container-numbers.ts";
import { openLanes } from "./lanes.ts";

const container: ContainerSource = { kind: "identified", expiresAfterMs: 60_000, waitMs: 20_000 };
const fixed: ContainerSource = { kind: "fixed", containerNumber: "CSQU3054383" };
const station = (id: string, lane: string | null = null, position?: string) => ({ id, lane, position, container });

function openTestLanes(file?: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "lanes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stations = [station("gate"), station("top", "gate", "front"), station("back", "gate", "rear")];
  const lanes = [{ id: "gate", container, positions: ["front", "rear"] }];
  const announcements = file ?? path.join(folder, "announced.json");
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  return { file: announcements, stations, lanes: openLanes({ lanes, stations }, announcements, quiet) };
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
  const lanes = openLanes(settings, "no file", { info: () => {}, warn: () => {}, error: () => {} });
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

test("announced numbers are known after a restart, by lane and position; a broken file has none", () => {
  const first = openTestLanes();
  const [gate, top, back] = first.stations.map((one) => first.lanes.ofStation(one));
  top?.containers.announce([{ containerNumber: "CSQU3054383", position: "front" }], 1_000);
  gate?.containers.announce([{ containerNumber: "MSCU1234566" }], 1_000);
  expect(top).toBe(back);
  first.lanes.save();
  const second = openTestLanes(first.file);
  const known = () =>
    second.stations.map((one) => second.lanes.ofStation(one).containers.at(one.position).current(2_000));
  expect(known()).toEqual(["MSCU1234566", "CSQU3054383", undefined]);
  writeFileSync(first.file, "not JSON");
  expect(openTestLanes(first.file).lanes.place({ lane: "gate" }, [])).toMatchObject({ ok: true });
});
