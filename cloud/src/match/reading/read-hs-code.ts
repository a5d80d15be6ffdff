/** Lengths of codes in use: chapter, heading, subheading, and national codes; 5 and 7 digits are none of them. */
const LENGTHS = new Set([2, 4, 6, 8, 9, 10, 11, 12]);

/**
 * The digits of an HS code, from the left. Text keeps its digits, with or without "HS" before them and dots, spaces or
 * hyphens between them: national codes of 9 and 11 digits exist. A number with an odd count of digits has lost its
 * leading zero. Undefined for anything that is no code.
 */
export function readHsCode(value: unknown): string | undefined {
  const digits = typeof value === "string" ? stripText(value) : restoreLeadingZero(value);
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
