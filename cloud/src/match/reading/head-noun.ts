import { MAX_READ, normaliseWords } from "./normalise-words.ts";

/** Words after which other goods only serve the head of the phrase: `tyres for trucks`. */
const SERVING: ReadonlySet<string | undefined> = new Set(["for", "para", "pour", "fuer", "icin", "для"]);

const asSet = (...texts: string[]): ReadonlySet<string | undefined> =>
  new Set(texts.flatMap((words) => words.split(" ")));

/** Makes, models, and words before them, which identify a vehicle or a machine and leave it the head of its phrase. */
const MAKES = asSet(
  "toyota nissan honda mazda mitsubishi suzuki subaru isuzu hino daihatsu lexus hyundai kia daewoo ssangyong tata mahindra",
  "ford chevrolet gmc dodge jeep chrysler tesla cadillac mercede benz bmw audi volkswagen vw opel porsche skoda renault",
  "peugeot citroen fiat iveco scania volvo daf rover cruiser jaguar cooper byd chery geely jac foton sinotruk howo faw yamaha",
  "kawasaki bajaj caterpillar komatsu jcb kubota hitachi doosan liebherr bobcat holland deere massey ferguson",
  "john ibiza leon make brand type year vin ih tgx tga tgs tgl tgm",
);

/** Words that describe the object itself, or are makes and other goods too: the word behind them decides. */
const DESCRIBING = asSet(
  "set unit chassi serial color colour complete brandnew second hand secondhand left right drive lhd rhd usado usada usati",
  "d occasion gebraucht used new running roadworthy not damaged condition good man cat mini land sedan saloon suv",
  "petrol diesel hybrid electric automatic manual white black silver grey gray red blue green",
);

/** Words that are a make only before another make or a number: `case ih`, and not `tractor case`. */
const NAMING = asSet("seat case");

/** Goods that have the name of a make or a model in front of them: `car Toyota parts`. */
const PARTS = asSet("part spare accessory component kit");

/** A description as words, with a function for the positions of the words behind which a phrase ends. */
export type Phrased = { words: readonly string[]; ends: () => ReadonlySet<number> };

/** Signs between phrases; hyphens and slashes stand inside them. */
const PHRASE_END = /[,;:()[\]{}&+|\r\n]|\s[-–—]\s|\.\s/;

/** Codes with a digit, such as numbers of chassis. */
const CODE = /\d/;

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
 * in `used car Toyota`. `isNeutral` names positions of words that end the search, since they name something else.
 */
export function isFollowedByNoun(phrased: Phrased, end: number, isNeutral: (at: number) => boolean): boolean {
  const { words, ends } = phrased;
  const [word, next] = words.slice(end, end + 2);
  if (word === undefined || ends().has(end - 1)) return false;
  const isSide = word === "drive" && words[end - 1] === "hand";
  if (DESCRIBING.has(word) && !isSide) return isFollowedByNoun(phrased, end + 1, isNeutral);
  // Models of cars are toys, and "car model Corolla" is a car.
  const isModel = word === "model" && next !== undefined && !ends().has(end);
  if (MAKES.has(word) || isModel || isSide) return leadsToParts(phrased, end, isNeutral);
  if (NAMING.has(word)) return !MAKES.has(next) && !NUMBER.test(next ?? "");
  return !isNeutral(end) && !CODE.test(word);
}

/** True where parts follow in the same phrase, before a word that leads to more about the object. */
function leadsToParts({ words, ends }: Phrased, start: number, isNeutral: (at: number) => boolean): boolean {
  const behind = words.findIndex((_, at) => at > start && (ends().has(at - 1) || isNeutral(at)));
  return words.slice(start, behind < 0 ? undefined : behind).some((word) => PARTS.has(word));
}
