// Each reason of a report rests on a finding, a decision, a paper, an examination or a field of the record: without
// that, it is not stated.
import * as fc from "fast-check";
import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { expect, test } from "vitest";
import { judge, type VerdictFacts } from "./verdict-rules.ts";
import { at, lastClear, manifest, scanned } from "./verdict-testing.ts";

/** Changes the facts that reasons of a rule rest on, so that none of them may be stated. */
const RESTS: Record<string, (facts: VerdictFacts) => Partial<VerdictFacts>> = {
  cleared: () => ({ lastClear: null }),
  "escalation-open": () => ({ openEscalation: null }),
  examined: () => ({ examinations: [] }),
  "findings-rejected": ({ scans }) => ({ scans: scans.map((scan) => ({ ...scan, rejected: [] })) }),
  held: () => ({ holds: [], status: "SCANNED" }),
  "inspection-ordered": () => ({ status: "SCANNED" }),
  "legal-hold": () => ({ legalHold: null }),
  "manifest-late": () => ({ papers: [] }),
  "manifest-waits": () => ({ papers: [] }),
  "no-category-scan": () => ({ scans: scanned.scans }),
  "no-manifest": () => ({ manifests: [manifest] }),
  // It rests on every check: one that finds something takes it away.
  "nothing-found": () => ({ legalHold: "Court order" }),
  "number-check": () => ({ numberCheck: "valid", isChassis: false }),
  "scan-failed": () => ({ unfinished: [] }),
  "scan-pending": () => ({ unfinished: [] }),
};

const FINDING_RULES = [
  "illegal-goods",
  "defects",
  "alert",
  "cargo-not-pictured",
  "cargo-not-visible",
  "weight",
] as const;

const minute = fc.integer({ min: 0, max: 12 }).map(at);
const by = fc.constantFrom("sue@example.com", "eve@example.com");
const text = fc.constantFrom("opened it", "a weapon");
const scan = fc.record({
  id: fc.constantFrom("s1", "s2", "s3"),
  type: fc.constantFrom("category", "illegal", "defect"),
  receivedAt: minute,
  rejected: fc.array(fc.record({ className: fc.constantFrom("knife", null), by, note: fc.option(text) }), {
    maxLength: 2,
  }),
});
const finding = fc
  .record({
    rule: fc.constantFrom(...FINDING_RULES),
    severity: fc.constantFrom<MatchFinding["severity"]>("info", "warning", "critical"),
    on: fc.subarray(["s1", "s2"]),
  })
  .map(({ rule, severity, on }): MatchFinding => {
    const evidence = on.length === 0 ? {} : { evidence: on.map((scanId) => ({ scanId, detections: [0] })) };
    return { rule, severity, lane: "cargo", declared: null, observed: null, message: `Found ${rule}.`, ...evidence };
  });
const examination = fc
  .record({ at: minute, isOpened: fc.boolean(), weighedKg: fc.option(fc.constant(9_000)), note: text })
  .chain((made) =>
    fc.constantFrom("nothing", "found", "seized").map((result) => ({
      ...made,
      at: made.at.toISOString(),
      id: "x1",
      by: { id: "u1", email: "eve@example.com" },
      orderId: null,
      result,
      lane: null,
      rules: [],
    })),
  );
const paper = fc.constantFrom(
  { rule: "manifest-late", verdict: "clear" as const, message: "It came late." },
  { rule: "manifest-waits", verdict: "attention" as const, message: "It waits." },
);
const anyFacts: fc.Arbitrary<VerdictFacts> = fc.record({
  status: fc.constantFrom("SCANNED", "HELD", "INSPECT", "CLEARED"),
  holds: fc.array(fc.record({ at: minute, by, reason: text }), { maxLength: 2 }),
  legalHold: fc.option(text),
  numberCheck: fc.constantFrom("valid", "bad-check-digit", "not-iso6346"),
  isChassis: fc.boolean(),
  renumberedAt: fc.option(minute),
  mergedAt: fc.option(minute),
  manifests: fc.subarray([manifest]),
  findings: fc.uniqueArray(finding, { selector: ({ rule }) => rule, maxLength: 3 }),
  nearMisses: fc.subarray(["CSQU3054383"]),
  scans: fc.uniqueArray(scan, { selector: ({ id }) => id, maxLength: 3 }),
  unfinished: fc.subarray([
    { type: "illegal", status: "pending" },
    { type: "defect", status: "failed" },
  ] as const),
  papers: fc.uniqueArray(paper, { selector: ({ rule }) => rule }),
  examinations: fc.array(examination, { maxLength: 1 }),
  openEscalation: fc.option(fc.record({ reason: text, scanId: fc.constantFrom("s1", null) })),
  lastClear: fc.option(fc.constantFrom(lastClear, { ...lastClear, manifestIds: [] })),
});

/** Most have some of the facts only: a container of which everything is known has nothing in its favour. */
const facts = fc.tuple(anyFacts, fc.subarray(Object.keys(scanned))).map(([all, kept]): VerdictFacts => ({
  ...scanned,
  ...Object.fromEntries(Object.entries(all).filter(([field]) => kept.includes(field))),
}));

const withoutFinding =
  (rule: string) =>
  ({ findings }: VerdictFacts): Partial<VerdictFacts> => ({ findings: findings.filter((one) => one.rule !== rule) });

test("without what it rests on, a reason is not stated", () => {
  const stated = new Set<string>();
  fc.assert(
    fc.property(facts, (all) => {
      for (const { rule } of judge(all).reasons) {
        stated.add(rule);
        const change = RESTS[rule] ?? withoutFinding(rule);
        const left = judge({ ...all, ...change(all) }).reasons.filter((one) => one.rule === rule);
        expect({ rule, left }).toEqual({ rule, left: [] });
      }
    }),
    { numRuns: 2_000 },
  );
  expect(stated).toEqual(new Set([...Object.keys(RESTS), ...FINDING_RULES]));
});
