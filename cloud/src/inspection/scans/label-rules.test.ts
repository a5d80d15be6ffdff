import type { Detection } from "@container-inspection/shared-schemas/scans";
import { expect, test } from "vitest";
import { formatLabel, labelOf, labelPicture } from "./label-rules.ts";

const size = { width: 200, height: 100 };
const found = (className: string | null, changes: Partial<Detection> = {}): Detection => ({
  className,
  confidence: 0.7,
  polygon: { x: [20, 60, 60], y: [10, 10, 50] },
  areaPercentage: null,
  quantity: null,
  volume: null,
  ...changes,
});
const verdict = (index: number, kind: "confirmed" | "rejected" | "corrected", className: string | null = null) => ({
  index,
  verdict: kind,
  className,
});

test("confirmed and corrected detections are labels, rejected ones are background", () => {
  const verdicts = [verdict(0, "confirmed"), verdict(1, "corrected", "drum"), verdict(2, "rejected")];
  const labelled = labelPicture([found("carton"), found("sack"), found("roll")], verdicts, size);
  expect(labelled).toMatchObject({ kind: "labels", labels: [{ className: "carton" }, { className: "drum" }] });
  if (labelled.kind !== "labels") throw new Error("no labels");
  expect(formatLabel(3, labelled.labels[0]!)).toBe("3 0.10000 0.10000 0.30000 0.10000 0.30000 0.50000");
  expect(labelPicture([found("carton")], [verdict(0, "rejected")], size)).toEqual({ kind: "labels", labels: [] });
});

test("a picture with a detection that no reviewer judged, or that cannot be drawn, teaches nothing", () => {
  expect(labelPicture([found("carton"), found("sack")], [verdict(0, "confirmed")], size).kind).toBe("unreviewed");
  const unplaced = [found("carton", { polygon: null })];
  expect(labelPicture(unplaced, [verdict(0, "confirmed")], size).kind).toBe("unplaced");
  expect(labelPicture(unplaced, [verdict(0, "rejected")], size).kind).toBe("labels");
});

test("an object without a class, without three points, or of a picture without a size cannot be drawn", () => {
  const [x, y] = [[20, 60, 60], [10, 10, 50]]; // prettier-ignore
  expect(labelOf(found("carton"), size)).toMatchObject({ className: "carton" });
  expect(labelOf(found(null), size)).toBeNull();
  expect(labelOf(found("carton", { polygon: { x: [20, 60], y } }), size)).toBeNull();
  expect(labelOf(found("carton", { polygon: { x, y: [10, 10] } }), size)).toBeNull();
  expect(labelOf(found("carton"), { width: 0, height: 100 })).toBeNull();
  expect(labelOf(found("carton"), { width: 200, height: 0 })).toBeNull();
});

test("an outline beyond the picture ends at its edge", () => {
  const outside = [found("carton", { polygon: { x: [-20, 260, 60], y: [10, 10, 150] } })];
  const labelled = labelPicture(outside, [verdict(0, "confirmed")], size);
  expect(labelled).toMatchObject({ labels: [{ points: [[0, 0.1], [1, 0.1], [0.3, 1]] }] });
}); // prettier-ignore
