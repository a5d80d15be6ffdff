import type { CategoryMap } from "@container-inspection/shared-schemas/category-map";
import type { ErrorDetail } from "@container-inspection/shared-schemas/errors";
import { normaliseWords } from "./normalise-words.ts";

/** Maximum number of words of all lists together, which bounds the search of a match. */
const MAX_WORDS = 5_000;

/**
 * Returns the errors of a well-formed map, each with its place in the request: words without a letter or digit, which
 * would match anything, names that two classes share, and too many words.
 */
export function checkCategoryMap(map: CategoryMap): ErrorDetail[] {
  const words = listWords(map);
  const blank = words
    .filter(({ word }) => normaliseWords(word) === "")
    .map(({ path }) => ({ path, message: "must hold a letter or a digit" }));
  const tooMany = { path: "map", message: `must hold at most ${MAX_WORDS} words in all lists together` };
  return [...blank, ...findSharedNames(map), ...(words.length > MAX_WORDS ? [tooMany] : [])];
}

type Word = { path: string; word: string };

function listWords({ classes, ...map }: CategoryMap): Word[] {
  const lists = ["emptyClasses", "emptyDeclarations", "exceptions", "vagueDescriptions", "fillerWords"] as const;
  return [
    ...lists.flatMap((list) => listOf(`map.${list}`, map[list])),
    ...classes.flatMap((entry, index) => listWordsOfClass(entry, `map.classes.${index}`)),
  ];
}

function listWordsOfClass(entry: CategoryMap["classes"][number], path: string): Word[] {
  const { name, plural, aliases, packageWords, keywords, translations = {} } = entry;
  return [
    { path: `${path}.name`, word: name },
    { path: `${path}.plural`, word: plural },
    ...listOf(`${path}.aliases`, aliases),
    ...listOf(`${path}.packageWords`, packageWords),
    ...listOf(`${path}.keywords`, keywords),
    ...Object.entries(translations).flatMap(([language, words]) => listOf(`${path}.translations.${language}`, words)),
  ];
}

function listOf(path: string, words: readonly string[] = []): Word[] {
  return words.map((word, index) => ({ path: `${path}.${index}`, word }));
}

/** Names and aliases by which a detection could be of two classes. */
function findSharedNames({ classes }: CategoryMap): ErrorDetail[] {
  const taken = new Set<string>();
  return classes.flatMap(({ name, plural, aliases }, index) => {
    const names = new Set([name, plural, ...aliases].map(normaliseWords));
    const shared = [...names].filter((word) => word !== "" && taken.has(word));
    for (const word of names) taken.add(word);
    return shared.map((word) => ({
      path: `map.classes.${index}`,
      message: `must not share the name "${word}" with another class`,
    }));
  });
}
