import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chooseRollOuts, chooseShadows, findSuperseded } from "./roll-out-rules.ts";

type Row = Parameters<typeof chooseRollOuts>[0][number];
const rowOf = (releaseId: string, more: Partial<Row["rollOut"]> = {}, release: Partial<Row["release"]> = {}): Row => ({
  rollOut: { releaseId, stage: "all", state: "active", canaryIds: [], siteIds: [], deviceIds: [], ...more },
  release: { kind: "model", name: "category", ...release },
});
const [box, other] = [
  { id: "box", siteIds: new Set(["north"]), runningIds: new Set(["old"]) },
  { id: "other", siteIds: new Set(["south"]), runningIds: new Set<string>() },
];
const chosenBy = (rows: Row[], device = box) => chooseRollOuts(rows, device).map(({ rollOut }) => rollOut.releaseId);
const comparedBy = (rows: Row[], device = box) => chooseShadows(rows, device).map(({ rollOut }) => rollOut.releaseId);
const old = rowOf("old");

test.each<[string, Partial<Row["rollOut"]>, { box: string; other: string }]>([
  ["for all", {}, { box: "new", other: "new" }],
  ["for a canary", { stage: "canary", canaryIds: ["box"] }, { box: "new", other: "old" }],
  ["for a site", { siteIds: ["north"] }, { box: "new", other: "old" }],
  ["for a named device", { deviceIds: ["other"] }, { box: "old", other: "new" }],
  ["for a site and a named device", { siteIds: ["north"], deviceIds: ["other"] }, { box: "new", other: "new" }],
  [
    "for a canary outside its group",
    { stage: "canary", canaryIds: ["box"], deviceIds: ["other"] },
    { box: "old", other: "old" },
  ],
  ["that is stopped and that no device runs", { state: "stopped" }, { box: "old", other: "old" }],
  ["that was rolled back", { state: "rolled-back" }, { box: "old", other: "old" }],
])("a newer roll-out %s decides where it covers a device, and the older one elsewhere", (_what, more, wanted) => {
  const rows = [rowOf("new", more), old];
  expect([chosenBy(rows), chosenBy(rows, other)]).toEqual([[wanted.box], [wanted.other]]);
});

test("a stopped roll-out continues where its release runs, and nowhere else", () => {
  const rows = [rowOf("old", { state: "stopped" }), rowOf("older")];
  expect([chosenBy(rows), chosenBy(rows, other)]).toEqual([["old"], ["older"]]);
});

test("models, and groups of settings, are independent of each other; without a roll-out nothing is wanted", () => {
  const rows = [rowOf("xray", {}, { name: "illegal" }), rowOf("same name", {}, { kind: "configuration" }), old];
  expect(chosenBy(rows)).toEqual(["xray", "same name", "old"]);
  expect(chosenBy([rowOf("new", { state: "rolled-back" })])).toEqual([]);
});

test.each<[string, Partial<Row["rollOut"]>, { box: string[]; other: string[] }]>([
  ["on every device of the group", {}, { box: ["new"], other: ["new"] }],
  ["on its canaries alone", { canaryIds: ["box"] }, { box: ["new"], other: [] }],
  ["on the devices of a site", { siteIds: ["south"] }, { box: [], other: ["new"] }],
  [
    "no longer once it is stopped, even where the release ran",
    { releaseId: "old", state: "stopped" },
    { box: [], other: [] },
  ],
])("a shadow runs %s, and no device runs its release", (_what, more, wanted) => {
  const rows = [rowOf("new", { stage: "shadow", ...more }), rowOf("before")];
  expect([comparedBy(rows), comparedBy(rows, other)]).toEqual([wanted.box, wanted.other]);
  expect([chosenBy(rows), chosenBy(rows, other)]).toEqual([["before"], ["before"]]);
});

test("of each model the newest shadow runs, unless a newer roll-out decides or the device runs the same release", () => {
  const shadow = (id: string, more: Partial<Row["rollOut"]> = {}) => rowOf(id, { stage: "shadow", ...more });
  const xray = rowOf("xray", { stage: "shadow" }, { name: "illegal" });
  expect(comparedBy([shadow("newer"), shadow("older"), xray, old])).toEqual(["newer", "xray"]);
  expect(comparedBy([rowOf("newest", { canaryIds: ["box"], stage: "canary" }), shadow("new"), old])).toEqual([]);
  expect(comparedBy([rowOf("newest", { canaryIds: ["box"], stage: "canary" }), shadow("new"), old], other)).toEqual([
    "new",
  ]);
  expect(comparedBy([shadow("old"), old])).toEqual([]);
});

const groups = fc.record({
  siteIds: fc.subarray(["north", "south"]),
  deviceIds: fc.subarray(["box", "other"]),
  canaryIds: fc.subarray(["box", "other"]),
  stage: fc.constantFrom("shadow" as const, "canary" as const, "all" as const),
  state: fc.constantFrom("active" as const, "stopped" as const, "rolled-back" as const),
});

test("superseding a roll-out never changes the releases that devices must run", () => {
  fc.assert(
    fc.property(fc.array(groups, { maxLength: 6 }), (drawn) => {
      const rows = drawn.map((more, index) => rowOf(index === 1 ? "old" : `release-${index}`, more));
      const active = rows.map(({ rollOut }) => rollOut).filter(({ state }) => state === "active");
      const superseded = findSuperseded(active);
      const settled = rows.map(({ rollOut, release }) => ({
        rollOut: superseded.has(rollOut) ? { ...rollOut, state: "superseded" as const } : rollOut,
        release,
      }));
      for (const device of [box, other]) expect(chosenBy(settled, device)).toEqual(chosenBy(rows, device));
      for (const device of [box, other]) expect(comparedBy(settled, device)).toEqual(comparedBy(rows, device));
    }),
  );
});

test.each<[string, Partial<Row["rollOut"]>[], number[]]>([
  ["by one to every device", [{}, { siteIds: ["north"] }, { deviceIds: ["box"] }, {}], [1, 2, 3]],
  ["not by a canary", [{ stage: "canary", canaryIds: ["box"] }, {}], []],
  ["by one to the same sites and more", [{ siteIds: ["north", "south"] }, { siteIds: ["south"] }], [1]],
  ["not by one to a part of its group", [{ siteIds: ["north"] }, { siteIds: ["north"], deviceIds: ["box"] }, {}], []],
])("a roll-out is superseded %s", (_what, drawn, wanted) => {
  const rows = drawn.map((more) => rowOf("each", more).rollOut);
  expect([...findSuperseded(rows)].map((row) => rows.indexOf(row))).toEqual(wanted);
});
