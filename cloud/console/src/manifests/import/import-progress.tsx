import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Problem } from "../../ui/problem.tsx";
import { failedRows } from "./failed-rows.ts";
import { continueImport, importRun, type ImportRun, type RowResult } from "./import-run.ts";

/** Rows of the result that are shown; a file may have a hundred thousand. */
const MOST_SHOWN = 200;

const OUTCOMES = ["imported", "updated", "unchanged", "failed"] as const;
const TONE = { imported: "good", updated: "info", unchanged: "neutral", failed: "bad" } as const;

/** How far an import is, and the outcome of each row. */
export function ImportProgress({ run }: { run: ImportRun }) {
  const { fileName, parts, done, state, problem } = run;
  const sent = parts.slice(0, done).reduce((sum, { rows }) => sum + rows.length, 0);
  const all = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  const failed = run.results.filter(({ outcome }) => outcome === "failed");
  return (
    <section className="card" aria-label="Import">
      <h2>
        {state === "done" ? "Imported" : "Importing"} <bdi>{fileName}</bdi>
      </h2>
      <progress max={all} value={sent} aria-label="Rows written" />
      <p role="status">
        {sent.toLocaleString("en")} of {all.toLocaleString("en")} rows sent
        {state === "running" && `, part ${done + 1} of ${parts.length} …`}
        {state === "done" && ", finished."}
      </p>
      {state === "stopped" && (
        <>
          <Problem text={problem} />
          <div className="form-actions">
            <button type="button" onClick={continueImport}>
              Continue
            </button>
            <span className="faint small">
              {run.isWaiting && "It continues automatically when the service responds again. "}Nothing is imported
              twice.
            </span>
          </div>
        </>
      )}
      <Results results={run.results} isDone={state === "done"} />
      {state === "done" && (
        <div className="form-actions">
          {failed.length > 0 && (
            <CopyButton text={failedRows(run.content, failed)}>Copy the rows that were not imported</CopyButton>
          )}
          <Link to="/manifests" className="button quiet">
            Show the manifests
          </Link>
          <button type="button" className="quiet" onClick={() => importRun.set(undefined)}>
            Import another file
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
            {results.filter((row) => row.outcome === outcome).length.toLocaleString("en")} {outcome}
          </Chip>
        ))}
      </p>
      <label className="faint small">
        Show{" "}
        <select
          value={wanted}
          onChange={({ target }) => setWanted(OUTCOMES.find((outcome) => outcome === target.value) ?? "all")}
        >
          <option value="all">all rows</option>
          {OUTCOMES.map((outcome) => (
            <option key={outcome} value={outcome}>
              rows that were {outcome === "failed" ? "not imported" : outcome}
            </option>
          ))}
        </select>
      </label>
      {shown.length === 0 && isDone && <p className="faint">No such rows.</p>}
      {shown.length > 0 && <ResultTable results={shown} />}
    </>
  );
}

const ResultTable = ({ results }: { results: RowResult[] }) => (
  <div className="scroll" tabIndex={0} role="region" aria-label="Results">
    <table>
      <thead>
        <tr>
          <th>Line</th>
          <th>Result</th>
          <th>Manifest</th>
        </tr>
      </thead>
      <tbody>
        {results.slice(0, MOST_SHOWN).map(({ line, outcome, manifestId, problems }) => (
          <tr key={line}>
            <td>{line}</td>
            <td>
              <Chip tone={TONE[outcome]}>{outcome}</Chip> <span className="import-problem">{problems.join(" ")}</span>
            </td>
            <td>
              {manifestId !== undefined && (
                <Link to="/manifests/$id" params={{ id: manifestId }}>
                  Open<span className="unseen"> the manifest of line {line}</span>
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {results.length > MOST_SHOWN && (
      <p className="faint">And {(results.length - MOST_SHOWN).toLocaleString("en")} more.</p>
    )}
  </div>
);
