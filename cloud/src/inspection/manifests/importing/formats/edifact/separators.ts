/** The five characters that structure an interchange, and where its segments begin. */
export type Separators = {
  component: string;
  element: string;
  decimalMark: string;
  /** Makes the character behind it data; undefined where the interchange has none. */
  release: string | undefined;
  terminator: string;
};
export type Found = { ok: true; separators: Separators; begin: number } | { ok: false; problem: string };

const common: Separators = { component: ":", element: "+", decimalMark: ".", release: "?", terminator: "'" };
/** The information separators of ISO 646, which level B of syntax version 1 uses. */
const controls: Separators = {
  component: "\u001F",
  element: "\u001D",
  decimalMark: ".",
  release: undefined,
  terminator: "\u001C",
};
/** Characters that the tokenizer cannot take as separators. */
const UNUSABLE = /[[\]\\^A-Za-z0-9]/;

/** True for the beginning of an EDIFACT file, with or without UNA and UNB. */
export const isEdifact = (head: string) => /^\uFEFF?\s*(?:UNA.{5}|UNB[+\p{Cc}]|UNH\+)/su.test(head);

/** Reads the separators of an interchange from UNA, and else from the character behind UNB. */
export function findSeparators(text: string): Found {
  const begin = text.search(/\S/);
  const start = begin < 0 ? "" : text.slice(begin, begin + 9);
  if (!start.startsWith("UNA")) {
    const sign = start[3];
    if (sign === controls.element) return { ok: true, separators: controls, begin };
    if (sign === common.element) return { ok: true, separators: common, begin };
    return { ok: false, problem: "The file has no UNA segment, and its first segment is not separated by '+'." };
  }
  const [component = "", element = "", decimalMark = "", release = "", , terminator = ""] = start.slice(3);
  const used = [component, element, terminator, ...(release === " " ? [] : [release])];
  if (terminator === "") return { ok: false, problem: "The file ends inside its UNA segment." };
  if (new Set(used).size < used.length)
    return { ok: false, problem: `The UNA segment "${start}" states one character for two purposes.` };
  const bad = used.find((sign) => UNUSABLE.test(sign));
  if (bad !== undefined)
    return { ok: false, problem: `The UNA segment "${start}" states the separator "${bad}", which cannot be read.` };
  const separators = { component, element, decimalMark, release: release === " " ? undefined : release, terminator };
  return { ok: true, separators, begin: begin + 9 };
}
