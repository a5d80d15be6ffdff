import type { MatchFinding } from "@container-inspection/shared-schemas";
import { expect, test } from "vitest";
import { detect, pictureOf } from "../matching/rules/testing.ts";
import { addVisit, concludeReplay, emptyTally, type ReplayedVisit } from "./replay-rules.ts";

const picture = pictureOf(detect("weapon"), { scanId: "s" });
const weapon = (severity: MatchFinding["severity"]): MatchFinding => ({
  rule: "alert",
  severity,
  lane: "cargo",
  declared: null,
  observed: "weapon",
  className: "weapon",
  message: "A weapon.",
  evidence: [{ scanId: "s", detections: [0] }],
});
const judged = (...findings: MatchFinding[]): ReplayedVisit["inForce"] => {
  const lane = findings.some(({ severity }) => severity === "critical") ? "red" : "green";
  return { match: { score: 1, lane, documentLane: "green", isComplete: true, ruleSet: "", findings }, findings };
};
const visit = (more: Partial<ReplayedVisit> = {}): ReplayedVisit => ({
  visitId: "v",
  containerId: "c",
  containerNumber: "BOX",
  day: "2026-11-01",
  pictures: [picture],
  inForce: judged(weapon("critical")),
  candidate: judged(weapon("critical")),
  sampleShares: { inForce: 0, candidate: 0.02 },
  decided: { verdictOf: () => undefined, decisions: [], isSample: false },
  ...more,
});
const replay = (...visits: ReplayedVisit[]) => concludeReplay(visits.reduce(addVisit, emptyTally));
const decision = (isHold: boolean) => ({
  verdictOf: () => undefined,
  decisions: [{ isHold, findings: [weapon("critical")] }],
  isSample: false,
});
const verdict = (given: "confirmed" | "rejected") => ({ verdictOf: () => given, decisions: [], isSample: false });

test("lanes are counted from the one in force to that of the candidate", () => {
  const { lanes, visits } = replay(visit(), visit({ candidate: judged() }), visit({ candidate: judged() }));
  expect(visits).toBe(3);
  expect(lanes).toEqual([
    { from: "red", to: "red", visits: 1 },
    { from: "red", to: "green", visits: 2 },
  ]);
});

test("escalations are counted by day, with the random sample of green visits", () => {
  const { escalations } = replay(visit(), visit({ day: "2026-11-02", candidate: judged() }));
  expect(escalations).toEqual({
    perDay: [
      { day: "2026-11-01", inForce: 1, candidate: 1 },
      { day: "2026-11-02", inForce: 1, candidate: 0.02 },
    ],
    average: { inForce: 1, candidate: 0.51 },
  });
});

test("a decision on a finding counts before verdicts on its objects", () => {
  const clearedAfterConfirmation = { ...decision(false), verdictOf: () => "confirmed" as const };
  const [row] = replay(
    visit({ decided: decision(true) }),
    visit({ decided: decision(false) }),
    visit({ decided: clearedAfterConfirmation }),
    visit({ decided: verdict("confirmed") }),
    visit(),
  ).rules;
  expect(row?.inForce).toMatchObject({ findings: 5, confirmed: 2, rejected: 2, precision: { share: 0.5 } });
});

test("a confirmed critical finding that the candidate makes a warning is lost, by name", () => {
  const candidate = judged(weapon("warning"));
  const { lostFindings } = replay(
    visit({ candidate, decided: decision(true) }),
    visit({ candidate, decided: verdict("confirmed") }),
    visit({ candidate, decided: verdict("rejected") }),
    visit({ candidate }),
    visit({ decided: decision(true) }),
  );
  expect(lostFindings.total).toBe(2);
  expect(lostFindings.first).toMatchObject([
    { containerNumber: "BOX", finding: { message: "A weapon." }, confirmedBy: "decision" },
    { confirmedBy: "verdict" },
  ]);
});

test("a critical rule that is wrong too often is proposed as a warning, on 30 verdicts or more", () => {
  const many = (confirmed: number, rejected: number) =>
    replay(
      ...Array.from({ length: confirmed }, () => visit({ decided: decision(true) })),
      ...Array.from({ length: rejected }, () => visit({ decided: decision(false) })),
    ).proposals;
  expect(many(9, 21)).toEqual([
    "Make the rule alert a warning: users confirmed 9 of 30 of its critical findings, so its precision may be as low as 17 %.",
  ]);
  expect(many(8, 21)).toEqual([]);
  expect(many(20, 10)).toEqual([]);
});

test("the random sample shows what green visits hid", () => {
  const sample = (isHold: boolean) => ({
    verdictOf: () => undefined,
    decisions: [{ isHold, findings: [] }],
    isSample: true,
  });
  const green = { inForce: judged(), candidate: judged() };
  const { greenSample } = replay(
    visit({ ...green, decided: sample(true) }),
    visit({ ...green, candidate: judged(weapon("critical")), decided: sample(true) }),
    ...Array.from({ length: 8 }, () => visit({ ...green, decided: sample(false) })),
  );
  const wrongShare = { share: 0.2, lowerBound: 0.0567, upperBound: 0.5098 };
  expect(greenSample).toEqual({ decided: 10, wrong: 2, wrongShare, foundByCandidate: 1 });
});
