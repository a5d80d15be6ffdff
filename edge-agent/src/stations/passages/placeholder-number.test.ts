import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { expect, test } from "vitest";
import { passagePlaceholder } from "./placeholder-number.ts";

test("a placeholder names one passage of one device, and is a container number", () => {
  const numbers = [
    passagePlaceholder("box-1", "gate-1", "p1"),
    passagePlaceholder("box-2", "gate-1", "p1"),
    passagePlaceholder("box-1", "gate-2", "p1"),
    passagePlaceholder("box-1", "gate-1", "p2"),
  ];
  expect(new Set(numbers).size).toBe(4);
  expect(passagePlaceholder("box-1", null, "p1")).toMatch(/^UNIDENTIFIED-[0-9a-f]{16}$/);
  expect(numbers[0]).toMatch(/^UNIDENTIFIED-gate-1-[0-9a-f]{16}$/);
  expect(passagePlaceholder("box-1", "gate-1", "p1")).toBe(numbers[0]);
  const longest = passagePlaceholder("box-1", "g".repeat(32), "p1");
  expect(parseContainerNumber(longest)?.text).toBe(longest);
});
