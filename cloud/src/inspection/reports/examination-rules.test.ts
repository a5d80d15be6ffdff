import type { Examination } from "@container-inspection/shared-schemas/examinations";
import { expect, test } from "vitest";
import { describeExamination } from "./examination-rules.ts";
import { judge, type VerdictFacts } from "./verdict-rules.ts";
import { at, lastClear, scanned } from "./verdict-testing.ts";

const examination: Examination = {
  id: "x1",
  at: at(8).toISOString(),
  by: { id: "u1", email: "eve@example.com" },
  orderId: null,
  result: "found",
  isOpened: true,
  weighedKg: null,
  note: "all of it",
  lane: null,
  rules: [],
};
const judgeWith = (changes: Partial<Examination>, facts: Partial<VerdictFacts> = {}) => {
  const { verdict, reasons } = judge({ ...scanned, ...facts, examinations: [{ ...examination, ...changes }] });
  return [verdict, ...reasons.map(({ rule }) => rule)];
};

test.each([
  ["nothing", ["clear", "nothing-found", "examined"]],
  ["found", ["hold", "examined"]],
  ["seized", ["attention", "examined"]],
] as const)("an examination that found %s: %j", (result, expected) => expect(judgeWith({ result })).toEqual(expected));

test("a later clearance settles it, an earlier one does not", () => {
  expect(judgeWith({}, { lastClear })).toEqual(["clear", "cleared", "examined"]);
  expect(judgeWith({ at: at(11).toISOString() }, { lastClear })).toEqual(["hold", "examined"]);
});

test("its reason names user, time, what was done and what came of it", () => {
  expect(judge({ ...scanned, examinations: [examination] }).reasons[0]?.message).toBe(
    "Examined by eve@example.com at 2026-01-01 00:08:00 UTC. The container was opened. " +
      "Something was found that does not fit the papers. Note: all of it",
  );
});

test("a weight and the rules that it confirmed are stated", () => {
  const rules = [
    { rule: "vgm-deviates", severity: "critical" as const, isConfirmed: true },
    { rule: "seal-number", severity: "critical" as const, isConfirmed: false },
  ];
  expect(
    String(describeExamination({ ...examination, isOpened: false, weighedKg: 21_400, result: "seized", rules })),
  ).toBe(
    "The container was not opened, and weighed 21,400 kg. Something was seized; it confirms vgm-deviates. Note: all of it",
  );
});
