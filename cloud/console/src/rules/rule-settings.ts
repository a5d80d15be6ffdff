import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import { t } from "@lingui/core/macro";
import type { Difference } from "./differences.tsx";
import { type Field, SETTINGS } from "./setting-kinds.ts";
import { labelOf } from "./setting-labels.ts";
import { isProblem } from "./setting-problems.ts";
import { linesOf, type Shown, shownOf, valueAt, valueOf } from "./setting-values.ts";

/** Values as they were edited, by the paths of their settings. */
export type EditedSettings = Readonly<Record<string, Shown>>;

/** The value of a setting as its editor shows it. */
export const shownIn = (rules: RuleSet, field: Field): Shown => shownOf(field, valueAt(rules, field.path));

/** Returns the rule set with the edited values. */
export function withEdited(rules: RuleSet, edited: EditedSettings): RuleSet {
  const changed = structuredClone(rules);
  for (const field of SETTINGS) {
    const shown = edited[field.path];
    if (shown !== undefined) setAt(changed, field.path.split("."), valueOf(field, shown));
  }
  return changed;
}

function setAt(parent: object, path: readonly string[], value: unknown): void {
  const [name = "", ...rest] = path;
  const inner: unknown = Reflect.get(parent, name);
  if (rest.length > 0 && typeof inner === "object" && inner !== null) setAt(inner, rest, value);
  else if (value === undefined) Reflect.deleteProperty(parent, name);
  else Reflect.set(parent, name, value);
}

/** Returns true if an edited value cannot be proposed as it is. */
export const hasProblem = (edited: EditedSettings): boolean =>
  SETTINGS.some((field) => {
    const shown = edited[field.path];
    return shown !== undefined && isProblem(field, shown);
  });

/** A difference, with the setting that has it. */
type SettingDifference = Difference & { path: string };

/** Returns the differences between two rule sets, setting by setting. */
export const settingDifferences = (before: RuleSet, after: RuleSet): SettingDifference[] =>
  SETTINGS.flatMap((field) => differenceOf(field, shownIn(before, field), shownIn(after, field)));

/** Returns the edited changes, setting by setting, those that cannot be proposed yet included. */
export const editedDifferences = (rules: RuleSet, edited: EditedSettings): SettingDifference[] =>
  SETTINGS.flatMap((field) => {
    const before = shownIn(rules, field);
    const after = edited[field.path];
    return after === undefined ? [] : differenceOf(field, before, after);
  });

function differenceOf(field: Field, before: Shown, after: Shown): SettingDifference[] {
  const [from, to] = [linesOf(field, before), linesOf(field, after)];
  if (from.join("\n") === to.join("\n") && (before === null) === (after === null)) return [];
  const removed = from.filter((line) => !to.includes(line));
  const added = to.filter((line) => !from.includes(line));
  const isMoved = removed.length + added.length === 0;
  if (isMoved && field.kind === "words") return [];
  return [
    {
      path: field.path,
      place: labelOf(field.path) ?? field.path,
      removed,
      added: isMoved ? [t`in another order`] : added,
    },
  ];
}
