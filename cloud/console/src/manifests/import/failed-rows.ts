import { t } from "@lingui/core/macro";
import type { ImportFile } from "./import-file.ts";

type Failed = { line: number; problems: string[] };

/**
 * The rows that were not imported as they are in the file, to be corrected and imported alone: those of a table
 * separated by tabs, as spreadsheets take them, with a column of their problems; manifests as JSON lines.
 */
export function failedRows(content: ImportFile["content"], failed: readonly Failed[]): string {
  const problems = new Map(failed.map((row) => [row.line, row.problems.join(" ")]));
  if (content.kind === "records")
    return content.rows.flatMap((row) => ("text" in row && problems.has(row.line) ? row.text : [])).join("\n");
  const { header, rows } = content;
  const lines = rows.flatMap((row) => {
    const problem = problems.get(row.line);
    if (problem === undefined) return [];
    const cells = "cells" in row ? row.cells : [];
    return [[...header.map((_name, index) => cells[index] ?? ""), problem]];
  });
  const plain = (cell: string) => cell.replace(/[\t\n]+/g, " ");
  return [[...header, t`Problem`], ...lines].map((cells) => cells.map(plain).join("\t")).join("\n");
}
