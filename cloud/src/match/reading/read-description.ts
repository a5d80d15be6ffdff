import type { CategoryClass } from "@container-inspection/shared-schemas/category-map";
import type { CompiledMap, Meaning, Phrase } from "./compile-map.ts";
import { isFollowedByNoun, isServed, NUMBER, type Phrased, readPhrases } from "./head-noun.ts";

/** The meaning of a description. */
export type ReadDescription = {
  /** Classes that its goods suggest, each with the phrase of the map that does. */
  goods: ReadonlyMap<CategoryClass, string>;
  /** Classes that it names as packages, each with the phrase of the map that does. */
  packages: ReadonlyMap<CategoryClass, string>;
  /**
   * `empty` if it contains only words for an empty container, `perhaps-empty` if such words begin it and the others are
   * not understood, `vague` if no words describe the goods.
   */
  kind: "described" | "vague" | "empty" | "perhaps-empty";
};

/** Letters that mean metric tons, and not "empty", after a number. */
const METRIC_TONS = "mt";

/**
 * Reads a description, given as normalised words, from left to right: at each place the longest phrase of the map
 * counts and hides the shorter ones in it. `text` is the description as written, whose signs end its phrases.
 */
export function readDescription(description: string, map: CompiledMap, text: unknown = description): ReadDescription {
  const { found, hasOthers, beginsEmpty } = findPhrases(readPhrases(description, text), map);
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
    const isOfGoods = isDescribed || (has("empty") && has("package"));
    if (isOfGoods) return "described";
    if (hasOthers) return beginsEmpty && !has("vague") ? "perhaps-empty" : "described";
    return has("empty") && !has("vague") ? "empty" : "vague";
  }
}

type Found = {
  /** The meanings of each phrase. */
  found: (readonly Meaning[])[];
  /** True if there are words that no phrase explains. */
  hasOthers: boolean;
  /** True if words for an empty container stand before all others. */
  beginsEmpty: boolean;
};

function findPhrases(phrased: Phrased, map: CompiledMap): Found {
  const { words } = phrased;
  const found: (readonly Meaning[])[] = [];
  let [hasOthers, beginsEmpty, isAfterNumber, end] = [false, false, false, 0];
  for (const [at, word] of words.entries()) {
    const isTons = word === METRIC_TONS && isAfterNumber;
    const isNumber = NUMBER.test(word);
    isAfterNumber = isNumber;
    if (at < end || isTons) continue;
    const phrase = phraseAt(words, at, map);
    if (phrase) {
      end = at + phrase.words.length;
      const meanings = phrase.meanings.some(needsHead) ? meantBy(phrase, phrased, { at, end, map }) : phrase.meanings;
      beginsEmpty ||= !hasOthers && meanings.some(({ kind }) => kind === "empty");
      if (meanings.length > 0) found.push(meanings);
      else hasOthers = true;
    } else if (!isNumber) hasOthers = true;
  }
  return { found, hasOthers, beginsEmpty };
}

type Place = { at: number; end: number; map: CompiledMap };

/** The meanings of a phrase, without vehicles and machines where it is not the head. */
function meantBy(phrase: Phrase, phrased: Phrased, { at, end, map }: Place): readonly Meaning[] {
  const isNeutral = (behind: number) => isAllowedBehind(phrase, phrased, { at: behind, map });
  const isFollowed = phrase.meanings.some(isHeadFinal) && isFollowedByNoun(phrased, end, isNeutral);
  if (!isFollowed && !isServed(phrased, at)) return phrase.meanings;
  return phrase.meanings.filter((meaning) => !needsHead(meaning));
}

/** A vehicle or a machine is declared only where its word is the head of the phrase. */
const needsHead = (meaning: Meaning) => meaning.kind === "goods" && meaning.entry.whole === true;

/** In some languages the last noun of a phrase is its head, in others the first. */
const isHeadFinal = (meaning: Meaning) => meaning.kind === "goods" && meaning.isHeadFinal;

/** Words that lead to a second object, whose head may be that of the first as well: `car and truck tyres`. */
const ANDS: ReadonlySet<string | undefined> = new Set(["and", "or"]);

/** Words before the number of a part, which identifies the whole: `truck engine no 4711`. */
const NUMBERED: ReadonlySet<string | undefined> = new Set(["no", "nr", "number"]);

/**
 * True for words behind a whole object that leave it the head: those that describe no goods, and objects of the same
 * class that are heads themselves, such as the last of `truck tractor`, and numbers.
 */
function isAllowedBehind(phrase: Phrase, phrased: Phrased, { at, map }: Omit<Place, "end">): boolean {
  const { words } = phrased;
  if (NUMBER.test(words[at] ?? "")) return true;
  const next = phraseAt(words, at, map);
  if (!next) return false;
  const end = at + next.words.length;
  const isNeutral = (behind: number) => isAllowedBehind(phrase, phrased, { at: behind, map });
  if (next.meanings.some(needsHead))
    return isSameClass(phrase, next) ? !isFollowedByNoun(phrased, end, isNeutral) : NUMBERED.has(words[end]);
  const isPlain = next.meanings.some(({ kind }) => kind === "filler" || kind === "empty");
  return isPlain && !(ANDS.has(words[at]) && isOfWhole(phraseAt(words, end, map), map));
}

const isSameClass = (one: Phrase, other: Phrase) =>
  one.meanings.some((meaning) => needsHead(meaning) && other.meanings.some((each) => isOf(each, meaning)));

const isOf = (one: Meaning, other: Meaning) =>
  one.kind === "goods" && other.kind === "goods" && one.entry === other.entry;

/** True for a phrase of other goods that begins with a whole object: `truck tyres`, `bus parts`. */
function isOfWhole(phrase: Phrase | undefined, map: CompiledMap): boolean {
  const [first, ...rest] = phrase?.words ?? [];
  if (!phrase || rest.length === 0 || phrase.meanings.some(needsHead)) return false;
  return map.phrases.get(first)?.some(({ words, meanings }) => words.length === 1 && meanings.some(needsHead)) ?? false;
}

/** The longest phrase of the map that begins at a word. */
function phraseAt(words: readonly string[], at: number, map: CompiledMap): Phrase | undefined {
  return map.phrases.get(words[at])?.find((phrase) => phrase.words.every((word, index) => words[at + index] === word));
}

function classesOf(wanted: "goods" | "package", meanings: readonly Meaning[]): ReadonlyMap<CategoryClass, string> {
  const named = new Map<CategoryClass, string>();
  // The first phrase in the description is the one that explains a class.
  for (const meaning of meanings.toReversed())
    if (meaning.kind === wanted && "entry" in meaning) named.set(meaning.entry, meaning.phrase);
  return named;
}
