import { InvalidArgumentError } from "commander";

/** Reads the value of an option as a number within bounds. */
export function parseNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Enter a number from ${least} to ${most}.`);
  };
}

/** Reads the value of an option as a whole number within bounds. */
export function parseWholeNumber(least: number, most: number): (text: string) => number {
  const parse = parseNumber(least, most);
  return (text) => {
    if (Number.isInteger(Number(text))) return parse(text);
    throw new InvalidArgumentError("Enter a whole number.");
  };
}
