import type { FileImport } from "@container-inspection/shared-schemas/manifest-imports";
import { plural, t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { problemOf } from "../../api/api-error.ts";
import { refresh } from "../../api/refresh.ts";
import { useWrite } from "../../api/use-write.ts";
import { formatNumber } from "../../ui/format.ts";
import { Problem } from "../../ui/problem.tsx";
import { DropZone } from "./drop-zone.tsx";
import { FailedRowsButton } from "./failed-rows.tsx";
import { ImportColumns } from "./import-columns.tsx";
import { ImportQuestion } from "./import-question.tsx";
import { ImportRows } from "./import-rows.tsx";
import { answerImport } from "./imports-api.ts";

type Props = { shown: FileImport; error: unknown };

/** An import in its present state: at work, with a question, previewed, finished or failed. */
export function ShownImport({ shown, error }: Props) {
  const { id, state } = shown;
  const queries = useQueryClient();
  useEffect(() => {
    if (state === "finished") void refresh(queries, ["manifests", "containers", "container", "escalations"]);
  }, [queries, state]);
  const { write, busy, problem } = useWrite(answerImport, ["imports"]);
  return (
    <>
      <Problem text={error ? problemOf(error) : problem} />
      {state === "waiting" && <Progress shown={shown} />}
      {state === "failed" && (
        <>
          <Problem text={shown.problem ?? undefined} />
          <DropZone />
        </>
      )}
      <FileFacts shown={shown} />
      {state === "needs-answer" && (
        <ImportQuestion shown={shown} busy={busy} answer={(answers) => void write({ id, preview: true, ...answers })} />
      )}
      {shown.columns.length > 0 && state !== "failed" && (
        <ImportColumns
          key={JSON.stringify(shown.columns)}
          columns={shown.columns}
          isFixed={busy || (state !== "previewed" && state !== "needs-answer")}
          readAgain={(columns) => void write({ id, preview: true, columns })}
        />
      )}
      <Outcomes shown={shown} busy={busy} begin={() => void write({ id, preview: false })} />
    </>
  );
}

/** The rows, once they have outcomes, and what can be done then. */
function Outcomes({ shown, busy, begin }: BeginProps) {
  const { state, rows } = shown;
  if (state !== "previewed" && state !== "finished") return null;
  return (
    <>
      <ImportRows shown={shown} />
      {state === "previewed" && rows.total !== 0 && <Begin shown={shown} busy={busy} begin={begin} />}
      {state === "finished" && <Ended shown={shown} />}
    </>
  );
}

type BeginProps = { shown: FileImport; busy: boolean; begin: () => void };

const Begin = ({ shown: { rows }, busy, begin }: BeginProps) => (
  <div className="form-actions import-begin">
    <button type="button" className="primary" disabled={busy || rows.failed === rows.total} onClick={begin}>
      {plural((rows.total ?? 0) - rows.failed, { one: "Import # row", other: "Import # rows" })}
    </button>
    <span className="faint small">{t`Nothing has been written yet.`}</span>
  </div>
);

const Ended = ({ shown }: { shown: FileImport }) => (
  <div className="form-actions">
    {shown.rows.failed > 0 && <FailedRowsButton shown={shown} />}
    <Link to="/manifests" className="button quiet">{t`Show the manifests`}</Link>
  </div>
);

function Progress({ shown: { rows, preview } }: { shown: FileImport }) {
  const { total, imported, updated, unchanged, failed } = rows;
  const done = imported + updated + unchanged + failed;
  const isCounted = total !== null && !preview;
  return (
    <section className="card" aria-label={t`Import`}>
      <p role="status">
        {isCounted
          ? t`${formatNumber(done)} of ${formatNumber(total)} rows done …`
          : preview
            ? t`Reading the file. Nothing is written …`
            : t`Reading the file …`}
      </p>
      <progress aria-label={t`Rows done`} {...(isCounted && { max: Math.max(1, total), value: done })} />
      <p className="faint small">{t`It goes on when you leave this page. This address shows it again.`}</p>
    </section>
  );
}

/** The format by its name, and what a person should know about the file. */
function FileFacts({ shown: { format, details, notes, rows, state, decimalMark } }: { shown: FileImport }) {
  if (format === null || state === "failed") return null;
  return (
    <section className="card" aria-label={t`File`}>
      <p>
        <strong>{format}</strong>
        {details !== null && ` · ${details}`}
        {rows.total !== null &&
          state !== "needs-answer" &&
          ` · ${plural(rows.total, { one: "# row", other: "# rows" })}`}
      </p>
      {decimalMark !== null && <p>{markWords(decimalMark)}</p>}
      {notes.length > 0 && (
        <ul className="import-warnings">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

const markWords = (mark: "point" | "comma"): string =>
  mark === "comma"
    ? t`A comma stands before decimals, and a point between thousands: “1.200,5” is read as ${formatNumber(1200.5)}.`
    : t`A point stands before decimals, and a comma between thousands: “1,200.5” is read as ${formatNumber(1200.5)}.`;
