import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { describe, expect, test } from "vitest";
import { addGrounds, type JudgedBy } from "./finding-grounds.ts";
import { detect, pictureOf } from "./testing.ts";

const finding: MatchFinding = {
  rule: "undeclared",
  severity: "critical",
  lane: "cargo",
  declared: "Coffee",
  observed: "1 vehicle",
  message: "The picture shows 1 vehicle.",
};
const groundsBy = (more: Partial<MatchFinding>, by: Partial<JudgedBy>) =>
  addGrounds([{ ...finding, ...more }], {
    pictures: [],
    names: [],
    ruleSet: "rules 3, rule set 1, category map 1",
    ...by,
  })[0]?.grounds;
const groundsOf = (more: Partial<MatchFinding>, ...pictures: ReturnType<typeof pictureOf>[]) =>
  groundsBy(more, { pictures });

const takenAt = new Date("2026-11-22T04:15:07.900Z");
const sha256 = "9f0c1d2e3f4a5b6c".padEnd(64, "0");
const gate = { cameraId: "gate-1", takenAt, sha256, modelName: "demo", modelVersion: "2.1" };
const evidence = (...detections: number[]) => [{ scanId: "scan-1", detections }];

describe("the grounds of a finding", () => {
  test("name picture, object, declared lines, map entries, rule and versions", () => {
    const picture = pictureOf([...detect("sack", 22), ...detect("vehicle", 1, { confidence: 0.953 })], gate);
    const explanation = ["HS 0901 → sack (line 1)", "package code CT → carton (line 2)"];
    expect(groundsOf({ evidence: evidence(22), lines: [1, 2], explanation }, picture)).toBe(
      "Objects: object 23 (vehicle, confidence 95.3 %) in category scan by camera gate-1 at 2026-11-22 04:15:07 UTC, " +
        "SHA-256 9f0c1d2e3f4a…, model demo 2.1. Declared: lines 1, 2. " +
        "Basis: HS 0901 → sack (line 1); package code CT → carton (line 2). " +
        "Rule undeclared (rules 3, rule set 1, category map 1).",
    );
  });

  test("count objects in ranges, and shorten long lists", () => {
    const drums = pictureOf(detect("drum", 40), gate);
    expect(groundsOf({ evidence: evidence(0, 1, 2, 5) }, drums)).toContain("Objects: objects 1–3, 6 (drum, ");
    const every = Array.from({ length: 20 }, (_, index) => index * 2);
    expect(groundsOf({ evidence: evidence(...every) }, drums)).toContain("17, 19 and 10 more (drum, ");
    const pictures = ["a", "b", "c", "d"].map((scanId) => pictureOf(detect("drum"), { ...gate, scanId }));
    const many = pictures.map(({ scanId }) => ({ scanId, detections: [0] }));
    expect(groundsOf({ evidence: many }, ...pictures)?.match(/object 1 \(drum/g)).toHaveLength(3);
    expect(groundsOf({ evidence: many }, ...pictures)).toContain("; object 1 (drum, confidence 90 %) in category scan");
    expect(groundsOf({ evidence: many }, ...pictures)).toContain(" and 1 more. Rule");
  });

  test("distinguish reviewers from models, and name the stated facts", () => {
    const [sack] = detect("sack", 1, { confidence: 0.4 });
    const picture = pictureOf([sack!, ...detect("sack"), { ...sack!, confidence: 1, isReviewed: true }], gate);
    expect(groundsOf({ evidence: evidence(0, 1, 2) }, picture)).toContain(
      "objects 1–3 (sack, confidence 40 % to 90 %, 1 confirmed by a reviewer) in",
    );
    expect(groundsOf({ evidence: evidence(2) }, picture)).toContain("object 3 (sack, confirmed by a reviewer) in");
    const unsure = pictureOf(detect(null, 1, { confidence: null }), gate);
    expect(groundsOf({ evidence: evidence(0) }, unsure)).toContain("object 1 (unnamed) in");
    const plain = { cameraId: null, takenAt: null, sha256: null, type: "illegal", modelName: "demo" } as const;
    const bare = pictureOf(detect("pistol"), { ...plain, receivedAt: takenAt });
    expect(groundsOf({ evidence: evidence(0) }, bare)).toContain(
      "in scan for illegal goods received at 2026-11-22 04:15:07 UTC, scan scan-1, model demo. Rule",
    );
  });

  test("name each class of one picture, and the picture without a model that is not known", () => {
    const picture = pictureOf([...detect("drum"), ...detect("sack")], { ...gate, modelName: null });
    expect(groundsOf({ evidence: evidence(0, 1) }, picture)).toBe(
      "Objects: object 1 (drum, confidence 90 %), object 2 (sack, confidence 90 %) in category scan by camera gate-1 " +
        "at 2026-11-22 04:15:07 UTC, SHA-256 9f0c1d2e3f4a…. Rule undeclared (rules 3, rule set 1, category map 1).",
    );
  });

  const byRule = (rule: string) => `Rule ${rule} (rules 3, rule set 1, category map 1).`;

  test.each([
    "cargo-not-pictured",
    "cargo-not-visible",
    "declared-goods-not-observed",
    "declared-goods-unknown",
    "empty-as-declared",
    "goods-not-stated",
    "nothing-recognised",
  ])("name the pictures that were compared for %s", (rule) => {
    const plain = { ...gate, modelName: null, sha256: null };
    const pictures = ["a", "b"].map((scanId) => pictureOf(detect("drum"), { ...plain, scanId }));
    expect(groundsOf({ rule }, ...pictures)).toBe(
      "Compared pictures: category scan by camera gate-1 at 2026-11-22 04:15:07 UTC, scan a; " +
        `category scan by camera gate-1 at 2026-11-22 04:15:07 UTC, scan b. ${byRule(rule)}`,
    );
  });

  test("are the rule alone for what rests on documents", () => {
    const rule = "manifest-not-validated";
    expect(groundsOf({ rule }, pictureOf([], gate))).toBe(byRule(rule));
    expect(groundsOf({ rule, explanation: [], evidence: evidence(0) })).toBe(byRule(rule));
  });

  test("name the declared lines with the manifest of each, where the container has several", () => {
    const names = [
      { id: "m1", whose: " of bill of lading BL7" },
      { id: "m2", whose: " of manifest 2" },
    ];
    const manifests = [
      { manifestId: "m2", lines: [1, 3] },
      { manifestId: "m1", lines: [2] },
    ];
    expect(groundsBy({ lines: [1, 3, 2], manifests }, { names })).toBe(
      `Declared: lines 1, 3 of manifest 2, line 2 of bill of lading BL7. ${byRule("undeclared")}`,
    );
    const removed = [{ manifestId: "m9", lines: [4] }];
    expect(groundsBy({ lines: [4], manifests: removed }, { names })).toBe(`Declared: line 4. ${byRule("undeclared")}`);
  });
});
