import type { FileImport, ImportRow } from "@container-inspection/shared-schemas/manifest-imports";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Chip } from "../../ui/chip.tsx";
import { formatNumber } from "../../ui/format.ts";
import { ListProblem } from "../../ui/list-problem.tsx";
import { ListSkeleton } from "../../ui/skeleton.tsx";
import { type RowFilter, useImportRows } from "./imports-api.ts";
import { doubtWords, errorWords, outcomeName, outcomeWords, placeWords } from "./row-words.ts";

const OUTCOMES = ["imported", "updated", "unchanged", "failed"] as const;
const FILTERS: readonly RowFilter[] = ["all", "doubtful", ...OUTCOMES];
const TONE = { imported: "good", updated: "info", unchanged: "neutral", failed: "bad" } as const;

/** The rows of the file, each with its outcome in words and what was not understood in it. */
export function ImportRows({ shown }: { shown: FileImport }) {
  const { id, rows, state } = shown;
  const [filter, setFilter] = useState<RowFilter>("all");
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useImportRows(id, filter);
  const isPreview = state === "previewed";
  if (rows.total === 0)
    return (
      <section className="card" aria-label={t`Rows`}>
        <p>{t`The file has no rows of manifests.`}</p>
      </section>
    );
  return (
    <section className="card" aria-label={t`Rows`}>
      <h2>{isPreview ? t`What happens to each row` : t`What happened to each row`}</h2>
      <p className="import-counts" role="status">
        {OUTCOMES.filter((outcome) => rows[outcome] > 0).map((outcome) => (
          <Chip key={outcome} tone={TONE[outcome]}>
            {formatNumber(rows[outcome])} {outcomeName(outcome, isPreview)}
          </Chip>
        ))}
        {rows.notUnderstood > 0 && (
          <Chip tone="caution">{t`${formatNumber(rows.notUnderstood)} with values not understood`}</Chip>
        )}
      </p>
      <label className="faint small">
        {t`Show`}{" "}
        <select
          value={filter}
          onChange={({ target }) => setFilter(FILTERS.find((one) => one === target.value) ?? "all")}
        >
          {FILTERS.map((one) => (
            <option key={one} value={one}>
              {filterName(one, isPreview)}
            </option>
          ))}
        </select>
      </label>
      <ListProblem error={error} />
      {!data && !error && <ListSkeleton />}
      {data?.length === 0 && <p className="faint">{t`No such rows.`}</p>}
      {data && data.length > 0 && (
        <ul className="import-rows">
          {data.map((row) => (
            <Row key={row.number} row={row} isPreview={isPreview} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <button type="button" className="quiet" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t`Show more rows`}
        </button>
      )}
    </section>
  );
}

function filterName(filter: RowFilter, isPreview: boolean): string {
  if (filter === "all") return t`all rows`;
  if (filter === "doubtful") return t`rows with values not understood`;
  return filter === "failed" ? t`rows that are not imported` : t`rows: ${outcomeName(filter, isPreview)}`;
}

function Row({ row, isPreview }: { row: ImportRow; isPreview: boolean }) {
  const { outcome, place, manifestId } = row;
  const [errors, doubts] = [errorWords(row), doubtWords(row)];
  return (
    <li>
      <span className="faint small import-place">{placeWords(place)}</span>
      <div>
        <p>
          <Chip tone={TONE[outcome]}>{outcomeName(outcome, isPreview)}</Chip> <bdi>{outcomeWords(row, isPreview)}</bdi>{" "}
          {manifestId !== null && (
            <Link to="/manifests/$id" params={{ id: manifestId }}>
              <Trans>
                Open<span className="unseen"> the manifest of {placeWords(place)}</span>
              </Trans>
            </Link>
          )}
        </p>
        <Sentences texts={errors} className="import-problem" />
        <Sentences texts={doubts} className="import-warnings" />
      </div>
    </li>
  );
}

function Sentences({ texts, className }: { texts: string[]; className: string }) {
  if (texts.length === 0) return null;
  return (
    <ul className={className}>
      {texts.map((text, index) => (
        // Two values may have the same fault.
        <li key={index}>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}
