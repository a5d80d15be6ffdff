import type { Escalation } from "@container-inspection/shared-schemas/escalations";
import type { Evidence } from "@container-inspection/shared-schemas/evidence";
import type { TimelineEntry } from "@container-inspection/shared-schemas/reports";
import type { DetectionVerdict } from "@container-inspection/shared-schemas/scans";
import { expect, test } from "vitest";
import { createTimeline, type TimelineFacts } from "./timeline-rules.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const none: TimelineFacts = {
  container: { id: "c1", source: "user", createdAt: at(0) },
  visit: { number: 1, openedAt: at(0), openedBy: "user" },
  begunBy: "ann@example.com",
  renamings: [],
  amendments: [],
  papers: [],
  waiting: [],
  merges: [],
  scans: [],
  verdicts: [],
  evidence: [],
  examinations: [],
  escalations: [],
};
const timelineOf = (facts: Partial<TimelineFacts>): TimelineEntry[] =>
  createTimeline({ ...none, ...facts }).map(({ phrase: _phrase, ...entry }) => entry);
const later = (facts: Partial<TimelineFacts>) => timelineOf(facts).slice(1);
const messages = (facts: Partial<TimelineFacts>) => later(facts).map(({ message }) => message);

test("a first visit begins with the container, by a person or a device", () => {
  const entry = { at: at(0), event: "registered", subjectId: "c1" };
  expect(timelineOf({})).toEqual([{ ...entry, actor: "ann@example.com", message: "Registered." }]);
  expect(timelineOf({ container: { ...none.container, source: "edge" }, begunBy: null })).toEqual([
    { ...entry, actor: null, message: "Seen for the first time by a device." },
  ]);
});

test("a container that a device saw first begins with the record that was taken first, not with its arrival", () => {
  const facts = {
    container: { id: "c1", source: "edge", createdAt: at(5) },
    visit: { number: 1, openedAt: at(3), openedBy: "edge" },
  } as const;
  const photo = { at: at(3), message: "Photo added." };
  const [first, second] = timelineOf({
    ...facts,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that the timeline reads
    evidence: [{ timestamp: at(3), receivedAt: at(5), clockSuspect: false, note: null, uploader: {} } as Evidence],
  });
  expect([first, second]).toMatchObject([{ at: at(3), event: "registered" }, photo]);
});

test("a later visit begins when it was opened, by a person or a device", () => {
  const entry = { at: at(3), event: "visit-opened", subjectId: "c1", actor: "ann@example.com" };
  const visit = { number: 2, openedAt: at(3) } as const;
  expect(timelineOf({ visit: { ...visit, openedBy: "user" } })).toEqual([
    { ...entry, message: "Visit 2 began: opened by a person." },
  ]);
  expect(timelineOf({ visit: { ...visit, openedBy: "edge" } })).toEqual([
    { ...entry, message: "Visit 2 began: it was seen by a device." },
  ]);
});

test("entries are ordered by time, regardless of the order in which they arrive", () => {
  const scan = { id: "s1", type: "category", source: "edge", status: "done", by: null, found: 1 } as const;
  const facts = {
    renamings: [{ at: at(9), after: null, by: "sue@example.com" }],
    scans: [
      { ...scan, at: new Date(at(5)) },
      { ...scan, id: "s2", at: new Date(at(4)) },
    ],
  };
  expect(timelineOf(facts).map(({ subjectId }) => subjectId)).toEqual(["c1", "s2", "s1", "c1"]);
});

test("new numbers and merges are listed with the number, where it is known", () => {
  const write = (after: Record<string, unknown> | null) => ({ at: at(1), after, by: "sue@example.com" });
  expect(later({ renamings: [write({ containerNumber: "CSQU3054383" })] })).toEqual([
    {
      at: at(1),
      event: "number-set",
      actor: "sue@example.com",
      message: "Its number was set to CSQU3054383.",
      subjectId: "c1",
    },
  ]);
  expect(messages({ renamings: [write({ containerNumber: 7 }), write(null)] })).toEqual([
    "Its number was set to another one.",
    "Its number was set to another one.",
  ]);
  expect(later({ merges: [write({ mergedNumber: "CSQU3054384" })] })).toEqual([
    {
      at: at(1),
      event: "merged",
      actor: "sue@example.com",
      message: "What was recorded as CSQU3054384 was merged into it.",
      subjectId: "c1",
    },
  ]);
  expect(messages({ merges: [write({}), write(null)] })).toEqual([
    "What was recorded as another container was merged into it.",
    "What was recorded as another container was merged into it.",
  ]);
});

test("scans are listed with what came of them", () => {
  const scan = { id: "s1", type: "illegal", source: "user", at: new Date(at(1)), by: "ann@example.com" } as const;
  expect(later({ scans: [{ ...scan, status: "done", found: 3 }] })).toEqual([
    { at: at(1), event: "scanned", actor: "ann@example.com", message: "Scan (illegal): 3 detected.", subjectId: "s1" },
  ]);
  const rest = (["pending", "failed"] as const).map((status) => ({ ...scan, status, found: 0 }));
  expect(messages({ scans: rest })).toEqual(["Scan (illegal): the result is pending.", "Scan (illegal): it failed."]);
});

test("verdicts of reviewers are listed with their findings and notes", () => {
  const given = (verdict: DetectionVerdict["verdict"], className: string | null, note: string | null) => ({
    scan: { id: "s1", type: "illegal" } as const,
    found: className === null ? null : "knife",
    verdict: {
      index: 0,
      verdict,
      className,
      polygon: null,
      areaPercentage: null,
      note,
      reviewedAt: at(1),
      reviewer: { id: "u1", email: "sue@example.com" },
    },
  });
  expect(later({ verdicts: [given("corrected", "ruler", "a toy")] })).toEqual([
    {
      at: at(1),
      event: "reviewed",
      actor: "sue@example.com",
      message: "knife (illegal scan) is really ruler: a toy",
      subjectId: "s1",
    },
  ]);
  expect(messages({ verdicts: [given("confirmed", null, null), given("rejected", null, null)] })).toEqual([
    "an unnamed object (illegal scan) was confirmed.",
    "an unnamed object (illegal scan) was rejected.",
  ]);
  const polygon = { x: [0, 9, 9], y: [0, 0, 9] };
  const drawn = (verdict: DetectionVerdict["verdict"], className: string | null) => {
    const one = given(verdict, className, null);
    return { ...one, found: "knife", verdict: { ...one.verdict, polygon } };
  };
  const verdicts = [drawn("corrected", null), drawn("corrected", "ruler"), drawn("added", "rifle")];
  expect(messages({ verdicts })).toEqual([
    "knife (illegal scan) was outlined again.",
    "knife (illegal scan) is really ruler and was outlined again.",
    "rifle (illegal scan) was added: the model missed it.",
  ]);
});

test("photos are listed with their note", () => {
  const photo = (note: string | null): Evidence => ({
    ...({ evidenceId: "ev_1", timestamp: at(1), receivedAt: at(2), clockSuspect: false, note } as Evidence),
    uploader: { id: "u1", email: "ann@example.com" },
  });
  expect(later({ evidence: [photo(null)] })).toEqual([
    { at: at(1), event: "evidence-added", actor: "ann@example.com", message: "Photo added.", subjectId: "ev_1" },
  ]);
  expect(messages({ evidence: [photo("the seal")] })).toEqual(["Photo added: the seal"]);
});

test("an escalation is listed when it was raised, claimed and decided", () => {
  const person = (email: string) => ({ id: "u1", email });
  const raised = {
    id: "e1",
    reason: "odd",
    createdAt: at(1),
    raisedBy: null,
    claimedBy: null,
    claimedAt: null,
    resolvedBy: null,
    resolvedAt: null,
    decision: null,
    decisionReason: null,
  } as unknown as Escalation;
  expect(later({ escalations: [raised] })).toEqual([
    { at: at(1), event: "escalated", actor: null, message: "odd", subjectId: "e1" },
  ]);
  const claimed = {
    ...raised,
    raisedBy: person("ann@example.com"),
    claimedBy: person("sue@example.com"),
    claimedAt: at(2),
  };
  expect(later({ escalations: [claimed] })).toEqual([
    { at: at(1), event: "escalated", actor: "ann@example.com", message: "odd", subjectId: "e1" },
    { at: at(2), event: "claimed", actor: "sue@example.com", message: "The escalation was claimed.", subjectId: "e1" },
  ]);
  expect(
    later({
      escalations: [
        { ...claimed, claimedAt: null },
        { ...claimed, claimedBy: null },
      ],
    }),
  ).toHaveLength(2);
  const decided = (decision: Escalation["decision"], decisionReason: string | null, by: string | null) =>
    later({
      escalations: [
        { ...raised, resolvedAt: at(3), decision, decisionReason, resolvedBy: by === null ? null : person(by) },
      ],
    }).at(-1);
  expect(decided("clear", "opened it", "sue@example.com")).toEqual({
    at: at(3),
    event: "decided",
    actor: "sue@example.com",
    message: "Cleared: opened it",
    subjectId: "e1",
  });
  expect(decided("hold", "a", "x")?.message).toBe("Held: a");
  expect(decided("inspect", "b", "x")?.message).toBe("To be inspected: b");
  expect(decided(null, null, null)).toMatchObject({ actor: null, message: "Merged: " });
});

test("changes of the manifest name its fields and who made them", () => {
  const amendments = [
    { at: at(4), before: {}, after: {}, by: "ann@example.com", whose: "", fields: ["declaredGoods", "weight"] },
  ];
  expect(later({ amendments })).toEqual([
    {
      at: at(4),
      event: "manifest-changed",
      actor: "ann@example.com",
      message: "The manifest was changed: declaredGoods, weight.",
      subjectId: "c1",
    },
  ]);
});
