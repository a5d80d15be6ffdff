import { ruleSet } from "@container-inspection/shared-schemas/rule-set";
import { z } from "zod";
import { bundledRuleSet } from "../../match/bundled/rule-set.ts";
import { ruleSources } from "../../match/bundled/rule-sources.ts";

/** One setting of a rule set, as its chapter lists it; `[]` in a path stands for each entry of a list. */
export type RuleSetting = { path: string; unit: string; shownDefault: string; meaning: string; source: string };

/** Every setting of a rule set in the order of its schema, with its bundled default. */
export function listRuleSettings(): RuleSetting[] {
  return listSettings({ path: "", schema: ruleSet, meaning: "", values: [bundledRuleSet] });
}

/** A part of the schema, and all values that the bundled rule set has there. */
type Place = { path: string; schema: z.ZodType; meaning: string; values: readonly unknown[] };

function listSettings({ path, schema, meaning: inherited, values }: Place): RuleSetting[] {
  const meaning = schema.description ?? inherited;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return listSettings({ path, schema: typeOf(schema.unwrap()), meaning, values });
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      listSettings({
        path: path === "" ? name : `${path}.${name}`,
        schema: typeOf(field),
        meaning: "",
        values: values.map((value) => fieldOf(value, name)),
      }),
    );
  }
  const element = schema instanceof z.ZodArray ? typeOf(schema.element) : undefined;
  if (element instanceof z.ZodObject) {
    const entries = values.flatMap((value): unknown[] => (Array.isArray(value) ? value : []));
    const shownDefault = `${entries.length} ${entries.length === 1 ? "entry" : "entries"}`;
    const list = { path, unit: "list", shownDefault, meaning, source: sourceOf(path, schema) };
    return [list, ...listSettings({ path: `${path}[]`, schema: element, meaning: "", values: entries })];
  }
  return [
    { path, unit: unitOf(path, schema), shownDefault: showDefault(values), meaning, source: sourceOf(path, schema) },
  ];
}

/** Zod types the inner schemas as its core; all of ours are made with its classes. */
function typeOf(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new Error("a rule set contains a value that is not a schema");
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

/** Units by how names end, since names state them. */
const units: readonly [ending: RegExp, unit: string][] = [
  [/KgPerM3(\.\w+)?$|kgPerM3(\.\w+)?$/, "kg/m³"],
  [/[kK]g(\.\w+)?$/, "kg"],
  [/M3$/, "m³"],
  [/Celsius$/, "°C"],
  [/Deviations$/, "standard deviations"],
  [/maxVolumeShare$|Factor$/, "times"],
  [/[cC]onfidence$/, "confidence, 0 to 1"],
  [/[pP]robability$/, "probability, 0 to 1"],
  [/[sS]hare$|Chance$|Deviation$|Spread$|recall$|precision$|ByClass$/, "share, 0 to 1"],
  [/PerPicture$/, "per picture"],
  [/PerDay$/, "per day"],
];

function unitOf(path: string, schema: z.ZodType): string {
  const unit = units.find(([ending]) => ending.test(path))?.[1];
  if (unit !== undefined) return unit;
  if (schema instanceof z.ZodArray) return "list of texts";
  return schema instanceof z.ZodNumber ? "number" : "text";
}

/** The source of a setting or of its parent. */
function sourceOf(path: string, schema: z.ZodType): string {
  const source = Object.entries(ruleSources).find(([place]) => path === place || path.startsWith(`${place}[]`));
  const isChoice = schema instanceof z.ZodArray && !(schema.element instanceof z.ZodObject);
  return source?.[1] ?? (isChoice ? "choice of this project" : "estimate");
}

/** The values of a setting in short: itself, or what its list's entries hold. */
function showDefault(values: readonly unknown[]): string {
  const numbers = values.filter((value) => typeof value === "number");
  const present = values.filter((value) => value !== undefined && value !== null);
  if (present.length === 0) return "–";
  if (present.length === 1 && Array.isArray(present[0])) return showList(present[0]);
  if (numbers.length > 3) return `${Math.min(...numbers)} to ${Math.max(...numbers)}`;
  if (present.some((value) => typeof value === "object")) return "see the entries";
  const shown = [...new Set(present.map(String))].join(", ");
  return shown.length <= 60 ? shown : "see the entries";
}

const showList = (list: readonly unknown[]) =>
  list.length <= 6 ? list.join(", ") : `${list.slice(0, 3).join(", ")} and ${list.length - 3} more`;
