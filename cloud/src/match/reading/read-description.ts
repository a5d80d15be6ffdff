import type { CategoryClass } from "@container-inspection/shared-schemas/category-map";
import type { CompiledMap, Meaning, Phrase } from "./compile-map.ts";

/** The meaning of a description. */
export type ReadDescription = {
  /** Classes that its goods suggest, each with the phrase of the map that does. */
  goods: ReadonlyMap<CategoryClass, string>;
  /** Classes that it names as packages, each with the phrase of the map that does. */
  packages: ReadonlyMap<CategoryClass, string>;
  /** `empty` if it contains only words for an empty container, `vague` if no words describe the goods. */
  kind: "described" | "vague" | "empty";
};

/** A number with or without a unit attached, such as `20ft`, or a container number. */
const NUMBER = /^(?:\d[\d\p{L}]*|[a-z]{4}\d{7})$/u;
/** Letters that mean metric tons, and not "empty", after a number. */
const METRIC_TONS = "mt";

/**
 * Reads a description, given as normalised words, from left to right: at each place the longest phrase of the map
 * counts and hides the shorter ones in it.
 */
export function readDescription(description: string, map: CompiledMap): ReadDescription {
  const { found, hasOthers } = findPhrases(description.split(" "), map);
  const meanings = found.flat();
  const has = (kind: Meaning["kind"]) => meanings.some((meaning) => meaning.kind === kind);
  // A phrase that is vague as well suggests goods and does not describe them.
  const isDescribed = found.some(
    (list) =>
      list.some(({ kind }) => kind === "goods" || kind === "exception") && !list.some(({ kind }) => kind === "vague"),
  );
  return {
    goods: classesOf("goods", meanings),
    packages: classesOf("package", meanings),
    kind: kindOf(),
  };

  function kindOf(): ReadDescription["kind"] {
    if (hasOthers || isDescribed) return "described";
    if (has("empty") && has("package")) return "described";
    return has("empty") && !has("vague") ? "empty" : "vague";
  }
}

/** The meanings of each phrase in a description, and whether it contains words that no phrase explains. */
function findPhrases(
  words: readonly string[],
  map: CompiledMap,
): { found: (readonly Meaning[])[]; hasOthers: boolean } {
  const found: (readonly Meaning[])[] = [];
  let hasOthers = false;
  let isAfterNumber = false;
  let end = 0;
  for (const [at, word] of words.entries()) {
    const isTons = word === METRIC_TONS && isAfterNumber;
    isAfterNumber = NUMBER.test(word);
    if (at < end || isTons) continue;
    const phrase = phraseAt(words.slice(at), map);
    if (phrase) {
      found.push(phrase.meanings);
      end = at + phrase.words.length;
    } else if (!NUMBER.test(word)) hasOthers = true;
  }
  return { found, hasOthers };
}

/** The longest phrase of the map that begins these words. */
function phraseAt(words: readonly string[], map: CompiledMap): Phrase | undefined {
  return map.phrases.get(words[0])?.find((phrase) => phrase.words.every((word, index) => words[index] === word));
}

function classesOf(wanted: "goods" | "package", meanings: readonly Meaning[]): ReadonlyMap<CategoryClass, string> {
  const named = meanings.flatMap((meaning): [CategoryClass, string][] =>
    meaning.kind === wanted && "entry" in meaning ? [[meaning.entry, meaning.phrase]] : [],
  );
  // The first phrase in the description is the one that explains a class.
  return new Map(named.toReversed());
}
