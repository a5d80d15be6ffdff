import type { Detection } from "@container-inspection/shared-schemas/scans";
import { describe, expect, test } from "vitest";
import { readDetectionIndex, reviewDetections, snapshotVerdict } from "./review-rules.ts";

const seen = (className: string, confidence: number): Detection => ({
  className,
  confidence,
  polygon: null,
  areaPercentage: null,
  quantity: 2,
  volume: null,
});

describe("what reviewers leave of a scan", () => {
  const found = [seen("knife", 0.3), seen("rifle", 0.4), seen("drum", 0.5), seen("pallet", 0.6)];
  test("excludes rejected detections; the reviewers' own are certain", () => {
    const verdicts = [
      { index: 3, verdict: "corrected" as const, className: "crate" },
      { index: 0, verdict: "rejected" as const, className: null },
      { index: 1, verdict: "confirmed" as const, className: null },
    ];
    expect(reviewDetections(found, verdicts)).toEqual([
      { ...seen("rifle", 1), index: 1, isReviewed: true },
      { ...seen("drum", 0.5), index: 2 },
      { ...seen("crate", 1), index: 3, isReviewed: true },
    ]);
  });

  test("equals the detections of the model if there is no verdict", () => {
    expect(reviewDetections(found, [])).toEqual(found.map((detection, index) => ({ ...detection, index })));
  });
});

test.each([
  ["0", 0],
  ["2", 2],
  ["12", 12],
  ["13", undefined],
  ["00", undefined],
  ["-1", undefined],
  ["1.0", undefined],
  ["1e0", undefined],
  ["", undefined],
  ["9999999", undefined],
])("the place %j among 13 detections is %j", (sent, index) => {
  expect(readDetectionIndex(sent, 13)).toBe(index);
});

test("the audit log keeps a verdict with its reviewer's address; where there is none, null", () => {
  const given = {
    index: 2,
    verdict: "corrected" as const,
    className: "crate",
    polygon: null,
    areaPercentage: null,
    note: "seen",
    reviewedAt: "2026-01-01T00:00:00.000Z",
    reviewer: { id: "u1", email: "sue@example.com" },
  };
  expect(snapshotVerdict(given)).toEqual({
    verdict: "corrected",
    className: "crate",
    note: "seen",
    reviewer: "sue@example.com",
  });
  expect(snapshotVerdict(undefined)).toBeNull();
});
