import type { FileImport, ImportRow } from "@container-inspection/shared-schemas/manifest-imports";
import type { ImportReport } from "../../../platform/db/tables/manifest-imports.ts";
import type { FoundImport, ImportRowRecord, RowCounts } from "./import-store.ts";

/** The report of an import whose file was not read yet. */
const UNREAD: ImportReport = {
  format: null,
  details: null,
  notes: [],
  columns: [],
  decimalMark: null,
  question: null,
  problem: null,
  rowsTotal: null,
};

/** An import as replies show it. A question or problem of an earlier reading is no longer shown. */
export function presentImport({ row, createdBy }: FoundImport, counts: RowCounts): FileImport {
  const { rowsTotal, question, problem, ...report } = row.report ?? UNREAD;
  return {
    id: row.id,
    state: row.state,
    preview: row.isPreview,
    fileName: row.fileName,
    sizeBytes: row.sizeBytes,
    sha256: row.sha256,
    ...report,
    question: row.state === "needs-answer" ? question : null,
    problem: row.state === "failed" ? problem : null,
    rows: { total: rowsTotal, ...counts },
    createdBy,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** A row of an import as replies show it. */
export const presentImportRow = ({ importId: _importId, ...row }: ImportRowRecord): ImportRow => row;
