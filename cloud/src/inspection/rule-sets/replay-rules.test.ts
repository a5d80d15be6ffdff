import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { describe, expect, test } from "vitest";
import { detect, pictureOf } from "../../match/rules/testing.ts";
import { addVisit, concludeReplay, changeOf, emptyTally, type ReplayedVisit, replayLaneOf } from "./replay-rules.ts";

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
  decided: { examined, verdictOf: () => undefined, decisions: [], isSample: false },
  ...more,
});
const examined: ReadonlyMap<string, boolean> = new Map();
const replay = (...visits: ReplayedVisit[]) => concludeReplay(visits.reduce(addVisit, emptyTally));
const decision = (isHold: boolean) => ({
  examined,
  verdictOf: () => undefined,
  decisions: [{ isHold, findings: [weapon("critical")] }],
  isSample: false,
});
/** A judgement in a lane, without findings unless stated otherwise. */
const inLane = (
  lane: "green" | "yellow" | "red",
  { isComplete = true, findings = [] }: { isComplete?: boolean; findings?: MatchFinding[] } = {},
): ReplayedVisit["inForce"] => ({
  match: { score: 1, lane, documentLane: "green", isComplete, ruleSet: "", findings },
  findings,
});
const verdict = (given: "confirmed" | "rejected") => ({
  examined,
  verdictOf: () => given,
  decisions: [],
  isSample: false,
});

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

test("an examination counts before decisions and verdicts, for the rules that had found something at that time", () => {
  const by = (isConfirmed: boolean, rule = "alert") =>
    visit({ decided: { ...decision(!isConfirmed), examined: new Map([[rule, isConfirmed]]) } });
  const [row] = replay(by(true), by(true), by(false), by(true, "seal-number")).rules;
  expect(row?.inForce).toMatchObject({ findings: 4, confirmed: 2, rejected: 2 });
  const { lostFindings } = replay({ ...by(true), candidate: judged(weapon("warning")) });
  expect(lostFindings.first).toMatchObject([{ confirmedBy: "examination" }]);
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
    examined,
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

const onDocuments = { ...weapon("critical"), lane: "documents" as const };
test.each<[string, ReplayedVisit["inForce"], string]>([
  ["the lane of the match", inLane("green"), "green"],
  ["yellow where a complete comparison gave a warning", inLane("yellow"), "yellow"],
  ["incomplete where the comparison could not be made in full", inLane("yellow", { isComplete: false }), "incomplete"],
  ["red for a critical match, complete or not", inLane("red", { isComplete: false }), "red"],
  ["green for an incomplete match that is green", inLane("green", { isComplete: false }), "green"],
  ["red for a critical finding on the cargo", inLane("yellow", { findings: [weapon("critical")] }), "red"],
  ["that of the match for a warning", inLane("green", { findings: [weapon("warning")] }), "green"],
  ["that of the match for a critical finding on the documents alone", inLane("yellow", { findings: [onDocuments] }), "yellow"],
  ["incomplete without a manifest", { match: null, findings: [] }, "incomplete"],
  ["red without a manifest for a critical finding", { match: null, findings: [weapon("critical")] }, "red"],
])("the lane of a judgement is %s", (_promise, judgement, lane) => {
  expect(replayLaneOf(judgement)).toBe(lane);
}); // prettier-ignore

test("every lane is named in the result", () => {
  const { lanes } = replay(
    visit({ inForce: inLane("yellow"), candidate: { match: null, findings: [] } }),
    visit({ inForce: inLane("yellow", { isComplete: false }), candidate: inLane("yellow") }),
  );
  expect(lanes).toEqual([
    { from: "yellow", to: "incomplete", visits: 1 },
    { from: "incomplete", to: "yellow", visits: 1 },
  ]);
});

describe("what only one of two judgements has", () => {
  const differences = (inForce: readonly MatchFinding[], candidate: readonly MatchFinding[]) => {
    const { added, removed } = changeOf(visit({ inForce: judged(...inForce), candidate: judged(...candidate) }));
    return { added, removed };
  };

  test("is added where only the candidate has it, and removed where only the rules in force have it", () => {
    expect(differences([], [weapon("warning")])).toEqual({ added: [weapon("warning")], removed: [] });
    expect(differences([weapon("critical")], [])).toEqual({ added: [], removed: [weapon("critical")] });
  });

  test("is nothing where both have a finding of the same severity on the same objects", () => {
    expect(differences([weapon("critical")], [{ ...weapon("critical"), message: "A gun." }])).toEqual({
      added: [],
      removed: [],
    });
  });

  test("is removed and added where a finding changes its severity", () => {
    expect(differences([weapon("critical")], [weapon("warning")])).toEqual({
      added: [weapon("warning")],
      removed: [weapon("critical")],
    });
  });

  test("leaves out information", () => {
    expect(differences([weapon("info")], [])).toEqual({ added: [], removed: [] });
  });
});

test("escalations are the visits with a critical finding, and the sample of green ones: not warnings", () => {
  const warned = inLane("yellow", { findings: [weapon("warning")] });
  const { perDay } = replay(
    visit({ inForce: warned, candidate: warned, sampleShares: { inForce: 0.5, candidate: 0.5 } }),
  ).escalations;
  expect(perDay).toEqual([{ day: "2026-11-01", inForce: 0, candidate: 0 }]);
});

test("days and rules are in order, whatever the order of the visits", () => {
  const unsealed = { ...weapon("warning"), rule: "seal-differs" };
  const days = ["2026-11-02", "2026-11-03", "2026-11-01"];
  const { escalations, rules } = replay(
    ...days.map((day) => visit({ day, inForce: judged(unsealed, weapon("warning"), weapon("critical")) })),
  );
  expect(escalations.perDay.map(({ day }) => day)).toEqual(["2026-11-01", "2026-11-02", "2026-11-03"]);
  expect(rules.map(({ rule, severity, inForce }) => [rule, severity, inForce.findings])).toEqual([
    ["alert", "critical", 3],
    ["alert", "warning", 3],
    ["seal-differs", "warning", 3],
  ]);
});

test("information is not counted by rule", () => {
  expect(replay(visit({ inForce: judged(weapon("info")), candidate: judged() })).rules).toEqual([]);
});

test("verdicts on the objects of a finding confirm it by one of them, and reject it all together", () => {
  const evidence = [{ scanId: "s", detections: [0, 1] }];
  const found = judged({ ...weapon("critical"), evidence });
  const outcomeOf = (...given: ("confirmed" | "rejected" | undefined)[]) => {
    const decided = { ...verdict("rejected"), verdictOf: (_scan: string, index: number) => given[index] };
    const [row] = replay(visit({ inForce: found, candidate: found, decided })).rules;
    return [row?.inForce.confirmed, row?.inForce.rejected];
  };
  expect(outcomeOf("rejected", "confirmed")).toEqual([1, 0]);
  expect(outcomeOf("rejected", "rejected")).toEqual([0, 1]);
  expect(outcomeOf("rejected", undefined)).toEqual([0, 0]);
  expect(outcomeOf(undefined, undefined)).toEqual([0, 0]);
});

test("verdicts do not judge a finding that rests on no object", () => {
  const { evidence: _none, ...finding } = weapon("warning");
  const [row] = replay(visit({ inForce: judged(finding), candidate: judged(), decided: verdict("rejected") })).rules;
  expect(row?.inForce).toEqual({ findings: 1, confirmed: 0, rejected: 0, precision: null });
});

test("a confirmed warning that the candidate drops is not lost", () => {
  const dropped = { inForce: judged(weapon("warning")), candidate: judged() };
  expect(replay(visit({ ...dropped, decided: verdict("confirmed") })).lostFindings).toEqual({ total: 0, first: [] });
});

test("all lost findings are counted, and the first 100 are listed", () => {
  const lost = visit({ candidate: judged(), decided: decision(true) });
  const { total, first } = replay(...Array<ReplayedVisit>(101).fill(lost)).lostFindings;
  expect([total, first.length]).toEqual([101, 100]);
});

test("a rule of warnings is never proposed as a warning, however often it is wrong", () => {
  const wrong = visit({ inForce: judged(), candidate: judged(weapon("warning")), decided: verdict("rejected") });
  expect(replay(...Array<ReplayedVisit>(40).fill(wrong)).proposals).toEqual([]);
});

test("a critical rule whose precision is certainly 30 % stays critical", () => {
  const given = (isHold: boolean, count: number) =>
    Array<ReplayedVisit>(count).fill(visit({ decided: decision(isHold) }));
  const { rules, proposals } = replay(...given(true, 56), ...given(false, 94));
  expect(rules[0]?.candidate.precision?.lowerBound).toBe(0.3);
  expect(proposals).toEqual([]);
});

describe("the random sample of green visits", () => {
  const sampleOf = (more: Partial<ReplayedVisit["decided"]>, candidate = judged()) => {
    const decided = { ...decision(false), isSample: true, ...more };
    const { greenSample } = replay(visit({ inForce: judged(), candidate, decided }));
    return [greenSample.decided, greenSample.wrong, greenSample.foundByCandidate];
  };
  const hold = { isHold: true, findings: [] };
  const clear = { isHold: false, findings: [] };

  test.each([
    ["counts a visit that was cleared", { decisions: [clear] }, [1, 0, 0]],
    ["leaves out a visit without a decision", { decisions: [] }, [0, 0, 0]],
    ["leaves out a visit that was not in it", { isSample: false, decisions: [hold] }, [0, 0, 0]],
    ["counts a visit as wrong that was held once", { decisions: [clear, hold] }, [1, 1, 0]],
  ])("%s", (_promise, decided, expected) => {
    expect(sampleOf(decided)).toEqual(expected);
  });

  test("counts a wrong visit as found in every lane of the candidate but green", () => {
    expect(sampleOf({ decisions: [hold] }, inLane("yellow"))).toEqual([1, 1, 1]);
    expect(sampleOf({ decisions: [hold] }, { match: null, findings: [] })).toEqual([1, 1, 1]);
    expect(sampleOf({ decisions: [clear] }, inLane("yellow"))).toEqual([1, 0, 0]);
  });
});
