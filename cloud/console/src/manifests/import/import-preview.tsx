import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { MappedRow } from "./map-rows.ts";

const FIRST_ROWS = 8;
const MOST_PROBLEMS = 20;

type Props = {
  rows: MappedRow[];
  /** Number of requests in which the rows are sent. */
  parts: number;
  isContinued: boolean;
  begin: () => void;
};

/** The first rows as they will be sent, and the rows that the service will refuse. */
export function ImportPreview({ rows, parts, isContinued, begin }: Props) {
  const wrong = rows.filter(({ problems }) => problems.length > 0);
  const shown = rows.slice(0, FIRST_ROWS);
  const others = wrong.filter((row) => !shown.includes(row)).slice(0, MOST_PROBLEMS);
  const names = [...new Set(shown.flatMap(({ values }) => values.map(([name]) => name)))];
  return (
    <section className="card" aria-label={t`Preview`}>
      <h2>{t`3. Preview`}</h2>
      <p role="status">
        {wrong.length === 0
          ? t`No problem was found in the rows.`
          : plural(wrong.length, {
              one: "# row has a problem and will not be imported. The other manifests are.",
              other: "# rows have problems and will not be imported. The other manifests are.",
            })}
      </p>
      <div className="scroll" tabIndex={0} role="region" aria-label={t`First rows`}>
        <table>
          <thead>
            <tr>
              <th>{t`Line`}</th>
              {names.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <PreviewRow key={row.line} row={row} names={names} />
            ))}
          </tbody>
        </table>
      </div>
      {others.length > 0 && (
        <ul>
          {others.map(({ line, problems }) => (
            <li key={line}>
              <Trans>
                Line {line}: <span className="import-problem">{problems.join(" ")}</span>
              </Trans>
            </li>
          ))}
        </ul>
      )}
      {wrong.length > others.length + shown.length && (
        <p className="faint">
          <Trans>And more. The result lists all of them.</Trans>
        </p>
      )}
      <div className="form-actions">
        <button type="button" disabled={parts === 0} onClick={begin}>
          {isContinued
            ? t`Continue the import`
            : plural(rows.length - wrong.length, { one: "Import # row", other: "Import # rows" })}
        </button>
        <span className="faint small">{parts > 1 && t`Sent in ${parts} parts, one after the other.`}</span>
      </div>
    </section>
  );
}

function PreviewRow({ row: { line, values, problems }, names }: { row: MappedRow; names: string[] }) {
  const texts = new Map(values);
  return (
    <>
      <tr>
        <td>{line}</td>
        {names.map((name) => (
          <td key={name}>
            <bdi>{shortened(texts.get(name) ?? "")}</bdi>
          </td>
        ))}
      </tr>
      {problems.length > 0 && (
        <tr>
          <td />
          <td colSpan={Math.max(1, names.length)} className="import-problem">
            {problems.join(" ")}
          </td>
        </tr>
      )}
    </>
  );
}

const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
