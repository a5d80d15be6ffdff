import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Problem } from "../../ui/problem.tsx";
import { failedRows } from "./failed-rows.ts";
import { continueImport, importRun, type ImportRun, type RowResult } from "./import-run.ts";
import { wordOf } from "../../language/words.ts";
import { formatNumber } from "../../ui/format.ts";

/** Rows of the result that are shown; a file may have a hundred thousand. */
const MOST_SHOWN = 200;

const OUTCOMES = ["imported", "updated", "unchanged", "failed"] as const;
const TONE = { imported: "good", updated: "info", unchanged: "neutral", failed: "bad" } as const;

/** Progress of an import, and the outcome of each row. */
export function ImportProgress({ run }: { run: ImportRun }) {
  const { fileName, parts, done, state, problem } = run;
  const sent = parts.slice(0, done).reduce((sum, { rows }) => sum + rows.length, 0);
  const all = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  const failed = run.results.filter(({ outcome }) => outcome === "failed");
  return (
    <section className="card" aria-label={t`Import`}>
      <h2>
        {state === "done" ? (
          <Trans>
            Imported <bdi>{fileName}</bdi>
          </Trans>
        ) : (
          <Trans>
            Importing <bdi>{fileName}</bdi>
          </Trans>
        )}
      </h2>
      <progress max={all} value={sent} aria-label={t`Rows written`} />
      <p role="status">
        {t`${formatNumber(sent)} of ${formatNumber(all)} rows sent`}
        {state === "running" && `, ${t`part ${done + 1} of ${parts.length} …`}`}
        {state === "done" && `, ${t`finished.`}`}
      </p>
      {state === "stopped" && (
        <>
          <Problem text={problem} />
          <div className="form-actions">
            <button type="button" onClick={continueImport}>{t`Continue`}</button>
            <span className="faint small">
              {run.isWaiting && t`It continues automatically when the service responds again.`}{" "}
              {t`Nothing is imported twice.`}
            </span>
          </div>
        </>
      )}
      <Results results={run.results} isDone={state === "done"} />
      {state === "done" && (
        <div className="form-actions">
          {failed.length > 0 && (
            <CopyButton text={failedRows(run.content, failed)}>{t`Copy the rows that were not imported`}</CopyButton>
          )}
          <Link to="/manifests" className="button quiet">{t`Show the manifests`}</Link>
          <button type="button" className="quiet" onClick={() => importRun.set(undefined)}>
            <Trans>Import another file</Trans>
          </button>
        </div>
      )}
    </section>
  );
}

function Results({ results, isDone }: { results: RowResult[]; isDone: boolean }) {
  const [wanted, setWanted] = useState<RowResult["outcome"] | "all">("failed");
  const shown = results.filter(({ outcome }) => wanted === "all" || outcome === wanted);
  return (
    <>
      <p className="import-counts">
        {OUTCOMES.map((outcome) => (
          <Chip key={outcome} tone={TONE[outcome]}>
            {formatNumber(results.filter((row) => row.outcome === outcome).length)} {wordOf(outcome)}
          </Chip>
        ))}
      </p>
      <label className="faint small">
        {t`Show`}{" "}
        <select
          value={wanted}
          onChange={({ target }) => setWanted(OUTCOMES.find((outcome) => outcome === target.value) ?? "all")}
        >
          <option value="all">{t`all rows`}</option>
          {OUTCOMES.map((outcome) => (
            <option key={outcome} value={outcome}>
              {outcome === "failed" ? t`rows that were not imported` : t`rows that were ${wordOf(outcome)}`}
            </option>
          ))}
        </select>
      </label>
      {shown.length === 0 && isDone && <p className="faint">{t`No such rows.`}</p>}
      {shown.length > 0 && <ResultTable results={shown} />}
    </>
  );
}

const ResultTable = ({ results }: { results: RowResult[] }) => (
  <div className="scroll" tabIndex={0} role="region" aria-label={t`Results`}>
    <table>
      <thead>
        <tr>
          <th>{t`Line`}</th>
          <th>{t`Result`}</th>
          <th>{t`Manifest`}</th>
        </tr>
      </thead>
      <tbody>
        {results.slice(0, MOST_SHOWN).map(({ line, outcome, manifestId, problems }) => (
          <tr key={line}>
            <td>{line}</td>
            <td>
              <Chip tone={TONE[outcome]}>{wordOf(outcome)}</Chip>{" "}
              <span className="import-problem">{problems.join(" ")}</span>
            </td>
            <td>
              {manifestId !== undefined && (
                <Link to="/manifests/$id" params={{ id: manifestId }}>
                  <Trans>
                    Open<span className="unseen"> the manifest of line {line}</span>
                  </Trans>
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {results.length > MOST_SHOWN && (
      <p className="faint">{t`And ${formatNumber(results.length - MOST_SHOWN)} more.`}</p>
    )}
  </div>
);
