import type { ReplayResult, ShareEstimate } from "@container-inspection/shared-schemas/replays";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { percent } from "../ui/format.ts";
import { wordOf } from "../language/words.ts";

/** Effects that a candidate would have had: lanes, escalations, the precision of each rule, and lost findings. */
export const ReplayTables = ({ result }: { result: ReplayResult }) => (
  <>
    <Warnings result={result} />
    <Lanes result={result} />
    <Rules result={result} />
  </>
);

function Warnings({ result: { escalations, proposals, lostFindings, greenSample } }: { result: ReplayResult }) {
  const { inForce, candidate } = escalations.average;
  return (
    <ul className="replay-facts">
      <li>{t`Escalations a day on average: ${inForce} in force, ${candidate} with this rule set`}</li>
      {greenSample.decided > 0 && (
        <li>
          <Trans>
            Of {greenSample.decided} green visits that were checked at random, {greenSample.wrong} were held; this rule
            set finds {greenSample.foundByCandidate} of them
          </Trans>
        </li>
      )}
      {proposals.map((proposal) => (
        <li key={proposal}>{proposal}</li>
      ))}
      {lostFindings.total > 0 && (
        <li>
          <strong>{t`It loses ${lostFindings.total} critical findings that users confirmed:`}</strong>
          <ul>
            {lostFindings.first.map(({ containerId, containerNumber, visitId, finding }) => (
              <li key={`${visitId} ${finding.message}`}>
                <Link to="/containers/$id" params={{ id: containerId }}>
                  {containerNumber}
                </Link>{" "}
                {finding.message}
              </li>
            ))}
          </ul>
        </li>
      )}
    </ul>
  );
}

const Lanes = ({ result: { lanes } }: { result: ReplayResult }) => (
  <div className="list-table">
    <table>
      <caption>{t`Lanes of the visits`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`In force`}</th>
          <th scope="col">{t`With this rule set`}</th>
          <th scope="col">{t`Visits`}</th>
        </tr>
      </thead>
      <tbody>
        {lanes.map(({ from, to, visits }) => (
          <tr key={`${from} ${to}`} className={from === to ? "faint" : undefined}>
            <td>{wordOf(from)}</td>
            <td>{wordOf(to)}</td>
            <td>{visits}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function Rules({ result: { rules } }: { result: ReplayResult }) {
  if (rules.length === 0) return null;
  return (
    <div className="list-table">
      <table>
        <caption>{t`Findings of each rule, and how many of those that users judged were confirmed`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Rule`}</th>
            <th scope="col">{t`In force`}</th>
            <th scope="col">{t`Confirmed`}</th>
            <th scope="col">{t`With this rule set`}</th>
            <th scope="col">{t`Confirmed`}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ rule, severity, inForce, candidate }) => (
            <tr key={`${rule} ${severity}`}>
              <td>
                {wordOf(rule.replaceAll("-", " "))} <span className="faint small">{wordOf(severity)}</span>
              </td>
              <td>{inForce.findings}</td>
              <td>{boundsOf(inForce.precision)}</td>
              <td>{candidate.findings}</td>
              <td>{boundsOf(candidate.precision)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const boundsOf = (estimate: ShareEstimate | null) =>
  estimate
    ? t`${percent(estimate.share)} (${percent(estimate.lowerBound)} to ${percent(estimate.upperBound)})`
    : t`none judged`;
