import { describe, expect, test } from "vitest";
import { judgeLoad } from "./testing/judge-load.ts";
import { containerCases } from "./testing/container-cases.ts";
import { goodsCases } from "./testing/goods-cases.ts";
import { loadOf, type OfficerCase, type WantedFinding } from "./testing/officer-case.ts";
import { paperCases } from "./testing/paper-cases.ts";

const cases = [...goodsCases, ...paperCases, ...containerCases];

const judge = (one: OfficerCase) => judgeLoad(loadOf(one));

/** Returns the deviations of a case from the result that the officer wants. */
function problemsOf(one: OfficerCase): string[] {
  const { lane, findings } = judge(one);
  const { lanes, finds = [], never } = one.wanted;
  const forbidden = findings.map(({ message }) => message).filter((message) => never?.test(message));
  const problems = [
    ...(lanes.includes(lane) ? [] : [`the lane is ${lane}`]),
    ...forbidden.map((message) => `"${message}" must not be a message`),
    ...finds.flatMap((wanted) => missingOf(findings, wanted)),
  ];
  return problems.length > 0 ? [...problems, JSON.stringify(findings)] : [];
}

function missingOf(findings: ReturnType<typeof judge>["findings"], wanted: WantedFinding): string[] {
  const { severity, about, lines = [] } = wanted;
  const severities: readonly string[] = [severity].flat();
  const fitting = findings.filter(
    (finding) =>
      severities.includes(finding.severity) &&
      (about === undefined || about.test([finding.rule, finding.className, finding.message].join(" "))),
  );
  if (fitting.length === 0) return [`no ${severities.join(" or ")} about ${String(about)}`];
  const named = new Set(fitting.flatMap((finding) => finding.lines ?? []));
  return lines.filter((line) => !named.has(line)).map((line) => `line ${line} is not named`);
}

describe("the officer's cases that one match judges", () => {
  test.each(cases)("$id: $title", (one) => expect(problemsOf(one)).toEqual([]));

  test("are each named once", () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });
});

// Case 44 among them has the most warnings.
test("the score orders with the lane: every red one is below every yellow one, every yellow one below every green one", () => {
  const judged = cases.map(judge);
  const scoresOf = (wanted: string) => judged.filter(({ lane }) => lane === wanted).map(({ score }) => score);
  expect(Math.max(...scoresOf("red"))).toBeLessThan(Math.min(...scoresOf("yellow")));
  expect(Math.max(...scoresOf("yellow"))).toBeLessThan(Math.min(...scoresOf("green")));
});
