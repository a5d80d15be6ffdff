import { expect, test } from "vitest";
import { unList } from "./un-list.ts";

test("the list holds numbers of four digits with classes of the IMDG Code, each once", () => {
  expect(unList.size).toBe(687);
  for (const { unNumber, classes, subsidiary } of unList.values())
    expect([unNumber, ...classes, ...subsidiary].join(" ")).toMatch(/^\d{4}( [1-9](\.[1-6])?)+$/);
});

test.each([
  ["1830", { classes: ["8"], subsidiary: [], packingGroups: ["II"], groups: ["acids"] }],
  ["1950", { classes: ["2.1", "2.2"], subsidiary: [], packingGroups: [], groups: [] }],
])("UN %s is read into its fields", (unNumber, fields) => {
  expect(unList.get(unNumber)).toMatchObject({ unNumber, ...fields });
});
