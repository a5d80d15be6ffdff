import type { CategoryClass, CategoryMap } from "@container-inspection/shared-schemas/category-map";
import { bundledMap } from "../bundled/category-map.ts";
import { normaliseWords } from "./normalise-words.ts";

/**
 * Meaning of a phrase in the map: a class's goods or packages, an exception to shorter phrases, a vague description,
 * an empty container, or nothing about the goods.
 */
export type Meaning =
  | { kind: "goods"; entry: CategoryClass; phrase: string; isHeadFinal: boolean }
  | { kind: "package"; entry: CategoryClass; phrase: string }
  | { kind: "exception" | "vague" | "empty" | "filler" };

/** A phrase as normalised words, with everything that it means. */
export type Phrase = { words: readonly string[]; meanings: readonly Meaning[] };

/** A category map made ready for matching: words are normalised once, and found without going through all of them. */
export type CompiledMap = Pick<CategoryMap, "minConfidence" | "certainConfidence" | "quantityTolerance" | "classes"> & {
  /** Named in every match, so that a result can be traced to the map it came from. */
  version: number;
  /** Normalised. */
  emptyClasses: ReadonlySet<string>;
  /** Classes by every normalised name a model may give them. */
  classesByName: ReadonlyMap<string, CategoryClass>;
  /** Names of classes that carry other goods, such as pallets. */
  carriers: ReadonlySet<string>;
  classesByPackageCode: ReadonlyMap<string | undefined, CategoryClass>;
  /** Classes by prefixes of HS codes, of 2 to 6 digits. */
  classesByHsCode: ReadonlyMap<string | undefined, readonly CategoryClass[]>;
  /** Phrases by their first word, the longest first. */
  phrases: ReadonlyMap<string | undefined, readonly Phrase[]>;
  lookAlikes: NonNullable<CategoryMap["lookAlikes"]>;
};

/** Makes one version of the category map ready for matching. */
export function compileMap(version: number, map: CategoryMap): CompiledMap {
  const { minConfidence, certainConfidence, quantityTolerance, classes, lookAlikes = bundledMap.lookAlikes } = map;
  const names = classes.flatMap((entry) =>
    [entry.name, entry.plural, ...entry.aliases].map((name) => [normaliseWords(name), entry] as const),
  );
  const codes = classes.flatMap((entry) =>
    [...new Set([...entry.hsChapters, ...(entry.hsCodes ?? [])])].map((code) => ({ code, entry })),
  );
  // Of two classes with one package code the first has it.
  const packages = classes.toReversed().flatMap((entry) => entry.packageCodes.map((code) => [code, entry] as const));
  return {
    version,
    minConfidence,
    certainConfidence,
    quantityTolerance,
    classes,
    emptyClasses: new Set(map.emptyClasses.map(normaliseWords)),
    classesByName: new Map(names),
    carriers: new Set(classes.filter(({ carrier }) => carrier).map(({ name }) => name)),
    classesByPackageCode: new Map(packages),
    classesByHsCode: new Map(
      [...Map.groupBy(codes, ({ code }) => code)].map(([code, list]) => [code, list.map(({ entry }) => entry)]),
    ),
    phrases: indexPhrases(map),
    lookAlikes,
  };
}

/** Languages in which the last noun of a phrase is its head; so it is in keywords without a language, as in English. */
const HEAD_FINAL: ReadonlySet<string> = new Set(["en", "de", "zh", "tr"]);

/** Every phrase of the map by its first word. */
function indexPhrases(map: CategoryMap): CompiledMap["phrases"] {
  const all = new Map<string, Meaning[]>();
  const add = (phrases: readonly string[] = [], meaningOf: (phrase: string) => Meaning) => {
    for (const phrase of phrases) {
      const words = normaliseWords(phrase);
      all.set(words, [...(all.get(words) ?? []), meaningOf(phrase)]);
    }
  };
  for (const entry of map.classes) {
    add(entry.keywords, (phrase) => ({ kind: "goods", entry, phrase, isHeadFinal: true }));
    for (const [language, words] of Object.entries(entry.translations ?? {}))
      add(words, (phrase) => ({ kind: "goods", entry, phrase, isHeadFinal: HEAD_FINAL.has(language) }));
    add(entry.packageWords, (phrase) => ({ kind: "package", entry, phrase }));
  }
  add(map.emptyDeclarations, () => ({ kind: "empty" }));
  add(map.exceptions ?? bundledMap.exceptions, () => ({ kind: "exception" }));
  add(map.vagueDescriptions ?? bundledMap.vagueDescriptions, () => ({ kind: "vague" }));
  add(map.fillerWords ?? bundledMap.fillerWords, () => ({ kind: "filler" }));
  const phrases = [...all].map(([words, meanings]) => ({ words: words.split(" "), meanings }));
  const longestFirst = phrases.toSorted((a, b) => b.words.length - a.words.length);
  return Map.groupBy(longestFirst, ({ words }) => words[0]);
}
