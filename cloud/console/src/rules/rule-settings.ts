import { type RuleSet, ruleSet } from "@container-inspection/shared-schemas/rule-set";
import { t } from "@lingui/core/macro";
import { z } from "zod";
import type { Difference } from "../category-map/map-differences.ts";

/** One setting of a rule set; lists of texts are edited with one on each line, lists of other things as JSON. */
export type Setting = { path: string; meaning: string; kind: "number" | "words" | "json" };
/** Texts typed in place of settings, by their paths. */
export type EditedSettings = Record<string, string>;

/** Every setting in the order of the schema. */
export const SETTINGS: readonly Setting[] = settingsIn(ruleSet, "", "");

function settingsIn(schema: unknown, path: string, inherited: string): Setting[] {
  if (!(schema instanceof z.ZodType)) return [];
  const meaning = schema.description ?? inherited;
  if (schema instanceof z.ZodOptional) return settingsIn(schema.unwrap(), path, meaning);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      settingsIn(field, path === "" ? name : `${path}.${name}`, ""),
    );
  return [{ path, meaning, kind: kindOf(schema) }];
}

function kindOf(schema: z.ZodType): Setting["kind"] {
  if (schema instanceof z.ZodNumber) return "number";
  return schema instanceof z.ZodArray && schema.element instanceof z.ZodString ? "words" : "json";
}

/** The value of a setting as it is edited; empty where the rule set has none. */
export function textOf({ path, kind }: Setting, rules: RuleSet): string {
  const value = path.split(".").reduce<unknown>((parent, name) => fieldOf(parent, name), rules);
  if (value === undefined) return "";
  if (kind === "words" && Array.isArray(value)) return value.join("\n");
  return JSON.stringify(value, null, 2);
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** A text that is not the JSON of a setting. */
class SettingError extends Error {}

/** The rule set with the typed values; throws an error that names a setting whose text cannot be parsed. */
export function withEdited(rules: RuleSet, edited: EditedSettings): RuleSet {
  const changed = structuredClone(rules);
  for (const setting of SETTINGS) {
    const text = edited[setting.path];
    if (text !== undefined) setAt(changed, setting.path.split("."), valueOf(setting, text));
  }
  return changed;
}

function valueOf({ path, kind }: Setting, text: string): unknown {
  if (text.trim() === "" && kind !== "words") return undefined;
  if (kind === "number") return Number(text);
  if (kind === "words")
    return text
      .split("\n")
      .map((word) => word.trim())
      .filter((word) => word !== "");
  try {
    return JSON.parse(text);
  } catch {
    throw new SettingError(t`The setting ${path} is not valid JSON. Correct it, or undo the change.`);
  }
}

function setAt(parent: object, path: readonly string[], value: unknown): void {
  const [name = "", ...rest] = path;
  const inner = fieldOf(parent, name);
  if (rest.length > 0 && typeof inner === "object" && inner !== null) setAt(inner, rest, value);
  else if (value === undefined) Reflect.deleteProperty(parent, name);
  else Reflect.set(parent, name, value);
}

/** Returns the differences between two rule sets, setting by setting. */
export const settingDifferences = (before: RuleSet, after: RuleSet): Difference[] =>
  SETTINGS.flatMap((setting) => differenceOf(setting, textOf(setting, before), textOf(setting, after)));

/** Returns the typed changes, setting by setting, including texts that cannot be read yet. */
export const editedDifferences = (rules: RuleSet, edited: EditedSettings): Difference[] =>
  SETTINGS.flatMap((setting) => {
    const before = textOf(setting, rules);
    return differenceOf(setting, before, edited[setting.path] ?? before);
  });

function differenceOf({ path, kind }: Setting, before: string, after: string): Difference[] {
  if (before === after) return [];
  if (kind !== "words") return [{ place: path, removed: [before || "none"], added: [after || "none"] }];
  const [from, to] = [new Set(before.split("\n")), new Set(after.split("\n"))];
  const [removed, added] = [[...from].filter((word) => !to.has(word)), [...to].filter((word) => !from.has(word))];
  return [{ place: path, removed, added }];
}
