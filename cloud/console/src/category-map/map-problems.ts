import { t } from "@lingui/core/macro";
import { isProblem } from "../rules/setting-problems.ts";
import type { EditedClass, EditedMap } from "./edited-map.ts";
import { LOOK_ALIKES, NUMBERS } from "./map-fields.ts";

/** Letters and digits of a name: the service takes names that share them for one. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The names by which a detection is of a class. */
const namesOf = ({ name, plural, aliases }: EditedClass) => [name, plural, ...aliases].map(plain);

/** Returns true if a class of a model is named by a class of the map. */
export const isNamedBy = (className: string, entry: EditedClass): boolean => namesOf(entry).includes(plain(className));

/** Returns why a class cannot be put in force as it is, or undefined, for each class of the map. */
export function classProblems(classes: readonly EditedClass[]): (string | undefined)[] {
  const holders = new Map<string, number>();
  return classes.map((entry, at) => {
    const names = namesOf(entry);
    const shared = names.find((name) => name !== "" && (holders.get(name) ?? at) !== at);
    for (const name of names) if (!holders.has(name)) holders.set(name, at);
    if (plain(entry.name) === "") return t`Enter a name with a letter or a digit.`;
    if (plain(entry.plural) === "") return t`Enter the plural.`;
    if (shared === undefined) return undefined;
    const other = classes[holders.get(shared) ?? 0]?.name ?? "";
    return t`“${shared}” is a name of the class ${other}, too.`;
  });
}

/** Returns true if any part of the map cannot be put in force as it is. */
export const hasMapProblem = (edited: EditedMap): boolean =>
  classProblems(edited.classes).some((problem) => problem !== undefined) ||
  isProblem(NUMBERS.minConfidence, edited.minConfidence) ||
  isProblem(NUMBERS.certainConfidence, edited.certainConfidence) ||
  isProblem(NUMBERS.quantityTolerance, edited.quantityTolerance) ||
  (edited.lookAlikes !== null && isProblem(LOOK_ALIKES, edited.lookAlikes));
