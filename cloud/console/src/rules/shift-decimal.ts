/** Moves the decimal point of a number's text to the right, without rounding; undefined for any other text. */
export function shiftDecimal(text: string, places: number): string | undefined {
  const match = /^(-?)(\d*)(?:[.,](\d*))?(?:[eE]([+-]?\d+))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  if (whole + fraction === "") return undefined;
  const point = whole.length + Number(exponent) + places;
  const digits = (whole + fraction).padStart(whole.length + fraction.length + Math.max(0, 1 - point), "0");
  const at = Math.max(1, point);
  const padded = digits.padEnd(at, "0");
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, "");
  const after = padded.slice(at).replace(/0+$/, "");
  return `${sign}${before}${after && `.${after}`}`;
}
