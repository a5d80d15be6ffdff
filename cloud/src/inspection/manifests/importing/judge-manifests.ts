import { checkDigit } from "@container-inspection/shared-schemas/container-number";
import {
  type ManifestImportError,
  manifestRequest,
  type NotUnderstood,
} from "@container-inspection/shared-schemas/manifests";
import type { ZodError } from "zod";
import { findNotUnderstood } from "../../../match/reading/not-understood.ts";
import { explainIssue } from "../../../platform/http/explain-issue.ts";
import type { FileRow, ReadManifest } from "./format/format.ts";
import { invalid } from "./format/limits.ts";
import type { JudgedManifest, JudgedRow } from "./import-file.ts";

const MAX_ERRORS = 20;
const KNOWN_FIELDS = new Set(Object.keys(manifestRequest.shape));

/**
 * Checks a manifest of a file, and lists what its readers do not understand. One with a bad row is not imported at all:
 * with one of its goods missing, it would accuse the shipper of not declaring them.
 */
export function judgeManifest({ rows, fields, rowOf = {}, notUnderstood }: ReadManifest): JudgedManifest {
  const checked = manifestRequest.safeParse(fields, { error: explainIssue });
  const errors = checked.success ? nothingStated(rows, fields) : errorsOf(checked.error);
  const judged = new Map(rows.map((row) => [row.number, judgedRow(row)]));
  const [first] = rows;
  const rowAt = (path: string) => judged.get(findRow(path, rowOf) ?? first.number);
  for (const error of errors) rowAt(error.path)?.errors.push(error);
  for (const one of [
    ...notUnderstood,
    ...unknownFields(fields),
    ...findNotUnderstood(fields),
    ...wrongCheckDigit(checked.data),
  ])
    rowAt(one.path)?.notUnderstood.push(one);
  const all = rows.map(({ number, place }) => judged.get(number) ?? { number, place, errors: [], notUnderstood: [] });
  const bad = all.find((row) => row.errors.length > 0);
  if (checked.success && !bad) return { rows: nonEmpty(all), fields: checked.data };
  for (const row of all) if (row.errors.length === 0) row.errors.push(becauseOf(bad ?? first));
  return { rows: nonEmpty(all), fields: undefined };
}

const judgedRow = ({ number, place, problems, notUnderstood = [] }: FileRow): JudgedRow => ({
  number,
  place,
  errors: [...problems],
  notUnderstood: [...notUnderstood],
});

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

/** The schema passes over such fields. */
function unknownFields(fields: Record<string, unknown>): NotUnderstood[] {
  return Object.entries(fields).flatMap(([path, value]) => {
    if (KNOWN_FIELDS.has(path) || value === null) return [];
    const text = (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 60).toWellFormed();
    return [{ path: path.slice(0, 100).toWellFormed(), text, message: "is not a field of a manifest and is not kept" }];
  });
}

function wrongCheckDigit(
  manifest: { containerNumber?: { text: string; check: string } | null } | undefined,
): NotUnderstood[] {
  const number = manifest?.containerNumber;
  if (number?.check !== "bad-check-digit") return [];
  const message = `has the wrong check digit: ${checkDigit(number.text.slice(0, 10))} belongs to it`;
  return [{ path: "containerNumber", text: number.text, message }];
}

function becauseOf({ place }: { place: string }): ManifestImportError {
  const subject = place.charAt(0).toUpperCase() + place.slice(1);
  return invalid("", `${subject} of the same manifest is not valid, so none of it was imported.`);
}
