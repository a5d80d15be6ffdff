import { MAX_READ } from "./normalise-words.ts";

const FAHRENHEIT = /^[\d.,]+\s?(?:°|o|deg(?:ree)?s?\.?)?\s?f(?:ahrenheit)?\b/i;
const MINUS = /(?:(?:^|[\s(:,])[-−–]|\bminus)\s?$/i;

/**
 * The temperature in °C, to a whole degree, of the first number after a word such as "flash point"; degrees Fahrenheit
 * are converted. `wordsBefore` are the description's normalised words before it. Undefined where no number follows.
 */
export function readFlashPoint(description: unknown, wordsBefore: string): number | undefined {
  if (typeof description !== "string") return undefined;
  const text = description.slice(0, MAX_READ).normalize("NFKC");
  // Normalised words have the same runs of digits, and neither signs nor decimals.
  const before = wordsBefore.match(/\d+/g)?.length ?? 0;
  const start = [...text.matchAll(/\d+/g)][before]?.index;
  if (start === undefined) return undefined;
  const rest = text.slice(start);
  const figure = Number.parseFloat(rest.replace(",", "."));
  const degrees = MINUS.test(text.slice(0, start)) ? -figure : figure;
  return Math.round(FAHRENHEIT.test(rest) ? ((degrees - 32) * 5) / 9 : degrees);
}
