import { MAX_READ, normaliseWords } from "./normalise-words.ts";

/** Words after which other goods only serve the head of the phrase: `tyres for trucks`. */
const SERVING: ReadonlySet<string | undefined> = new Set(["for", "para", "pour", "fuer", "icin", "для"]);

/**
 * Words that may stand behind a vehicle or a machine and leave it the head of its phrase: makes, and what identifies
 * the single object.
 */
const FOLLOWERS: ReadonlySet<string | undefined> = new Set(
  [
    "toyota nissan honda mazda mitsubishi suzuki subaru isuzu hino daihatsu lexus hyundai kia daewoo ssangyong tata mahindra",
    "ford chevrolet gmc dodge jeep chrysler tesla cadillac mercede benz bmw audi volkswagen vw opel porsche skoda seat renault",
    "peugeot citroen fiat iveco scania volvo man daf land rover jaguar mini byd chery geely jac foton sinotruk howo faw yamaha",
    "kawasaki bajaj caterpillar cat komatsu jcb kubota hitachi doosan liebherr bobcat case holland deere massey ferguson",
    "set unit model type brand make year chassi vin serial color colour complete brandnew second hand secondhand left right drive",
    "usado usada usati d occasion gebraucht used new running roadworthy damaged",
  ].flatMap((words) => words.split(" ")),
);

/** A description as words, with a function for the positions of the words behind which a phrase ends. */
export type Phrased = { words: readonly string[]; ends: () => ReadonlySet<number> };

/** Signs between phrases; hyphens and slashes stand inside them. */
const PHRASE_END = /[,;:()[\]{}&+|\r\n]|\s[-–—]\s|\.\s/;

/** A number with or without a unit attached, such as `20ft`, or a container number. */
export const NUMBER = /^(?:\d[\d\p{L}]*|[a-z]{4}\d{7})$/u;

/** The words, with the ends of the phrases in the text as written. */
export function readPhrases(description: string, text: unknown): Phrased {
  let ends: ReadonlySet<number> | undefined;
  return { words: description.split(" "), ends: () => (ends ??= findEnds(description, text)) };
}

function findEnds(description: string, text: unknown): ReadonlySet<number> {
  if (typeof text !== "string") return new Set();
  const phrases = text.slice(0, MAX_READ).split(PHRASE_END).map(normaliseWords);
  const written = phrases.filter((phrase) => phrase !== "");
  // Signs that change the words leave the phrases open.
  if (written.join(" ") !== description) return new Set();
  let end = -1;
  return new Set(written.map((phrase) => (end += phrase.split(" ").length)));
}

/** True for words behind one that makes them serve other goods: `trucks` in `tyres for trucks`. */
export function isServed({ words, ends }: Phrased, start: number): boolean {
  const serving = words.slice(0, start).findLastIndex((word) => SERVING.has(word));
  if (serving < 0) return false;
  const found = ends();
  return !words.slice(serving, start).some((_, index) => found.has(serving + index));
}

/**
 * True where a noun follows in the same phrase, which is the head of it: `shampoo` in `car shampoo`, and not `Toyota`
 * in `used car Toyota`.
 */
export function isFollowedByNoun({ words, ends }: Phrased, end: number, isNeutral: (at: number) => boolean): boolean {
  if (end >= words.length || FOLLOWERS.has(words[end]) || isNeutral(end)) return false;
  return !ends().has(end - 1);
}
