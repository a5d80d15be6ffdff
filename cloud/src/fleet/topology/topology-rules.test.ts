import { expect, test } from "vitest";
import { checkPlanIds, withIds } from "./topology-rules.ts";

const lane = (id: string) => ({ id, name: id });
const current = {
  sites: [
    { id: "s1", name: "one", lanes: [lane("l1"), lane("l2")] },
    { id: "s2", name: "two", lanes: [] },
  ],
};
const message = "does not exist in the current topology, or is used twice";

test("a plan may use each existing site and lane once, and move a lane", () => {
  expect(checkPlanIds(current, { sites: [{ name: "new", lanes: [{ name: "new" }] }] })).toEqual([]);
  expect(checkPlanIds(current, { sites: [{ id: "s2", name: "two", lanes: [lane("l2"), lane("l1")] }] })).toEqual([]);
});

test("an id that does not exist or is used twice is reported with its place", () => {
  const sites = [
    { id: "s1", name: "one", lanes: [lane("l1"), lane("l9")] },
    { id: "s1", name: "again", lanes: [lane("l1")] },
    { id: "l2", name: "a lane", lanes: [] },
  ];
  expect(checkPlanIds(current, { sites })).toEqual([
    { path: "sites.0.lanes.1.id", message },
    { path: "sites.1.id", message },
    { path: "sites.1.lanes.0.id", message },
    { path: "sites.2.id", message },
  ]);
});

test("new sites and lanes get ids, the others keep theirs", () => {
  let made = 0;
  const sites = [
    { id: "s1", name: "one", lanes: [lane("l1"), { name: "new" }] },
    { name: "two", lanes: [] },
  ];
  expect(withIds({ sites }, () => `new-${++made}`)).toEqual({
    sites: [
      { id: "s1", name: "one", lanes: [lane("l1"), { id: "new-1", name: "new" }] },
      { id: "new-2", name: "two", lanes: [] },
    ],
  });
});
