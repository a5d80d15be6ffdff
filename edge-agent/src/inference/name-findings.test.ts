import { expect, test } from "vitest";
import { nameFindings } from "./name-findings.ts";

test("a finding too uncertain for a name becomes unknown cargo, in its place and with its confidence", () => {
  const item = (className: string, confidence: number) => ({
    className,
    confidence,
    box: { x1: 1, y1: 2, x2: 3, y2: 4 },
    polygon: null,
    areaPercent: 1,
  });
  const found = { items: [item("drum", 0.9), item("sack", 0.5), item("roll", 0.49)] };
  expect(nameFindings(found, 0.5).items).toEqual([item("drum", 0.9), item("sack", 0.5), item("unknown cargo", 0.49)]);
  expect(found.items[2]?.className).toBe("roll");
});
