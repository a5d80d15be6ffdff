import { expect, test } from "vitest";
import { refuseActivation } from "./activation-rules.ts";
import { concludeReplay, emptyTally } from "./replay-rules.ts";

const inForce = { ruleSetVersion: 3, mapVersion: 2 };
const candidate = { version: 5, state: "candidate" as const, baseVersion: 3, proposedById: "ann", rules: {} };
const result = concludeReplay(emptyTally);
const replay = { state: "finished" as const, baseVersion: 3, mapVersion: 2, result };
const finding = {
  rule: "alert",
  severity: "critical" as const,
  lane: "cargo" as const,
  declared: null,
  observed: "weapon",
  message: "A weapon.",
};
const lost = {
  containerId: "c",
  containerNumber: "CSQU3054383",
  visitId: "v",
  finding,
  confirmedBy: "decision" as const,
};
const busy = { ...result, escalations: { perDay: [], average: { inForce: 1, candidate: 12.5 } } };

test("a second person may activate a candidate that was replayed over the rules in force", () => {
  expect(refuseActivation(candidate, { inForce, userId: "bob", replay })).toBeUndefined();
});

test.each([
  ["the user who proposed it", { userId: "ann" }, "You proposed rule set 5. Ask another admin to check and activate it."],
  ["no replay", { replay: undefined }, "Rule set 5 has no finished replay over rule set 3 and category map 2, which are in force. Start one with POST /v1/rule-sets/5/replay."],
  ["a replay under way", { replay: { ...replay, state: "running" as const, result: null } }, "The replay of rule set 5 is still running. Wait until it is finished."],
  ["a replay over another map", { replay: { ...replay, mapVersion: 1 } }, /^Rule set 5 has no finished replay over rule set 3 and category map 2/],
  ["a failed replay", { replay: { ...replay, state: "failed" as const, result: null } }, /^Rule set 5 has no finished replay/],
  ["a lost finding", { replay: { ...replay, result: { ...result, lostFindings: { total: 1, first: [lost] } } } }, "Rule set 5 loses 1 critical finding that users confirmed, such as on container CSQU3054383 (visit v): A weapon. Propose rules that keep them, and replay these."],
  ["several lost findings", { replay: { ...replay, result: { ...result, lostFindings: { total: 2, first: [lost, lost] } } } }, /^Rule set 5 loses 2 critical findings that users confirmed, /],
])("%s is refused", (_what, changes, message) => {
  const refusal = refuseActivation(candidate, { inForce, userId: "bob", replay, ...changes });
  expect(refusal?.code).toBe("ACTIVATION_REFUSED");
  expect(refusal?.message).toMatch(message);
}); // prettier-ignore

test("more escalations than the site can work on are refused, and as many are not", () => {
  const facts = { inForce, userId: "bob", replay: { ...replay, result: busy } };
  const withCapacity = (escalationsPerDay: number) =>
    refuseActivation({ ...candidate, rules: { escalationsPerDay } }, facts)?.message;
  expect(withCapacity(12)).toBe(
    "Rule set 5 would raise 12.5 escalations a day on average, and the site can work on 12 (rules.escalationsPerDay). Propose rules that raise fewer, or state a higher capacity.",
  );
  expect(withCapacity(12.5)).toBeUndefined();
  expect(refuseActivation(candidate, facts)).toBeUndefined();
});

test("a candidate on another base is proposed again", () => {
  const facts = { inForce: { ...inForce, ruleSetVersion: 4 }, userId: "bob", replay };
  expect(refuseActivation(candidate, facts)).toEqual({
    code: "RULE_SET_OUTDATED",
    message:
      "Rule set 5 was proposed to replace rule set 3, but rule set 4 is in force now. Compare the two, and propose the change again.",
  });
});

test.each(["active", "replaced", "withdrawn"] as const)("rules that are %s are proposed again", (state) => {
  expect(refuseActivation({ ...candidate, state }, { inForce, userId: "bob", replay })).toEqual({
    code: "RULE_SET_NOT_CANDIDATE",
    message: `Rule set 5 is ${state}. To put its rules in force, propose them again.`,
  });
});
