import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { expect, test } from "vitest";
import { laneOf, orderFindings, scoreOf, uniteFindings } from "./judge-findings.ts";

const finding = (severity: MatchFinding["severity"], more: Partial<MatchFinding> = {}): MatchFinding => ({
  rule: "r",
  severity,
  lane: "cargo",
  declared: "d",
  observed: "o",
  message: "m",
  ...more,
});
const [info, warning, critical] = [finding("info"), finding("warning"), finding("critical")];

test("the lane is that of the worst finding", () => {
  expect(laneOf([])).toBe("green");
  expect(laneOf([info])).toBe("green");
  expect(laneOf([info, warning])).toBe("yellow");
  expect(laneOf([warning, critical, info])).toBe("red");
});

test("the score is the best of its lane, less the risk that a finding is true and overlooked", () => {
  expect(scoreOf("green", [])).toBe(1);
  expect(scoreOf("green", [info])).toBe(0.997);
  expect(scoreOf("yellow", [warning])).toBe(0.566);
  expect(scoreOf("yellow", [finding("warning", { probability: 1 })])).toBe(0.466);
  expect(scoreOf("yellow", [warning, warning])).toBe(0.496);
  expect(scoreOf("red", [critical])).toBe(0.033);
  expect(scoreOf("red", [finding("critical", { probability: 0.7 })])).toBe(0.1);
  expect(scoreOf("red", [finding("critical", { probability: 1 })])).toBe(0);
  expect(scoreOf("yellow", [])).toBe(0.666);
});

test("five warnings score above one critical finding, and one warning below a hundred remarks", () => {
  const remarks = Array.from({ length: 100 }, () => finding("info", { probability: 1 }));
  const warnings = Array.from({ length: 5 }, () => finding("warning", { probability: 1 }));
  expect(scoreOf("yellow", warnings)).toBeGreaterThan(scoreOf("red", [finding("critical", { probability: 0 })]));
  expect(scoreOf("green", remarks)).toBeGreaterThan(scoreOf("yellow", [finding("warning", { probability: 0 })]));
});

test("findings are sorted worst first, among equals the more probable first, else in the original order", () => {
  const [likely, unlikely] = [finding("warning", { probability: 0.9 }), finding("warning", { probability: 0.4 })];
  expect(orderFindings([info, unlikely, warning, critical, likely])).toEqual([
    critical,
    likely,
    unlikely,
    warning,
    info,
  ]);
});

const of = (scanId: string) => ({ evidence: [{ scanId, detections: [0] }] });

test("a finding of several pictures is listed once, at its worst, with the evidence of all equally bad ones", () => {
  const drum = (severity: MatchFinding["severity"], scanId: string, observed: string) =>
    finding(severity, { className: "drum", observed, ...of(scanId) });
  const [few, many, more] = [drum("warning", "a", "2"), drum("critical", "b", "9"), drum("critical", "c", "8")];
  const evidence = [...(many.evidence ?? []), ...(more.evidence ?? [])];
  expect(uniteFindings([few, many, more])).toEqual([{ ...many, evidence }]);
  expect(uniteFindings([few])).toEqual([few]);
});

test("findings differ by rule and class, or without a class by declared and observed values", () => {
  const classes = ["drum", "sack"].map((className) => finding("info", { className }));
  expect(uniteFindings([...classes, finding("info", { className: "drum", rule: "s" })])).toHaveLength(3);
  expect(uniteFindings([info, finding("info", { declared: "e" }), finding("info", { observed: "p" })])).toHaveLength(3);
  expect(uniteFindings([info, finding("info", { message: "reworded" })])).toEqual([info]);
  expect(uniteFindings([])).toEqual([]);
});
