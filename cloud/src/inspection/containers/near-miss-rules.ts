import { type NearMiss, parseContainerNumber } from "@container-inspection/shared-schemas";

type Confusion = NearMiss["confusion"];

/** Characters that painted, worn or cut off look like each other. */
const LOOK_ALIKES = ["0ODQ", "1ILT7", "2Z", "38B", "4A", "56S", "6G8", "89", "CG", "EF", "KX", "MN", "PR", "UVY"];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const NUMBER_LENGTH = 11;

/**
 * The keys of the numbers that a likely confusion turns into this number, or it into them, likeliest first; none for a
 * number that is not as long as those of ISO 6346. At most some 400, so that a database can look them all up.
 */
export function confusionsOf(containerNumber: string): ReadonlyMap<string, Confusion> {
  const read = containerNumber.toUpperCase().replace(/[-_./ ]/g, "");
  const found = new Map<string, Confusion>();
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
  for (const other of lookingAlike) add(other, "look-alike");
  for (const one of lookingAlike) for (const other of substitutions(one, lookAlikesOf)) add(other, "look-alike");
  for (const other of substitutions(read, (_, position) => (position < 4 ? LETTERS : DIGITS)))
    add(other, "one-character");
  return found;
}

const checkOf = (number: string) => parseContainerNumber(number)?.check;

const lookAlikesOf = (character: string): string => LOOK_ALIKES.filter((group) => group.includes(character)).join("");

function transpositions(text: string): string[] {
  return Array.from(text.slice(1), (_, at) => text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2));
}

/** The text with each of its characters replaced by each of `othersOf`. */
function substitutions(text: string, othersOf: (character: string, position: number) => string): string[] {
  return Array.from(text).flatMap((character, at) =>
    Array.from(othersOf(character, at), (other) => text.slice(0, at) + other + text.slice(at + 1)),
  );
}
