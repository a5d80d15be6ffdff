import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { NearMiss } from "@container-inspection/shared-schemas/containers";

type Confusion = NearMiss["confusion"];

/** Characters that painted, worn or cut off look like each other. */
const LOOK_ALIKES = ["0ODQ", "1ILT7", "2Z", "38B", "4A", "56S", "6G8", "89", "CG", "EF", "KX", "MN", "PR", "UVY"];
const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const NUMBER_LENGTH = 11;
/** Owner code and equipment category; digits follow. */
const OWNER_LENGTH = 4;

/**
 * The keys of the numbers that a likely confusion turns into this number, or it into them, likeliest first; none for a
 * number that is not as long as those of ISO 6346. At most some 400, so that a database can look them all up.
 */
export function confusionsOf(containerNumber: string): ReadonlyMap<string, Confusion> {
  const read = containerNumber.toUpperCase().replace(/[-_./ ]/g, "");
  const found = new Map<string, Confusion>();
  // Stryker disable next-line ConditionalExpression: others have no check digit to be explained by; this saves the work.
  if (read.length !== NUMBER_LENGTH) return found;
  const isReadValid = checkOf(read) === "valid";
  const add = (other: string, confusion: Confusion): void => {
    const check = checkOf(other);
    // Of two wrong check digits neither explains the other.
    const isExplained = check === "valid" || (isReadValid && check === "bad-check-digit");
    if (isExplained && other !== read && !found.has(other)) found.set(other, confusion);
  };
  for (const swapped of transpositions(read)) add(swapped, "transposition");
  const lookingAlike = substitutions(read, lookAlikesOf);
  for (const { text } of lookingAlike) add(text, "look-alike");
  for (const one of lookingAlike)
    for (const { text } of substitutions(one.text, lookAlikesOf, one.at + 1)) add(text, "look-alike");
  for (const { text } of substitutions(read, () => CHARACTERS)) add(text, "one-character");
  if (!isReadValid) return found;
  // What people type for a number has no check digit, or a letter in it, that a camera would have to explain.
  for (const typed of typedWithLetters(read)) found.set(typed, "look-alike");
  return found.set(read.slice(0, -1), "one-character");
}

/** The number as it is typed with the letter O in place of one zero of its serial number, or of all of them. */
function typedWithLetters(number: string): string[] {
  const [owner, serial] = [number.slice(0, OWNER_LENGTH), number.slice(OWNER_LENGTH)];
  if (!serial.includes("0")) return [];
  const each = substitutions(serial, (character) => (character === "0" ? "O" : ""));
  return [...each.map(({ text }) => owner + text), owner + serial.replaceAll("0", "O")];
}

const checkOf = (number: string) => parseContainerNumber(number)?.check;

const lookAlikesOf = (character: string): string => LOOK_ALIKES.filter((group) => group.includes(character)).join("");

function transpositions(text: string): string[] {
  return Array.from(text, (character, at) => text.slice(0, at) + text.charAt(at + 1) + character + text.slice(at + 2));
}

/** The text with one character, the one `at`, replaced by each of its `othersOf`; `from` is the first that may be. */
function substitutions(
  text: string,
  othersOf: (character: string) => string,
  from = 0,
): { text: string; at: number }[] {
  return Array.from(text.slice(from)).flatMap((character, index) => {
    const at = from + index;
    return Array.from(othersOf(character), (other) => ({ text: text.slice(0, at) + other + text.slice(at + 1), at }));
  });
}
