import type { CategoryClass, CategoryMap } from "@container-inspection/shared-schemas";
import { lineOf } from "./edited-map.ts";

/** What one place of a map loses and gains. */
export type Difference = { place: string; removed: string[]; added: string[] };

/** What stands in place of a list that the bundled map provides. */
const BUNDLED = ["(as in the bundled map)"];

/** What differs between two maps, place by place; the order of words has no meaning, and classes are known by name. */
export function differencesOf(before: CategoryMap, after: CategoryMap): Difference[] {
  const names = [...new Set([...before.classes, ...after.classes].map(({ name }) => name))];
  return [
    ...compare(partsOf(before), partsOf(after)),
    ...names.flatMap((name) => {
      const [from, to] = [before, after].map(({ classes }) => classes.find((one) => one.name === name));
      const compared = compare(from ? partsOfClass(from) : {}, to ? partsOfClass(to) : {});
      const place = `Class ${name}`;
      if (from && to) return compared.map((one) => ({ ...one, place: `${place}, ${one.place}` }));
      const counted = countOf(compared);
      return [{ place, removed: from ? [`the class, ${counted}`] : [], added: to ? [`a new class, ${counted}`] : [] }];
    }),
  ];
}

type Parts = Record<string, readonly string[]>;

const partsOf = (map: CategoryMap): Parts => ({
  "Least confidence": [String(map.minConfidence)],
  "Certain from": [String(map.certainConfidence)],
  "Tolerance of quantities": [String(map.quantityTolerance)],
  "Classes of an empty container": map.emptyClasses,
  "Declarations of an empty container": map.emptyDeclarations,
  Exceptions: map.exceptions ?? BUNDLED,
  "Vague descriptions": map.vagueDescriptions ?? BUNDLED,
  "Filler words": map.fillerWords ?? BUNDLED,
  "Look-alikes": map.lookAlikes?.map(lineOf) ?? BUNDLED,
});

const partsOfClass = (entry: CategoryClass): Parts => ({
  plural: [entry.plural],
  "carries other goods": [entry.carrier ? "yes" : "no"],
  "whole goods": [entry.whole ? "yes" : "no"],
  "other names": entry.aliases,
  "package codes": entry.packageCodes,
  "HS chapters": entry.hsChapters,
  "HS codes": entry.hsCodes ?? [],
  "package words": entry.packageWords ?? [],
  keywords: entry.keywords,
  ...Object.fromEntries(
    Object.entries(entry.translations ?? {}).map(([language, words]) => [`keywords (${language})`, words]),
  ),
});

function compare(before: Parts, after: Parts): Difference[] {
  const places = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return places.flatMap((place) => {
    const [from, to] = [new Set(before[place]), new Set(after[place])];
    const [removed, added] = [[...from].filter((word) => !to.has(word)), [...to].filter((word) => !from.has(word))];
    const difference = { place, removed, added };
    return difference.removed.length + difference.added.length > 0 ? [difference] : [];
  });
}

/** How many words a class that is added or removed has. */
function countOf(parts: Difference[]): string {
  const words = parts
    .filter(({ place }) => !["plural", "carries other goods", "whole goods"].includes(place))
    .reduce((sum, { removed, added }) => sum + removed.length + added.length, 0);
  return words === 1 ? "1 word" : `${words} words`;
}
