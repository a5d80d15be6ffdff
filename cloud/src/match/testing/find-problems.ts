import { judgeLoad } from "./judge-load.ts";
import { loadOf, type OfficerCase, type WantedFinding } from "./officer-case.ts";

/** Returns the deviations of a case from the result that the officer wants. */
export function findProblems(one: OfficerCase): string[] {
  const { lane, documentLane, findings } = judgeLoad(loadOf(one));
  const { lanes, finds = [], never, documents = [documentLane] } = one.wanted;
  const forbidden = findings.map(({ message }) => message).filter((message) => never?.test(message));
  const problems = [
    ...(lanes.includes(lane) ? [] : [`the lane is ${lane}`]),
    ...(documents.includes(documentLane) ? [] : [`the lane of the documents is ${documentLane}`]),
    ...forbidden.map((message) => `"${message}" must not be a message`),
    ...finds.flatMap((wanted) => missingOf(findings, wanted)),
  ];
  return problems.length > 0 ? [...problems, JSON.stringify(findings)] : [];
}

function missingOf(findings: ReturnType<typeof judgeLoad>["findings"], wanted: WantedFinding): string[] {
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
