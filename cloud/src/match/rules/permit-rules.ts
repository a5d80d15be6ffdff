import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { ControlledGoods } from "@container-inspection/shared-schemas/rules/controlled-goods";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { findPhrase } from "../reading/find-phrase.ts";
import { isNotStated } from "../reading/not-stated.ts";
import { named, english, state } from "../english.ts";
import { aboutLines, beginWithPlace } from "./finding-texts.ts";

/** Names of fields in which senders state permits. */
const PERMIT_FIELD = /permit|licen[cs]e|certificate|authori[sz]ation|consent/i;
/** A permit that the description states, with its number. */
const PERMIT_IN_WORDS = /\b(?:permit|licen[cs]e|certificate|consent)\s*(?:no|nr|number|n[°º])?[\s.:#]*[\w/-]*\d/i;

/** Goods that need a permit, on lines that state none: a question about the documents. */
export function checkPermits(lines: readonly DeclaredLine[], controlled: readonly ControlledGoods[]): MatchFinding[] {
  return lines.flatMap((line) => {
    const need = findNeed(line, controlled);
    if (!need || statesPermit(line)) return [];
    const message = english`${beginWithPlace(line)}, ${line.label}, states ${need.sign}, which may need ${named(need.permit)}; the line states no permit.`;
    const finding = { rule: "permit-not-stated", severity: "warning", lane: "documents" } as const;
    const rest = { declared: line.label, observed: null, message, explanation: [need.source] };
    return [state({ ...finding, ...rest, ...aboutLines([line]) })];
  });
}

/** The first entry that a line's HS code or words belong to, and by what. */
function findNeed({ hs, words }: DeclaredLine, controlled: readonly ControlledGoods[]) {
  for (const goods of controlled) {
    const code = goods.hsCodes.find((one) => hs?.startsWith(one));
    if (code !== undefined) return { ...goods, sign: english`HS code ${code}` };
  }
  const phrase = findPhrase(words, allWords(controlled));
  const goods = controlled.find((one) => phrase !== undefined && one.words.includes(phrase));
  return goods && { ...goods, sign: english`“${phrase ?? ""}”` };
}

const lists = new WeakMap<readonly ControlledGoods[], readonly string[]>();

/** The words of all entries, in one list that is made once. */
function allWords(controlled: readonly ControlledGoods[]): readonly string[] {
  const known = lists.get(controlled) ?? controlled.flatMap(({ words }) => words);
  lists.set(controlled, known);
  return known;
}

function statesPermit({ raw }: DeclaredLine): boolean {
  const isStated = Object.entries(raw).some(
    ([name, value]) => PERMIT_FIELD.test(name) && typeof value === "string" && !isNotStated(value),
  );
  const { description } = raw;
  return isStated || (typeof description === "string" && PERMIT_IN_WORDS.test(description));
}
