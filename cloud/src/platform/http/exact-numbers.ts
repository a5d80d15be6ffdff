/**
 * Pattern that every number contains which JSON.parse may change: more digits than a double holds, or an exponent.
 */
const MAY_CHANGE = /[\d.]{16}|\d[eE]/;
const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Parses JSON, and returns numbers that JSON.parse would change, such as 12345678901234567890, as text as they were
 * written. Those directly in the outermost object or list stay numbers: a text field there must refuse a number.
 */
export function parseWithExactNumbers(text: string): unknown {
  if (!MAY_CHANGE.test(text)) return JSON.parse(text);
  const changed: { holder: unknown; key: string; value: number }[] = [];
  const root: unknown = JSON.parse(text, function keep(this: unknown, key, value: unknown, context?: Context) {
    // Numbers beyond all bounds are Infinity, and refused as such.
    if (typeof value !== "number" || !Number.isFinite(value)) return value;
    const source = context?.source ?? "";
    if (isSameNumber(source, value)) return value;
    changed.push({ holder: this, key, value });
    return source;
  });
  if (typeof root !== "object" || root === null) return JSON.parse(text);
  for (const { holder, key, value } of changed) if (holder === root) Object.assign(root, { [key]: value });
  return root;
}

/** Context that JSON.parse passes along with a value; TypeScript does not know it yet. */
type Context = { source?: string };

/** True when a decimal number as it is written is the one that a double of it is written as. */
export function isSameNumber(source: string, value: number): boolean {
  return digitsOf(source) === digitsOf(String(value));
}

/** A decimal number in the one form that all ways to write it share. */
function digitsOf(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = PARTS.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  // Without an expression, which would look at a million zeros a million times.
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end -= 1;
  if (end === 0) return "0";
  return `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
