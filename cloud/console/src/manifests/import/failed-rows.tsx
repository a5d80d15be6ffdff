import type { FileImport, ImportRow } from "@container-inspection/shared-schemas/manifest-imports";
import { t } from "@lingui/core/macro";
import { type Column, exportCsv } from "../../ui/csv.ts";
import { ExportButton } from "../../ui/export-button.tsx";
import { readFailedRows } from "./imports-api.ts";
import { errorWords } from "./row-words.ts";

/** The most rows that a file may have: all of them may fail. */
const MOST_ROWS = 50_000;

/** Saves the rows that were not imported, as they are in the file, with a column of their problems. */
export const FailedRowsButton = ({ shown }: { shown: FileImport }) => (
  <ExportButton
    run={() =>
      exportCsv({
        name: "rows-not-imported",
        columns: columnsOf(shown),
        read: (cursor) => readFailedRows(shown.id, cursor),
        mostRows: MOST_ROWS,
      })
    }
  >
    {t`Save the rows that were not imported`}
  </ExportButton>
);

/** A file without columns has messages or lines: its rows are named by their places. */
function columnsOf({ columns }: FileImport): Column<ImportRow>[] {
  const problem: Column<ImportRow> = [t`Problem`, (row) => errorWords(row).join(" ")];
  if (columns.length === 0) return [[t`Place`, ({ place }) => place], [t`Content`, ({ cells }) => cells?.[0]], problem];
  return [...columns.map(({ header }, index): Column<ImportRow> => [header, ({ cells }) => cells?.[index]]), problem];
}
