import { t } from "@lingui/core/macro";
import type { Field, NumberField, RowsField } from "./setting-kinds.ts";
import { rowsIn, rowValue, type Row, type Shown, textIn, valueOf, wordsIn } from "./setting-values.ts";
import { shiftDecimal } from "./shift-decimal.ts";
import { unitOf } from "./setting-units.ts";

/** Returns why a field of one value cannot be proposed as it is; undefined if it can. */
export function problemAt(field: Field, shown: Shown): string | undefined {
  if (field.kind === "number") return numberProblem(field, textIn(shown));
  const value = valueOf(field, shown);
  if (value === undefined && field.isOptional) return undefined;
  if (field.kind === "words") return wordsProblem(field, wordsIn(shown));
  if (field.kind === "rows") return rowsProblem(field, rowsIn(shown));
  if (field.schema.safeParse(value).success) return undefined;
  return textIn(shown).trim() === "" ? t`Enter a text.` : t`This text is too long.`;
}

const wordsProblem = ({ schema }: Field, words: readonly string[]) =>
  schema.safeParse(words).success ? undefined : words.length === 0 ? t`Add at least one entry.` : t`Too many entries.`;

function rowsProblem(field: RowsField, rows: readonly Row[]): string | undefined {
  if (field.form === "map" && hasDuplicate(rows.map(({ name }) => textIn(name).trim())))
    return t`Two rows have the same name: remove one.`;
  if (field.schema.safeParse(valueOf(field, rows)).success) return undefined;
  return rows.length === 0 ? t`Add a row.` : t`Correct the rows, or remove some.`;
}

const hasDuplicate = (names: readonly string[]) => new Set(names).size < names.length;

function numberProblem(field: NumberField, text: string): string | undefined {
  if (text.trim() === "") return field.isOptional || field.isNullable ? undefined : t`Enter a number.`;
  const shifted = shiftDecimal(text, field.isShare ? -2 : 0);
  if (shifted === undefined) return t`Enter a number, such as 2.5.`;
  const number = Number(shifted);
  const factor = field.isShare ? 100 : 1;
  const [least, most, unit] = [field.least * factor, field.most * factor, unitOf(field)];
  if (number < field.least || number > field.most) return t`Enter a number from ${least} to ${most} ${unit}`.trim();
  return field.isWhole && !Number.isInteger(number) ? t`Enter a whole number.` : undefined;
}

/** Returns why a row contradicts itself, beside the problems of its fields. */
export function rowProblem(field: RowsField, row: Row): string | undefined {
  if (field.form === "map") return undefined;
  if (field.columns.some((column) => isProblem(column.field, row[column.at] ?? null))) return undefined;
  return field.row.safeParse(rowValue(field, row)).success ? undefined : t`The least value is above the greatest.`;
}

/** Returns true if a setting, or a field in its rows, cannot be proposed as it is. */
export const isProblem = (field: Field, shown: Shown): boolean =>
  problemAt(field, shown) !== undefined ||
  (field.kind === "rows" &&
    rowsIn(shown).some(
      (row) =>
        field.columns.some((column) => isProblem(column.field, row[column.at] ?? null)) ||
        rowProblem(field, row) !== undefined,
    ));
