import type { Detection, ManifestMatch } from "@container-inspection/shared-schemas";
import { expect, test } from "vitest";
import { judge, type VerdictFacts } from "./verdict-rules.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const seen = (className: string, confidence: number | null = 0.9): Detection => ({
  className,
  confidence,
  polygon: null,
  areaPercentage: null,
  quantity: null,
  volume: null,
});
const scan = (minute: number, ...detections: Detection[]) => ({
  id: `s${minute}`,
  receivedAt: at(minute),
  detections,
  rejected: [],
});
const match = (...severities: ("info" | "warning" | "critical")[]): ManifestMatch => ({
  score: 1,
  lane: "green",
  ruleSet: "1",
  findings: severities.map((severity) => ({
    rule: severity,
    severity,
    declared: null,
    observed: null,
    message: severity,
  })),
});
const manifest = { id: "m1", updatedAt: at(0) };
const lastClear = { at: at(10), by: "sue@example.com", reason: "opened it", manifestId: "m1" };
const category = scan(5, seen("carton"));
const fine: VerdictFacts = {
  status: "SCANNED",
  isHeld: false,
  numberCheck: "valid",
  renumberedAt: null,
  mergedAt: null,
  manifest,
  match: match("info"),
  scans: { category, defect: null, illegal: null },
  unfinished: [],
  openEscalation: null,
  lastClear: null,
  illegalConfidence: 0.5,
};
const withIllegal = (minute: number, confidence: number | null) => ({
  scans: { ...fine.scans, illegal: scan(minute, seen("knife", confidence)) },
});
const rulesOf = (facts: Partial<VerdictFacts>) => {
  const { verdict, reasons } = judge({ ...fine, ...facts });
  return [verdict, ...reasons.map(({ rule }) => rule)];
};

test.each<[string, Partial<VerdictFacts>, string[]]>([
  ["scans that fit the manifest", {}, ["clear", "nothing-found"]],
  ["a number of no standard", { numberCheck: "not-iso6346" }, ["clear", "nothing-found"]],
  ["nothing known", { manifest: null, match: null, scans: { category: null, defect: null, illegal: null } },
    ["incomplete", "no-manifest", "no-category-scan"]],
  ["a newer scan without a result", { unfinished: [{ type: "illegal", status: "pending" }, { type: "defect", status: "failed" }] },
    ["incomplete", "scan-pending", "scan-failed"]],
  ["a warning", { match: match("warning", "info") }, ["attention", "warning"]],
  ["a wrong check digit", { numberCheck: "bad-check-digit" }, ["attention", "number-check"]],
  ["a defect", { scans: { ...fine.scans, defect: scan(5, seen("hole")) } }, ["attention", "defects"]],
  ["a question of a person", { status: "ESCALATED", openEscalation: { reason: "odd", scanId: null } }, ["attention", "escalation-open"]],
  ["an inspection", { status: "INSPECT" }, ["attention", "inspection-ordered"]],
  ["illegal goods below the threshold", withIllegal(5, 0.49), ["attention", "illegal-goods"]],
  ["illegal goods at the threshold", withIllegal(5, 0.5), ["hold", "illegal-goods"]],
  ["illegal goods of unknown confidence", withIllegal(5, null), ["hold", "illegal-goods"]],
  ["a critical finding", { match: match("critical") }, ["hold", "critical"]],
  ["a held container that was escalated again", { status: "ESCALATED", isHeld: true, openEscalation: { reason: "odd", scanId: null } },
    ["hold", "held", "escalation-open"]],
  ["a held container that is to be inspected", { status: "INSPECT", isHeld: true }, ["hold", "held", "inspection-ordered"]],
  ["a held container, with all its other reasons, the worst first",
    { status: "HELD", match: match("warning"), unfinished: [{ type: "defect", status: "pending" }] },
    ["hold", "held", "warning", "scan-pending"]],
])("%s", (_name, facts, expected) => expect(rulesOf(facts)).toEqual(expected)); // prettier-ignore

const critical = { status: "CLEARED", lastClear, match: match("critical") } as const;
test.each<[string, Partial<VerdictFacts>, string[]]>([
  ["settles what was known", { ...critical, ...withIllegal(9, 0.9), numberCheck: "bad-check-digit" }, ["clear", "cleared"]],
  ["settles what was missing", { status: "CLEARED", lastClear, manifest: null, match: null }, ["clear", "cleared"]],
  ["does not settle later illegal goods", { ...critical, ...withIllegal(11, 0.9) }, ["hold", "illegal-goods"]],
  ["does not settle illegal goods that arrived in its millisecond", { ...critical, match: match("info"), ...withIllegal(10, 0.9) },
    ["hold", "illegal-goods"]],
  ["does not settle a category scan that arrived in its millisecond", { ...critical, scans: { ...fine.scans, category: scan(10) } },
    ["hold", "critical"]],
  ["does not settle a defect scan that arrived in its millisecond",
    { ...critical, match: match("info"), scans: { ...fine.scans, defect: scan(10, seen("hole")) } }, ["attention", "defects"]],
  ["does not settle a manifest that changed in its millisecond", { ...critical, manifest: { id: "m1", updatedAt: at(10) } },
    ["hold", "critical"]],
  ["does not settle a number that changed in its millisecond", { ...critical, renumberedAt: at(10), numberCheck: "bad-check-digit" },
    ["hold", "critical", "number-check"]],
  ["does not count where a container was merged into it in its millisecond", { ...critical, ...withIllegal(9, 0.9), mergedAt: at(10) },
    ["hold", "illegal-goods", "critical"]],
  ["does not settle a later category scan", { ...critical, scans: { ...fine.scans, category: scan(11) } }, ["hold", "critical"]],
  ["does not settle a scan that was on its way and escalated then",
    { ...critical, status: "ESCALATED", openEscalation: { reason: "x", scanId: category.id } }, ["hold", "critical", "escalation-open"]],
  ["does not settle a manifest changed since", { ...critical, manifest: { id: "m1", updatedAt: at(11) } }, ["hold", "critical"]],
  ["does not settle another manifest", { ...critical, manifest: { id: "m2", updatedAt: at(0) } }, ["hold", "critical"]],
  ["does not settle another number", { ...critical, renumberedAt: at(11), numberCheck: "bad-check-digit" },
    ["hold", "critical", "number-check"]],
  ["does not count once another container was merged into it", { ...critical, ...withIllegal(9, 0.9), mergedAt: at(11) },
    ["hold", "illegal-goods", "critical"]],
  ["settles what a merge brought before", { ...critical, ...withIllegal(9, 0.9), mergedAt: at(9) }, ["clear", "cleared"]],
  ["does not count once the container is held again", { ...critical, status: "HELD" }, ["hold", "held"]],
])("a decision to clear %s", (_name, facts, expected) => expect(rulesOf(facts)).toEqual(expected)); // prettier-ignore

const rejected = [{ className: "knife", by: "sue@example.com", note: "a toy" }];
const rejecting = { ...fine, scans: { ...fine.scans, illegal: { ...scan(5), rejected } } };
test("what a reviewer rejected does not count, and is listed", () => {
  expect(rulesOf(rejecting)).toEqual(["clear", "nothing-found", "findings-rejected"]);
  expect(judge(rejecting).reasons[1]?.message).toBe(
    "Left out of the latest illegal scan: knife (rejected by sue@example.com: a toy).",
  );
  const other = { ...rejecting.scans.illegal, detections: [seen("rifle")] };
  expect(rulesOf({ scans: { ...fine.scans, illegal: other } })).toEqual(["hold", "illegal-goods", "findings-rejected"]);
});

test.each(["illegal", "category", "defect"] as const)("what was rejected of a scan for %s is reported", (type) => {
  expect(rulesOf({ scans: { ...fine.scans, [type]: { ...scan(5), rejected } } })).toContain("findings-rejected");
});

test("reasons are for people", () => {
  expect(judge({ ...fine, ...critical }).reasons[0]?.message).toBe("Cleared by sue@example.com: opened it");
  expect(judge({ ...fine, ...withIllegal(5, 0.9) }).reasons[0]?.message).toBe(
    "The latest scan for illegal goods found knife.",
  );
});

test.each<[string, Partial<VerdictFacts>, string[]]>([
  ["a match without its manifest", { manifest: null, match: match("critical") }, ["incomplete", "no-manifest"]],
  ["a defect scan that found nothing", { scans: { ...fine.scans, defect: scan(5) } }, ["clear", "nothing-found"]],
  ["a wrong check digit that was there when it was cleared", { lastClear, numberCheck: "bad-check-digit", renumberedAt: at(5) }, ["clear", "cleared"]],
  ["a wrong check digit, cleared, before a merge", { lastClear, numberCheck: "bad-check-digit", mergedAt: at(11) }, ["clear", "cleared"]],
  ["one sure finding of illegal goods beside an unsure one",
    { scans: { ...fine.scans, illegal: scan(5, seen("knife", 0.1), seen("rifle", 0.9)) } }, ["hold", "illegal-goods"]],
])("%s", (_name, facts, expected) => expect(rulesOf(facts)).toEqual(expected)); // prettier-ignore

test("every reason is a sentence", () => {
  const messagesOf = (facts: Partial<VerdictFacts>) =>
    judge({ ...fine, ...facts }).reasons.map(({ message }) => message);
  expect(messagesOf({})).toEqual(["The scans fit the manifest, and there are no findings against the container."]);
  expect(messagesOf({ status: "HELD" })).toEqual(["A supervisor decided to hold the container."]);
  expect(messagesOf({ status: "INSPECT" })).toEqual(["A supervisor ordered an inspection."]);
  expect(messagesOf({ openEscalation: { reason: "odd", scanId: null } })).toEqual([
    "An escalation is waiting for a decision: odd",
  ]);
  expect(messagesOf({ scans: { ...fine.scans, defect: scan(5, seen("hole"), seen("dent"), seen("hole")) } })).toEqual([
    "The latest defect scan found hole, dent.",
  ]);
  expect(messagesOf({ numberCheck: "bad-check-digit" })).toEqual([
    "The check digit of the container number is wrong: it may have been misread.",
  ]);
  const unfinished = [
    { type: "illegal" as const, status: "pending" as const },
    { type: "defect" as const, status: "failed" as const },
  ];
  expect(messagesOf({ manifest: null, match: null, scans: { ...fine.scans, category: null }, unfinished })).toEqual([
    "A newer illegal scan is waiting for its result.",
    "A newer defect scan failed. Take it again.",
    "No manifest is attached.",
    "There is no category scan yet.",
  ]);
});

test("a reason names at most ten things, and what has no name", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
  const named = many(10).join(", ");
  const found = (names: (string | null)[]) => {
    const detections = names.map((className) => ({ ...seen(""), className }));
    return judge({ ...fine, scans: { ...fine.scans, defect: { ...scan(5), detections } } }).reasons[0]?.message;
  };
  expect(found([null])).toBe("The latest defect scan found an unnamed object.");
  expect(found(many(10))).toBe(`The latest defect scan found ${named}.`);
  expect(found(many(12))).toBe(`The latest defect scan found ${named} and 2 more.`);
  const leftOut = (names: (string | null)[]) => {
    const rejected = names.map((className) => ({ className, by: "sue", note: null }));
    return judge({ ...fine, scans: { ...fine.scans, defect: { ...scan(5), rejected } } }).reasons.at(-1)?.message;
  };
  const listed = many(10)
    .map((name) => `${name} (rejected by sue)`)
    .join(", ");
  expect(leftOut([null])).toBe("Left out of the latest defect scan: an unnamed object (rejected by sue).");
  expect(leftOut(many(10))).toBe(`Left out of the latest defect scan: ${listed}.`);
  expect(leftOut(many(12))).toBe(`Left out of the latest defect scan: ${listed} and 2 more.`);
});
