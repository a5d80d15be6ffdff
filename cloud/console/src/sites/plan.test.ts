import { expect, test } from "vitest";
import { changePlan, type PlanChange } from "./plan.ts";

const plan = {
  sites: [
    {
      id: "n",
      name: "North",
      lanes: [
        { id: "n1", name: "In 1" },
        { id: "n2", name: "In 2" },
      ],
    },
    { id: "s", name: "South", lanes: [{ id: "s1", name: "In 1" }] },
  ],
};
/** The plan in one line: North(In 1, In 2). */
const after = (change: PlanChange) =>
  changePlan(plan, change)
    .sites.map(({ name, lanes }) => `${name}(${lanes.map((lane) => lane.name + (lane.id ? "" : "*")).join(", ")})`)
    .join(" ");

test("a change of the plan touches one site or lane, and keeps the ids of all others", () => {
  expect(after({ kind: "add-site", name: "East" })).toBe("North(In 1, In 2) South(In 1) East()");
  expect(after({ kind: "add-lane", siteId: "s", name: "Out" })).toBe("North(In 1, In 2) South(In 1, Out*)");
  expect(after({ kind: "rename", id: "s1", name: "Out" })).toBe("North(In 1, In 2) South(Out)");
  expect(after({ kind: "rename", id: "s", name: "West" })).toBe("North(In 1, In 2) West(In 1)");
  expect(after({ kind: "remove", id: "n1" })).toBe("North(In 2) South(In 1)");
  expect(after({ kind: "remove", id: "n" })).toBe("South(In 1)");
  expect(after({ kind: "move-up", id: "n2" })).toBe("North(In 2, In 1) South(In 1)");
  expect(after({ kind: "move-up", id: "s" })).toBe("South(In 1) North(In 1, In 2)");
  expect(changePlan(plan, { kind: "move-up", id: "n" })).toEqual(plan);
});
