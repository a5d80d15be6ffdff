import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { ScanType } from "@container-inspection/shared-schemas/scans";
import { describe, expect, test } from "vitest";
import { judge, type VerdictFacts } from "./verdict-rules.ts";
import { at, lastClear, manifest, scanned } from "./verdict-testing.ts";

const scan = (
  minute: number,
  type: ScanType = "category",
  rejected: VerdictFacts["scans"][number]["rejected"] = [],
) => ({
  id: `${type} ${minute}`,
  type,
  receivedAt: at(minute),
  rejected,
});
/** A finding that rests on objects of these scans, or on none. */
const finding = (rule: string, severity: MatchFinding["severity"], ...scans: { id: string }[]): MatchFinding => ({
  rule,
  severity,
  lane: "cargo",
  declared: null,
  observed: null,
  message: `Found ${rule}.`,
  ...(scans.length > 0 && { evidence: scans.map(({ id }) => ({ scanId: id, detections: [0] })) }),
});
const hold = { at: at(7), by: "sue@example.com", reason: "a weapon" };
const category = scan(5);
const fine: VerdictFacts = { ...scanned, findings: [finding("remark", "info", category)], scans: [category] };
const rulesOf = (facts: Partial<VerdictFacts>) => {
  const { verdict, reasons } = judge({ ...fine, ...facts });
  return [verdict, ...reasons.map(({ rule }) => rule)];
};
const verdictsOf = (facts: Partial<VerdictFacts>) => judge({ ...fine, ...facts }).reasons.map(({ verdict }) => verdict);
const messagesOf = (facts: Partial<VerdictFacts>) => judge({ ...fine, ...facts }).reasons.map(({ message }) => message);
/** A scan of a kind beside the category scan, with a finding on it. */
const withScan = (minute: number, type: "illegal" | "defect", severity: MatchFinding["severity"] = "critical") => {
  const added = scan(minute, type);
  const rule = type === "illegal" ? "illegal-goods" : "defects";
  return { scans: [added, category].toSorted(newestFirst), findings: [finding(rule, severity, added)] };
};
const newestFirst = (one: { receivedAt: Date }, other: { receivedAt: Date }) =>
  other.receivedAt.getTime() - one.receivedAt.getTime();

test.each<[string, Partial<VerdictFacts>, string[]]>([
  ["scans that fit the manifest", {}, ["clear", "nothing-found"]],
  ["a number of no standard", { numberCheck: "not-iso6346" }, ["clear", "nothing-found"]],
  ["nothing known", { manifests: [], findings: [], scans: [] }, ["incomplete", "no-manifest", "no-category-scan"]],
  ["no scan of the cargo", { findings: [], scans: [scan(5, "illegal"), scan(4, "defect")] }, ["incomplete", "no-category-scan"]],
  ["a newer scan without a result", { unfinished: [{ type: "illegal", status: "pending" }, { type: "defect", status: "failed" }] },
    ["incomplete", "scan-pending", "scan-failed"]],
  ["a warning", { findings: [finding("warned", "warning", category), finding("remark", "info", category)] }, ["attention", "warned"]],
  ["a warning about the documents", { findings: [{ ...finding("status", "warning"), lane: "documents" }] }, ["attention", "status"]],
  ["a wrong check digit", { numberCheck: "bad-check-digit" }, ["attention", "number-check"]],
  ["the number of a chassis", { isChassis: true }, ["attention", "number-check"]],
  ["35b: a dent", withScan(5, "defect", "info"), ["clear", "nothing-found"]],
  ["a crack", withScan(5, "defect", "warning"), ["attention", "defects"]],
  ["35: a hole", withScan(5, "defect"), ["hold", "defects"]],
  ["a question of a person", { status: "ESCALATED", openEscalation: { reason: "odd", scanId: null } }, ["attention", "escalation-open"]],
  ["an inspection", { status: "INSPECT" }, ["attention", "inspection-ordered"]],
  ["F1: illegal goods that are unsure", withScan(5, "illegal", "warning"), ["attention", "illegal-goods"]],
  ["illegal goods", withScan(5, "illegal"), ["hold", "illegal-goods"]],
  ["27: a weapon among the goods", { findings: [finding("alert", "critical", category)] }, ["hold", "alert"]],
  ["a critical finding", { findings: [finding("worst", "critical", category)] }, ["hold", "worst"]],
  ["a finding without a manifest", { manifests: [], findings: [finding("alert", "critical", category)] }, ["hold", "alert", "no-manifest"]],
  ["12b: nothing recognised", { findings: [finding("nothing-recognised", "info")] }, ["incomplete", "nothing-recognised"]],
  ["pictures of the outside", { findings: [finding("cargo-not-pictured", "info")] }, ["incomplete", "cargo-not-pictured"]],
  ["36: goods not stated", { findings: [finding("goods-not-stated", "info")] }, ["incomplete", "goods-not-stated"]],
  ["a held container that was escalated again", { status: "ESCALATED", holds: [hold], openEscalation: { reason: "odd", scanId: null } },
    ["hold", "held", "escalation-open"]],
  ["a held container that is to be inspected", { status: "INSPECT", holds: [hold] }, ["hold", "held", "inspection-ordered"]],
  ["a held container, with all its other reasons, the worst first",
    { status: "HELD", findings: [finding("goods-not-stated", "info"), finding("warned", "warning", category), finding("worst", "critical", category)],
      unfinished: [{ type: "defect", status: "pending" }] },
    ["hold", "held", "worst", "warned", "goods-not-stated", "scan-pending"]],
])("%s", (_name, facts, expected) => expect(rulesOf(facts)).toEqual(expected)); // prettier-ignore

const critical = { status: "CLEARED", lastClear, findings: [finding("worst", "critical", category)] } as const;
const onDocuments = { ...critical, findings: [finding("number-mismatch", "critical")] };
const newer = scan(11);
test.each<[string, Partial<VerdictFacts>, string[]]>([
  ["settles what was known", { ...critical, numberCheck: "bad-check-digit" }, ["clear", "cleared"]],
  ["settles illegal goods that were known", { ...critical, ...withScan(9, "illegal") }, ["clear", "cleared"]],
  ["settles a defect that was known", { ...critical, ...withScan(9, "defect") }, ["clear", "cleared"]],
  ["settles what was missing", { status: "CLEARED", lastClear: { ...lastClear, manifestIds: [] }, manifests: [], findings: [], scans: [] },
    ["clear", "cleared"]],
  ["asks for no other picture once the manifest changes",
    { ...critical, manifests: [{ id: "m1", updatedAt: at(11) }], findings: [finding("nothing-recognised", "info")] }, ["clear", "cleared"]],
  ["settles what could not be compared", { ...critical, findings: [finding("nothing-recognised", "info")] }, ["clear", "cleared"]],
  ["settles what concerns the documents alone", { ...onDocuments, scans: [] }, ["clear", "cleared"]],
  ["does not settle a scan that is on its way", { ...critical, unfinished: [{ type: "illegal", status: "pending" }] },
    ["incomplete", "scan-pending"]],
  ["does not settle later illegal goods", { ...critical, ...withScan(11, "illegal") }, ["hold", "illegal-goods"]],
  ["does not settle a later defect", { ...critical, ...withScan(11, "defect") }, ["hold", "defects"]],
  ["does not settle illegal goods that arrived in its millisecond", { ...critical, ...withScan(10, "illegal") }, ["hold", "illegal-goods"]],
  ["does not settle a category scan that arrived in its millisecond",
    { ...critical, scans: [scan(10)], findings: [finding("worst", "critical", scan(10))] }, ["hold", "worst"]],
  ["does not settle a defect scan that arrived in its millisecond", { ...critical, ...withScan(10, "defect", "warning") }, ["attention", "defects"]],
  ["does not settle a manifest that changed in its millisecond", { ...critical, manifests: [{ id: "m1", updatedAt: at(10) }] }, ["hold", "worst"]],
  ["does not settle a number that changed in its millisecond", { ...critical, renumberedAt: at(10), numberCheck: "bad-check-digit" },
    ["hold", "worst", "number-check"]],
  ["does not count where a container was merged into it in its millisecond", { ...critical, mergedAt: at(10) }, ["hold", "worst"]],
  ["does not settle what a later category scan shows", { ...critical, scans: [newer, category], findings: [finding("worst", "critical", newer)] },
    ["hold", "worst"]],
  ["does not settle what a later category scan shows too",
    { ...critical, scans: [newer, category], findings: [finding("worst", "critical", category, newer)] }, ["hold", "worst"]],
  ["settles what a later category scan does not show", { ...critical, scans: [newer, category] }, ["clear", "cleared"]],
  ["settles a weapon that a later category scan does not show",
    { ...critical, scans: [newer, category], findings: [finding("alert", "critical", category)] }, ["clear", "cleared"]],
  ["settles the documents for a later category scan", { ...onDocuments, scans: [newer, category] }, ["clear", "cleared"]],
  ["settles the documents for a later scan for illegal goods", { ...onDocuments, scans: [scan(11, "illegal"), category] }, ["clear", "cleared"]],
  ["does not settle a scan that was on its way and escalated then",
    { ...critical, status: "ESCALATED", openEscalation: { reason: "x", scanId: category.id } }, ["hold", "worst", "escalation-open"]],
  ["settles a scan beside one that escalated then",
    { ...critical, status: "ESCALATED", openEscalation: { reason: "x", scanId: "another" } }, ["attention", "escalation-open"]],
  ["does not settle a manifest changed since", { ...critical, manifests: [{ id: "m1", updatedAt: at(11) }] }, ["hold", "worst"]],
  ["does not settle another manifest", { ...critical, manifests: [{ id: "m2", updatedAt: at(0) }] }, ["hold", "worst"]],
  ["does not settle another manifest in place of one of several",
    { ...critical, manifests: [manifest, { id: "m3", updatedAt: at(0) }], lastClear: { ...lastClear, manifestIds: ["m1", "m2"] } }, ["hold", "worst"]],
  ["does not settle a manifest attached since", { ...critical, lastClear: { ...lastClear, manifestIds: [] } }, ["hold", "worst"]],
  ["does not settle the goods of a manifest detached since", { ...critical, manifests: [] }, ["hold", "worst"]],
  ["does not settle another number", { ...critical, renumberedAt: at(11), numberCheck: "bad-check-digit" }, ["hold", "worst", "number-check"]],
  ["settles a number that changed before", { ...critical, renumberedAt: at(9), numberCheck: "bad-check-digit" }, ["clear", "cleared"]],
  ["does not count once another container was merged into it", { ...critical, mergedAt: at(11) }, ["hold", "worst"]],
  ["does not settle illegal goods once another container was merged into it", { ...critical, ...withScan(9, "illegal"), mergedAt: at(11) },
    ["hold", "illegal-goods"]],
  ["settles what a merge brought before", { ...critical, ...withScan(9, "illegal"), mergedAt: at(9) }, ["clear", "cleared"]],
  ["settles a weapon whatever the manifest becomes",
    { ...critical, findings: [finding("alert", "critical", category)], manifests: [{ id: "m2", updatedAt: at(11) }] }, ["clear", "cleared"]],
  ["does not settle a finding on a scan that is not of the visit", { ...critical, findings: [finding("alert", "critical", newer)] },
    ["hold", "alert"]],
  ["does not count once the container is held again", { ...critical, status: "HELD" }, ["hold", "held"]],
  ["settles an earlier wrong check digit", { lastClear, numberCheck: "bad-check-digit", renumberedAt: at(5) }, ["clear", "cleared"]],
  ["settles a wrong check digit from before a merge", { lastClear, numberCheck: "bad-check-digit", mergedAt: at(11) },
    ["clear", "cleared"]],
])("a decision to clear %s", (_name, facts, expected) => expect(rulesOf(facts)).toEqual(expected)); // prettier-ignore

test("a finding that was decided on to hold stays a reason while that hold is in force, beside who held it, when and why", () => {
  const decided = { escalationId: "e1", decision: "hold" as const, by: "sue@example.com", at: at(7).toISOString() };
  const facts = {
    status: "HELD" as const,
    holds: [hold],
    findings: [{ ...finding("worst", "critical", category), decided }],
  };
  expect(rulesOf(facts)).toEqual(["hold", "held", "worst"]);
  expect(messagesOf(facts)[0]).toBe("Held by sue@example.com at 2026-01-01 00:07:00 UTC: a weapon");
  expect(rulesOf({ ...facts, status: "CLEARED", holds: [], lastClear })).toEqual(["clear", "cleared"]);
});

test("H2: a finding that was decided about and is seen again in its place is settled", () => {
  const decided = { escalationId: "e1", decision: "clear", by: "sue@example.com", at: at(10).toISOString() };
  const again = { ...finding("worst", "critical", newer), decided };
  const facts = { ...critical, scans: [newer, category], findings: [again, finding("alert", "warning", newer)] };
  expect(rulesOf(facts)).toEqual(["attention", "alert"]);
  expect(rulesOf({ findings: [again] })).toEqual(["clear", "nothing-found"]);
});

test("C: a container without a manifest names the likeliest of the waiting numbers that it may be", () => {
  expect(messagesOf({ manifests: [], nearMisses: ["HLXU2000022", "HLXU2000102"] })).toContain(
    "No manifest is attached. A manifest with the similar number HLXU2000022 has no container: check the number.",
  );
});

test("missing parts make a report incomplete", () => {
  const unfinished = [
    { type: "illegal", status: "pending" },
    { type: "defect", status: "failed" },
  ] as const;
  expect(verdictsOf({ unfinished, manifests: [], scans: [] })).toEqual(Array(4).fill("incomplete"));
});

describe("08c, G1, G2: the findings of one picture stay, regardless of later pictures", () => {
  const [early, late] = [scan(5, "illegal"), scan(7, "illegal")];
  test.each([["illegal-goods"], ["alert"], ["defects"]])("%s", (rule) => {
    const facts = { findings: [finding(rule, "warning", early)], scans: [late, category, early] };
    expect(rulesOf(facts)).toEqual(["attention", rule]);
    expect(messagesOf(facts)).toEqual([`Found ${rule}. The latest illegal scan does not show it.`]);
    expect(messagesOf({ ...facts, findings: [finding(rule, "warning", early, late)] })).toEqual([`Found ${rule}.`]);
    const both = { findings: [finding(rule, "warning", early, late)], scans: [scan(9, "illegal"), ...facts.scans] };
    expect(messagesOf(both)).toEqual([`Found ${rule}. The latest illegal scan does not show it.`]);
    expect(messagesOf({ ...facts, scans: [category, early] })).toEqual([`Found ${rule}.`]);
    expect(messagesOf({ ...facts, scans: [scan(8, "defect"), category, early] })).toEqual([`Found ${rule}.`]);
    expect(messagesOf({ ...facts, scans: [category] })).toEqual([`Found ${rule}.`]);
    expect(messagesOf({ ...facts, findings: [finding(rule, "warning")] })).toEqual([`Found ${rule}.`]);
  });

  test("goods that a later picture does not show get no note: a view shows a part of them", () => {
    const facts = { findings: [finding("worst", "critical", category)], scans: [scan(7), category] };
    expect(messagesOf(facts)).toEqual(["Found worst."]);
  });
});

describe("what reviewers rejected", () => {
  const rejected = (className: string | null, note: string | null = null) => ({
    className,
    by: "sue@example.com",
    note,
  });

  test("does not count, and is listed after everything else, by kind of scan", () => {
    const scans = [
      scan(5, "defect", [rejected("hole")]),
      scan(5, "category", [rejected(null)]),
      scan(5, "illegal", [rejected("knife", "a toy")]),
      scan(4, "illegal", [rejected("rifle")]),
    ];
    expect(rulesOf({ scans })).toEqual(["clear", "nothing-found", ...Array<string>(3).fill("findings-rejected")]);
    expect(messagesOf({ scans }).slice(1)).toEqual([
      "Left out of the illegal scans: knife (rejected by sue@example.com: a toy), rifle (rejected by sue@example.com).",
      "Left out of the category scans: an unnamed object (rejected by sue@example.com).",
      "Left out of the defect scans: hole (rejected by sue@example.com).",
    ]);
    expect(verdictsOf({ scans })).toEqual(Array(4).fill("clear"));
    const facts = { scans, findings: [finding("worst", "critical", category)] };
    expect(rulesOf(facts).slice(0, 3)).toEqual(["hold", "worst", "findings-rejected"]);
  });

  test("is named up to ten times", () => {
    const leftOut = (count: number) => {
      const all = Array.from({ length: count }, (_, index) => rejected(`n${index}`));
      return messagesOf({ scans: [scan(5, "category", all)] }).at(-1);
    };
    const listed = Array.from({ length: 10 }, (_, index) => `n${index} (rejected by sue@example.com)`).join(", ");
    expect(leftOut(10)).toBe(`Left out of the category scans: ${listed}.`);
    expect(leftOut(12)).toBe(`Left out of the category scans: ${listed} and 2 more.`);
  });
});

test.each(["cargo-not-visible", "declared-goods-unknown", "observed-goods-not-declared", "observed-goods-unknown"])(
  "a container with the information %s is clear, and the reason does not state that everything fits",
  (rule) => {
    expect(messagesOf({ findings: [finding(rule, "info", category)] })).toEqual([
      "No finding counts against the container, but not everything fits the manifest or could be compared with it: see the findings.",
    ]);
  },
);

test("every reason is a sentence", () => {
  expect(messagesOf({})).toEqual(["The scans fit the manifest, and there are no findings against the container."]);
  expect(messagesOf(critical)).toEqual(["Cleared by sue@example.com: opened it"]);
  expect(messagesOf({ status: "HELD" })).toEqual(["A supervisor decided to hold the container."]);
  expect(messagesOf({ status: "INSPECT" })).toEqual(["A supervisor ordered an inspection."]);
  expect(messagesOf({ openEscalation: { reason: "odd", scanId: null } })).toEqual([
    "An escalation is waiting for a decision: odd",
  ]);
  expect(messagesOf({ numberCheck: "bad-check-digit" })).toEqual([
    "The check digit of the container number is wrong: it may have been misread.",
  ]);
  const unfinished = [
    { type: "illegal" as const, status: "pending" as const },
    { type: "defect" as const, status: "failed" as const },
  ];
  const findings = [finding("nothing-recognised", "info")];
  expect(messagesOf({ manifests: [], findings, scans: [], unfinished })).toEqual([
    "Found nothing-recognised.",
    "A newer illegal scan is waiting for its result.",
    "A newer defect scan failed. Take it again.",
    "No manifest is attached.",
    "No category scan exists yet.",
  ]);
});
