import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Phrase } from "@container-inspection/shared-schemas/phrase";

/** A text in English, with the phrase or the number from which other languages make theirs. */
export class Translatable {
  readonly text: string;
  readonly value: Phrase | number;

  constructor(text: string, value: Phrase | number) {
    this.text = text;
    this.value = value;
  }

  toString(): string {
    return this.text;
  }
}

/** Words as their sender wrote them, or a text that has a translation. */
export type Words = string | Translatable;

const templates = new WeakMap<TemplateStringsArray, string>();

/** The template of a text, with `{0}` for its first value. */
function templateOf(parts: TemplateStringsArray): string {
  const known = templates.get(parts) ?? parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`);
  templates.set(parts, known);
  return known;
}

/**
 * Makes a text from a template literal: `english`The tare is ${kg(tare)}.``. The console's catalogs have every template
 * that follows `english` in the sources, so that each needs a translation.
 */
export function english(parts: TemplateStringsArray, ...values: readonly (Words | number)[]): Translatable {
  const phrase: Phrase = [templateOf(parts)];
  let text = parts[0] ?? "";
  for (const [index, value] of values.entries()) {
    const content = typeof value === "number" ? quantity(value) : value;
    phrase.push(typeof content === "string" ? content : content.value);
    text += `${typeof content === "string" ? content : content.text}${parts[index + 1] ?? ""}`;
  }
  return new Translatable(text, phrase);
}

const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 1, useGrouping: false });
const withGroups = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** A number with at most one decimal and no grouping. */
export function quantity(value: number): Translatable {
  const text = plain.format(value);
  return new Translatable(text, Number(text));
}

/** A number with at most one decimal and grouped digits: `24,500`. */
export const grouped = (value: number): Translatable =>
  new Translatable(withGroups.format(value), Number(plain.format(value)));

/** A word that catalogs may know by itself, such as the class of a model. */
export const named = (word: string): Translatable => new Translatable(word, [word]);

/** Returns the phrase of a text; words as their sender wrote them are the only value of theirs. */
export const phraseOf = (words: Words): Phrase => {
  if (typeof words === "string") return ["{0}", words];
  return typeof words.value === "number" ? ["{0}", words.value] : words.value;
};

type Join = (one: Words, rest: Words) => Translatable;
/** The ways to join the items of a list. */
export const joins = {
  comma: (one, rest) => english`${one}, ${rest}`,
  semicolon: (one, rest) => english`${one}; ${rest}`,
  space: (one, rest) => english`${one} ${rest}`,
  nothing: (one, rest) => english`${one}${rest}`,
  and: (one, rest) => english`${one} and ${rest}`,
  or: (one, rest) => english`${one} or ${rest}`,
} satisfies Record<string, Join>;

/** Joins all items but empty ones; the last two in a way of their own, where it is given. */
export function join(items: readonly Words[], by: Join, last: Join = by): Words {
  const [end = "", ...others] = items.filter((item) => String(item) !== "").toReversed();
  return others.reduce((rest, one, index) => (index === 0 ? last : by)(one, rest), end);
}

const MAX_LISTED = 3;

/** The first three names, and how many more there are. */
export function listNames(names: readonly Words[], by: Join = joins.comma): Words {
  const [one = "", two = "", three = ""] = names;
  if (names.length <= MAX_LISTED) return join(names, by);
  const more = names.length - MAX_LISTED;
  return by === joins.semicolon
    ? english`${one}; ${two}; ${three} and ${more} more`
    : english`${one}, ${two}, ${three} and ${more} more`;
}

/** A finding as a rule states it, with texts that have translations. */
export type Statement = Omit<MatchFinding, "declared" | "observed" | "message" | "explanation" | "phrases"> & {
  declared: Words | null;
  observed: Words | null;
  message: Translatable;
  explanation?: readonly Words[];
};

const textOf = (words: Words | null) => (words === null ? null : String(words));

/** The finding of a statement: its texts in English, and their phrases. */
export function state({ declared, observed, message, explanation, ...rest }: Statement): MatchFinding {
  return {
    ...rest,
    declared: textOf(declared),
    observed: textOf(observed),
    message: message.text,
    ...(explanation && { explanation: explanation.map(String) }),
    phrases: {
      message: phraseOf(message),
      ...(declared instanceof Translatable && { declared: phraseOf(declared) }),
      ...(observed instanceof Translatable && { observed: phraseOf(observed) }),
      ...(explanation && { explanation: explanation.map(phraseOf) }),
    },
  };
}

/** The message of a record, with its phrase where it has one. */
export const messageOf = (words: Words): { message: string; phrase?: Phrase } => ({
  message: String(words),
  ...(words instanceof Translatable && { phrase: phraseOf(words) }),
});

/** A text that a finding holds, with its phrase where it has one. */
export const withPhrase = (text: string, phrase: Phrase | undefined): Words =>
  phrase ? new Translatable(text, phrase) : text;
