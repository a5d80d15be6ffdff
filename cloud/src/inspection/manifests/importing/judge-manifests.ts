import { type ManifestImportError, manifestRequest } from "@container-inspection/shared-schemas/manifests";
import type { ZodError } from "zod";
import { explainIssue } from "../../../platform/http/explain-issue.ts";
import { findDoubts } from "../find-doubts.ts";
import type { FileRow, ReadManifest } from "./format/format.ts";
import { invalid } from "./format/limits.ts";
import type { JudgedManifest, JudgedRow } from "./import-file.ts";

const MAX_ERRORS = 20;
const MAX_NAME = 100;

/**
 * Checks a manifest of a file, and lists what its readers do not understand. One with a bad row is not imported at all:
 * with one of its goods missing, it would accuse the shipper of not declaring them.
 */
export function judgeManifest({ rows, fields, rowOf = {}, notUnderstood }: ReadManifest): JudgedManifest {
  const checked = manifestRequest.safeParse(fields, { error: explainIssue });
  const errors = checked.success ? nothingStated(rows, fields) : errorsOf(checked.error);
  const [first] = rows;
  const named = { billOfLading: nameIn(fields["billOfLading"]), containerNumber: nameIn(fields["containerNumber"]) };
  const judged = rows.map((row) => judgedRow(row, { ...named, joins: row === first ? null : first.place }));
  const byNumber = new Map(judged.map((row) => [row.number, row]));
  const rowAt = (path: string) => byNumber.get(findRow(path, rowOf) ?? first.number);
  for (const error of errors) rowAt(error.path)?.errors.push(error);
  for (const one of [...notUnderstood, ...findDoubts(fields, checked.data?.containerNumber)])
    rowAt(one.path)?.notUnderstood.push(one);
  const bad = judged.find((row) => row.errors.length > 0);
  if (checked.success && !bad) return { rows: nonEmpty(judged), fields: checked.data };
  for (const row of judged) if (row.errors.length === 0) row.errors.push(becauseOf(bad ?? first));
  return { rows: nonEmpty(judged.map((row, index) => withCells(row, rows[index]))), fields: undefined };
}

const judgedRow = (
  { number, place, problems, notUnderstood = [] }: FileRow,
  names: Pick<JudgedRow, "joins" | "billOfLading" | "containerNumber">,
): JudgedRow => ({
  number,
  place,
  ...names,
  errors: [...problems],
  notUnderstood: [...notUnderstood],
  cells: null,
});

/** A failed row with its cells: no one looks for those of the others in the file. */
const withCells = (row: JudgedRow, { cells }: Partial<FileRow> = {}): JudgedRow => ({
  ...row,
  cells: cells === undefined ? null : cells.map(String),
});

/** A name as the file has it. */
const nameIn = (value: unknown): string | null =>
  (typeof value === "string" && value !== "") || typeof value === "number"
    ? String(value).slice(0, MAX_NAME).toWellFormed()
    : null;

function nonEmpty(rows: JudgedRow[]): JudgedManifest["rows"] {
  const [first, ...others] = rows;
  if (!first) throw new Error("a manifest of a file has no rows");
  return [first, ...others];
}

/** The errors that a schema reports for a manifest. */
function errorsOf(error: ZodError): ManifestImportError[] {
  return error.issues.slice(0, MAX_ERRORS).map((issue) => invalid(issue.path.map(String).join("."), issue.message));
}

/** A manifest of nothing would be a draft that no one finds again. */
function nothingStated(rows: readonly FileRow[], fields: Record<string, unknown>): ManifestImportError[] {
  if (rows.some(({ problems }) => problems.length > 0)) return [];
  const { containerNumber, billOfLading, declaredGoods } = fields;
  const isStated =
    Boolean(containerNumber) || Boolean(billOfLading) || (Array.isArray(declaredGoods) && declaredGoods.length > 0);
  return isStated ? [] : [invalid("", "The row states neither a container number nor a bill of lading nor goods.")];
}

/** The row of a path such as `declaredGoods.0.hsCode`: that of its longest known beginning. */
function findRow(path: string, rowOf: Readonly<Record<string, number>>): number | undefined {
  const parts = path.split(".");
  const beginnings = parts.map((_part, index) => parts.slice(0, parts.length - index).join("."));
  return beginnings.map((beginning) => rowOf[beginning]).find((number) => number !== undefined);
}

function becauseOf({ place }: { place: string }): ManifestImportError {
  const subject = place.charAt(0).toUpperCase() + place.slice(1);
  return invalid("", `${subject} of the same manifest is not valid, so none of it was imported.`);
}
