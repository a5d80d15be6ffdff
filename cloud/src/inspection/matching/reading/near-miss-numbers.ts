import { parseContainerNumber } from "@container-inspection/shared-schemas";

/** Characters that readers of pictures confuse most. */
const lookAlikes = [
  "0O",
  "0D",
  "0Q",
  "1I",
  "1L",
  "1T",
  "2Z",
  "5S",
  "6G",
  "8B",
  "7T",
  "4A",
  "3B",
  "VU",
  "MN",
  "CG",
  "38",
  "56",
  "17",
  "69",
  "08",
];

/**
 * Expected container numbers that differ from a number that was read by one character, or by two neighbours that
 * changed places, best first: look-alikes, other characters, then exchanged ones. Only numbers that pass the check
 * digit of ISO 6346 are offered.
 */
export function nearMissNumbers(read: string, expected: readonly string[]): string[] {
  const key = compact(read);
  const ranked = [...new Set(expected)].flatMap((number) => {
    const rank = parseContainerNumber(number)?.check === "valid" ? rankMiss(key, compact(number)) : undefined;
    return rank === undefined ? [] : [{ number, rank }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ number }) => number);
}

/**
 * All valid numbers of which a number that was read is a near miss: some forty. Empty for a text of another length than
 * a container number.
 */
export function variantsOf(read: string): string[] {
  const key = compact(read);
  if (key.length !== LENGTH) return [];
  const replaced = key
    .split("")
    .flatMap((_, place) => CHARACTERS.map((character) => `${key.slice(0, place)}${character}${key.slice(place + 1)}`));
  const swapped = key
    .split("")
    .map((_, place) => `${key.slice(0, place)}${key.slice(place + 1, place + 2)}${key[place]}${key.slice(place + 2)}`);
  const variants = [...new Set([...replaced, ...swapped])].filter((variant) => variant !== key);
  return variants.filter((variant) => parseContainerNumber(variant)?.check === "valid");
}

/** Owner code, category, serial number and check digit. */
const LENGTH = 11;
const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".split("");

const compact = (number: string) => number.replace(/[^0-9A-Za-z]/g, "").toUpperCase();

function rankMiss(read: string, expected: string): number | undefined {
  if (read.length !== expected.length || read === expected) return undefined;
  const places = expected.split("").flatMap((character, place) => (character === read[place] ? [] : [place]));
  const [first = 0, second] = places;
  const [was = "", wanted = ""] = [read[first], expected[first]];
  if (second === undefined) return lookAlikes.some((pair) => pair.includes(was) && pair.includes(wanted)) ? 0 : 1;
  const isSwap = places.length === 2 && second === first + 1 && was === expected[second] && wanted === read[second];
  return isSwap ? 2 : undefined;
}
