/** Lengths of codes in use: chapter, heading, subheading, and national codes; 5 and 7 digits are none of them. */
const LENGTHS = new Set([2, 4, 6, 8, 9, 10, 11, 12]);

/** Headings of the chapters 01 to 09 of the Harmonized System, whose codes lose their zero in spreadsheets. */
const HEADINGS = [0, 6, 10, 9, 10, 11, 4, 14, 14, 10];

/** A code in the words of a description: after its name, or as the whole text with dots. */
const NAMED =
  /\b(?:HS|HTS|HSN|NCM|TARIC|GTIP)[\s.:#-]*(?:CODES?|NO|NR|N[°º])?[\s.:#-]*(\d{4}(?:[.\s]?\d\d){0,4})(?!\d)/gi;
const ALONE = /^\s*\d{4}\.\d\d(?:\.?\d\d){0,3}\s*$/;
/** Signs between several codes in one field. */
const BETWEEN = /[/;|+&\n]|,\s/;
const MAX_TEXT = 500;

/**
 * The HS codes of a line: those of its field, which may hold several, or else those in its description. A text of nine
 * digits that may have lost a zero gives both readings.
 */
export function readHsCodes(field: unknown, description: unknown): string[] {
  const one = readHsCode(field);
  if (one !== undefined && (typeof field !== "string" || one.length % 2 === 0)) return [one];
  const parts = typeof field === "string" ? field.slice(0, MAX_TEXT).split(BETWEEN) : [];
  const stated = parts.flatMap((part) => [readHsCode(part), readOtherwise(part)]).filter((code) => code !== undefined);
  return [...new Set(stated.length > 0 || typeof description !== "string" ? stated : findHsCodes(description))];
}

function findHsCodes(description: string): string[] {
  const text = description.slice(0, MAX_TEXT);
  const named = [...text.matchAll(NAMED)].map(([, code]) => code);
  return [...named, ALONE.test(text) ? text : undefined].flatMap((code) => readHsCode(code) ?? []);
}

/** The second reading of nine or eleven digits without their leading zero, where it gives a heading that exists. */
function readOtherwise(value: unknown): string | undefined {
  const digits = typeof value === "string" ? stripText(value) : undefined;
  return digits !== undefined && digits.length > 7 && digits.length % 2 === 1 ? withLostZero(digits) : undefined;
}

/** The digits with a leading zero, where they begin a heading that exists with it. */
function withLostZero(digits: string): string | undefined {
  const [chapter, heading] = [Number(digits.slice(0, 1)), Number(digits.slice(1, 3))];
  return heading >= 1 && heading <= (HEADINGS[chapter] ?? 0) ? `0${digits}` : undefined;
}

/**
 * The digits of an HS code, from the left. Text keeps its digits, with or without "HS" before them and dots, spaces or
 * hyphens between them: national codes of 9 and 11 digits exist. A number with an odd count of digits has lost its
 * leading zero, and so has a text of five or seven. Undefined for anything that is no code.
 */
export function readHsCode(value: unknown): string | undefined {
  const digits = typeof value === "string" ? stripText(value) : restoreLeadingZero(value);
  if (digits?.length === 5 || digits?.length === 7) return withLostZero(digits);
  return digits !== undefined && LENGTHS.has(digits.length) ? digits : undefined;
}

function stripText(value: string): string | undefined {
  const text = value.normalize("NFKC");
  const digits = text.replace(/^\s*HS(?:\s*CODE)?[\s.:#-]*/i, "").replace(/[\s.-]/g, "");
  return /^\d+$/.test(digits) ? digits : undefined;
}

function restoreLeadingZero(value: unknown): string | undefined {
  if (!Number.isSafeInteger(value)) return undefined;
  const digits = String(value);
  if (digits.startsWith("-")) return undefined;
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}
