import { guessColumn, plainName } from "@container-inspection/shared-schemas/column-names";
import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { csvColumns, findColumn } from "@container-inspection/shared-schemas/manifest-columns";
import type { ImportColumn } from "@container-inspection/shared-schemas/manifest-imports";
import type { ReadOptions } from "../../format/format.ts";
import { isBlank, type TableRow } from "./table.ts";

type Choice = Pick<ImportColumn, "column" | "source">;

/** Rows that are examined for a guess. */
const SAMPLE_ROWS = 200;
const EXAMPLES = 3;
const EXAMPLE_LENGTH = 60;

/**
 * Chooses the column of a manifest for each column of a table: as the sender answered for this file, or chose for an
 * earlier one, else by the service's own names, by usual names in other languages, and, for the container number, by
 * the cells. No column is chosen twice.
 */
export function chooseColumns(
  header: readonly string[],
  rows: readonly TableRow[],
  { answers, remembered }: Pick<ReadOptions, "answers" | "remembered">,
): ImportColumn[] {
  const answered = new Map(answers.columns?.map((answer) => [plainName(answer.header), answer.column]));
  const earlier = new Map(Object.entries(remembered));
  const choices = header.map((): Choice | undefined => undefined);
  const choose = (
    source: ImportColumn["source"],
    columnOf: (name: string, index: number) => string | null | undefined,
  ) =>
    header.forEach((name, index) => {
      const column = choices[index] ? undefined : columnOf(name, index);
      const isTaken = column !== null && choices.some((choice) => choice?.column === column);
      if (column === null || (isColumn(column) && !isTaken)) choices[index] = { column, source };
    });
  choose("answer", (name) => answered.get(plainName(name)));
  choose("name", findColumn);
  choose("remembered", (name) => earlier.get(plainName(name)));
  choose("guess", guessColumn);
  choose("content", (_name, index) => (holdsNumbers(rows, index) ? "containerNumber" : undefined));
  return header.map((name, index) => ({
    header: name,
    ...(choices[index] ?? { column: null, source: "none" }),
    examples: examplesOf(rows, index),
  }));
}

const isColumn = (column: string | undefined): column is string =>
  column !== undefined && Object.hasOwn(csvColumns, column);

const cellsOf = (rows: readonly TableRow[], index: number) =>
  rows.slice(0, SAMPLE_ROWS).flatMap((row) => {
    const cell = "cells" in row ? row.cells[index] : undefined;
    return cell === undefined || isBlank(cell) ? [] : [String(cell)];
  });

function holdsNumbers(rows: readonly TableRow[], index: number): boolean {
  const cells = cellsOf(rows, index);
  const numbers = cells.filter((cell) => parseContainerNumber(cell)?.check === "valid");
  return numbers.length > 0 && numbers.length * 2 > cells.length;
}

const examplesOf = (rows: readonly TableRow[], index: number) =>
  [...new Set(cellsOf(rows, index))].slice(0, EXAMPLES).map((cell) => cell.slice(0, EXAMPLE_LENGTH).toWellFormed());
