import type { AlertRules } from "@container-inspection/shared-schemas/rules/alert-rules";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { findPhrases } from "../reading/find-phrase.ts";
import { isFollowedByNoun, isServed, NUMBER, readPhrases } from "../reading/head-noun.ts";
import { normaliseWords } from "../reading/normalise-words.ts";

const asSet = (words: string): ReadonlySet<string | undefined> => new Set(words.split(" "));
/** Words behind the head of a phrase that lead to more about it: `horses for breeding`. */
const LINKS = asSet("in of for with without from by per on to as de del du en aus mit von fuer para pour con avec");
/** Words that lead to a second noun, which may be the head of both: `knife and fork holders`. */
const ANDS = asSet("and y et und e");

/** Lines that declare what a model reports: by HS code, or by words of the rules that are the head of a phrase. */
export function findReasons(
  className: string | null,
  lines: readonly DeclaredLine[],
  { declaredAs = [] }: AlertRules,
): DeclaredLine[] {
  const name = normaliseWords(className);
  const named = declaredAs.filter(({ classes }) => classes.some((one) => normaliseWords(one) === name));
  return lines.filter((line) =>
    named.some(({ hsCodes, words }) => hsCodes.some((code) => line.hs?.startsWith(code)) || hasHead(line, words)),
  );
}

/** True where one of these words is what the line declares, and not what it is for: no dog is in `dog food`. */
function hasHead({ words, raw }: DeclaredLine, heads: readonly string[]): boolean {
  const phrased = readPhrases(words, raw["description"]);
  const isNeutral = (at: number): boolean => {
    const word = phrased.words[at];
    if (ANDS.has(word)) return !isFollowedByNoun(phrased, at + 2, isNeutral);
    return LINKS.has(word) || NUMBER.test(word ?? "");
  };
  return [...findPhrases(words, heads)].some(
    ({ at, end }) => !isServed(phrased, at) && !isFollowedByNoun(phrased, end, isNeutral),
  );
}
