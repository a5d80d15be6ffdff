import { isDeepStrictEqual } from "node:util";
import type { ImportColumn, ImportQuestion, WeightUnit } from "@container-inspection/shared-schemas/manifest-imports";
import { readMass } from "../../../../../match/reading/read-measures.ts";
import { measureOf, type TableFacts } from "./build-fields.ts";
import { readers, type RowCells, type Units } from "./decimal-marks.ts";
import type { Cell } from "./table.ts";

/** Weights of a whole container: none is below 100 kg, but many are below 100 tonnes. */
const OF_CONTAINERS: ReadonlySet<string> = new Set(["grossWeight", "vgm", "tareWeight"]);
const LEAST_KILOGRAMS = 100;

/** Units by the words of an answer, as UN/ECE recommendation 20 writes them. */
const codes: Readonly<Record<WeightUnit, string>> = { kilograms: "KGM", pounds: "LBR", tonnes: "TNE" };

const USUAL_CODES = [...Object.values(codes), "MTQ", "FTQ"];

/** A ton may be 907, 1,000 or 1,016 kg: such a word is kept, and named as not understood. */
const VAGUE = /^(tons?|cwt|tonnage)$/i;

/**
 * The units that the names of columns state, such as "Weight (lbs)", or that the sender has answered for weights
 * without one.
 */
export function findUnits(columns: readonly ImportColumn[], answer: WeightUnit | undefined): Units {
  return new Map(
    columns.flatMap(({ header, column }) => {
      const reader = column === null ? undefined : readers[column];
      if (column === null || !reader) return [];
      const named = wordsOf(header)
        .map((word) => codeOf(word, reader))
        .find((code) => code !== undefined);
      const answered = answer !== undefined && column !== "goodsVolume" ? codes[answer] : undefined;
      const unit = named ?? answered;
      return unit === undefined ? [] : [[column, unit] as const];
    }),
  );
}

/** The code of a unit, or the word itself where it has no usual code; undefined for a word of another kind. */
function codeOf(word: string, reader: typeof readMass): string | undefined {
  if (VAGUE.test(word)) return word;
  const unit = reader({ value: 1, unit: word });
  if (unit.kind !== "read") return undefined;
  const isSame = (code: string) => isDeepStrictEqual(reader({ value: 1, unit: code }), unit);
  return USUAL_CODES.find(isSame) ?? word;
}

/** Words of a name that may be a unit: those in brackets, and the last one of several. */
function wordsOf(header: string): string[] {
  const inBrackets = [...header.matchAll(/[([]([^)\]]+)[)\]]/g)].flatMap(([, words = ""]) => words.split(/[\s/,;]+/));
  const outside = header
    .replaceAll(/[([][^)\]]*[)\]]/g, "")
    .split(/[\s/,;:_.-]+/)
    .filter((word) => word !== "");
  return [...inBrackets, ...(outside.length > 1 ? outside.slice(-1) : [])].map((word) => word.replaceAll(".", ""));
}

/**
 * Asks for the unit of weights that are too small for kilograms, where neither the name of their column nor a cell
 * states one. The service's own columns, with their exact names, are in kilograms.
 */
export function askForUnit(
  columns: readonly ImportColumn[],
  rows: readonly RowCells[],
  facts: TableFacts,
): ImportQuestion | undefined {
  for (const { header, column, source } of columns) {
    if (column === null || !OF_CONTAINERS.has(column) || isOwn({ header, column, source }) || facts.units.has(column))
      continue;
    const cells = rows.flatMap((row) => row.get(column) ?? []);
    if (!areTooSmall(column, cells, facts)) continue;
    const examples = cells.slice(0, 3).map(String);
    const message =
      `The weights in the column "${header.slice(0, 100)}" name no unit, and are too small for kilograms: ` +
      `${examples.map((cell) => `"${cell}"`).join(", ")}. Answer weightUnit: "tonnes", "pounds" or "kilograms".`;
    return { about: "weight-unit", message, examples };
  }
  return undefined;
}

/** "grossWeight" is the service's own name; "Gross weight" may be anyone's. */
const isOwn = ({ header, column, source }: Pick<ImportColumn, "header" | "column" | "source">) =>
  source === "name" && header.trim() === column;

function areTooSmall(column: string, cells: readonly Cell[], facts: TableFacts): boolean {
  const measures = cells.map((cell) => measureOf(column, cell, facts));
  if (measures.some(({ hasUnit }) => hasUnit)) return false;
  const weights = measures.flatMap(({ value }) => {
    const weight = readMass({ value, unit: "KGM" });
    return weight.kind === "read" ? [weight.value] : [];
  });
  return weights.length > 0 && weights.every((weight) => weight < LEAST_KILOGRAMS);
}
