import type { CategoryClass, CategoryMap } from "@container-inspection/shared-schemas/category-map";
import { plural, t } from "@lingui/core/macro";
import type { Difference } from "../rules/differences.tsx";
import { lineOf, percentOf } from "./edited-map.ts";

/** Returns the text shown in place of a list that the bundled map provides. */
const bundledWords = () => [t`(as in the bundled map)`];

/**
 * Returns the differences between two maps, place by place; the order of words is ignored, and classes are matched by
 * name.
 */
export function differencesOf(before: CategoryMap, after: CategoryMap): Difference[] {
  const names = [...new Set([...before.classes, ...after.classes].map(({ name }) => name))];
  return [
    ...compare(partsOf(before), partsOf(after)),
    ...names.flatMap((name) => {
      const [from, to] = [before, after].map(({ classes }) => classes.find((one) => one.name === name));
      const compared = compare(from ? partsOfClass(from) : {}, to ? partsOfClass(to) : {});
      const place = t`Class ${name}`;
      if (from && to) return compared.map((one) => ({ ...one, place: `${place}, ${one.place}` }));
      const counted = countOf(from ?? to);
      return [
        { place, removed: from ? [t`the class, ${counted}`] : [], added: to ? [t`a new class, ${counted}`] : [] },
      ];
    }),
  ];
}

type Parts = Record<string, readonly string[]>;

const partsOf = (map: CategoryMap): Parts => ({
  [t`Least confidence`]: [`${percentOf(map.minConfidence)} %`],
  [t`Certain from`]: [`${percentOf(map.certainConfidence)} %`],
  [t`Tolerance of quantities`]: [`${percentOf(map.quantityTolerance)} %`],
  [t`Classes of an empty container`]: map.emptyClasses,
  [t`Declarations of an empty container`]: map.emptyDeclarations,
  [t`Exceptions`]: map.exceptions ?? bundledWords(),
  [t`Vague descriptions`]: map.vagueDescriptions ?? bundledWords(),
  [t`Filler words`]: map.fillerWords ?? bundledWords(),
  [t`Look-alikes`]: map.lookAlikes?.map(lineOf) ?? bundledWords(),
});

const kindsOfClass = (entry: CategoryClass): Parts => ({
  [t`plural`]: [entry.plural],
  [t`carries other goods`]: [entry.carrier ? t`yes` : t`no`],
  [t`whole goods`]: [entry.whole ? t`yes` : t`no`],
});

const wordsOfClass = (entry: CategoryClass): Parts => ({
  [t`other names`]: entry.aliases,
  [t`package codes`]: entry.packageCodes,
  [t`HS chapters`]: entry.hsChapters,
  [t`HS codes`]: entry.hsCodes ?? [],
  [t`package words`]: entry.packageWords ?? [],
  [t`keywords`]: entry.keywords,
  ...Object.fromEntries(
    Object.entries(entry.translations ?? {}).map(([language, words]) => [t`keywords (${language})`, words]),
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

const partsOfClass = (entry: CategoryClass): Parts => ({ ...kindsOfClass(entry), ...wordsOfClass(entry) });

/** Returns the number of words of a class that is added or removed, as text. */
function countOf(entry: CategoryClass | undefined): string {
  const words = Object.values(entry ? wordsOfClass(entry) : {}).reduce((sum, { length }) => sum + length, 0);
  return plural(words, { one: "# word", other: "# words" });
}
