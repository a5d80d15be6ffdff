import { normaliseWords } from "./normalise-words.ts";

const NEGATIONS =
  "non,not,no,nor,anti,free of,without,nicht,kein,keine,ohne,sin,sans,pas,nao,não,sem,не,без,非,不,无".split(",");

/** Words that may stand between a negation and what it negates: `not classified as dangerous goods`. */
const LINKS =
  "a,an,any,as,is,are,considered,classified,classed,class,regarded,regulated,restricted,subject,to,es,son,una,como,clasificado,clasificada,considerado,considerada,als,eine,einer,ein,ist,sind,eingestuft,est,sont,une,de,classé,classée,comme,considéré,considérée,é,são,classificado,classificada,является,относится,к".split(
    ",",
  );

const either = (words: readonly string[]) => [...new Set(words.map(normaliseWords))].join("|");

/** Normalised words that end in a negation, in words that link it to the next, and the space after them. */
const NEGATED = new RegExp(`(?:^| )(?:${either(NEGATIONS)}) (?:(?:${either(LINKS)}) ){0,4}$`);

/** A phrase with its normalised words and a space behind them. */
type Prepared = { phrase: string; words: string };
/** Phrases by their first two characters, so that not all of them are searched at every word of a line. */
type Index = ReadonlyMap<number, readonly Prepared[]>;

/** The two characters at a place as one number, which is found sooner than a text that has to be cut out first. */
const keyAt = (text: string, place: number): number => text.charCodeAt(place) * 65_536 + text.charCodeAt(place + 1);

const indexes = new WeakMap<readonly string[], Index>();

function prepare(phrases: readonly string[]): Index {
  const prepared = phrases.map((phrase) => ({ phrase, words: `${normaliseWords(phrase)} ` }));
  const index = Map.groupBy(prepared, ({ words }) => keyAt(words, 0));
  // Stryker disable next-line CallExpression: an index is kept only to save the work of making it again
  indexes.set(phrases, index);
  return index;
}

/** The first phrase in normalised words without a word such as "non" before it. */
export function findPhrase(words: string, phrases: readonly string[]): string | undefined {
  const index = indexes.get(phrases) ?? prepare(phrases);
  const text = `${words} `;
  for (let place = 0; place < text.length; place = text.indexOf(" ", place) + 1) {
    const found = phraseAt(text, place, index);
    if (found) return found.phrase;
  }
  return undefined;
}

/** A phrase with the positions of its first word and of the word behind it. */
type FoundPhrase = { phrase: string; at: number; end: number };

/** Every such phrase, at each word the first one of the list. */
export function* findPhrases(words: string, phrases: readonly string[]): Generator<FoundPhrase, undefined> {
  const index = indexes.get(phrases) ?? prepare(phrases);
  const text = `${words} `;
  for (let [at, place] = [0, 0]; place < text.length; at += 1, place = text.indexOf(" ", place) + 1) {
    const found = phraseAt(text, place, index);
    if (found) yield { phrase: found.phrase, at, end: at + found.words.split(" ").length - 1 };
  }
}

/** The first phrase that begins at a place of words with a space behind each, if no negation stands before it. */
function phraseAt(text: string, place: number, index: Index): Prepared | undefined {
  const found = index.get(keyAt(text, place))?.find(({ words }) => text.startsWith(words, place));
  return found && !NEGATED.test(text.slice(0, place)) ? found : undefined;
}
