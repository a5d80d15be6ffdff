import type { Detection } from "@container-inspection/shared-schemas/scans";
import { expect, test } from "vitest";
import { summariseDetections } from "./summarise-detections.ts";

const found = (fields: Partial<Detection>): Detection => ({
  className: null,
  confidence: null,
  polygon: null,
  areaPercentage: null,
  quantity: null,
  volume: null,
  ...fields,
});

test("adds up quantities and areas per class, and keeps the best confidence", () => {
  const detections = [
    found({ className: "drum", confidence: 0.4, areaPercentage: 60, quantity: 3 }),
    found({ className: "sack" }),
    found({ confidence: 1, quantity: 100 }),
    found({ className: "drum", confidence: 0.8, areaPercentage: 70 }),
    found({ className: "drum", quantity: 0 }),
  ];
  expect(summariseDetections(detections)).toEqual([
    { className: "drum", count: 4, areaPercentage: 100, bestConfidence: 0.8 },
    { className: "sack", count: 1, areaPercentage: 0, bestConfidence: null },
  ]);
});
