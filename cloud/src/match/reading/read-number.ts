/** "24,500.75" */
const COMMA_GROUPS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
/** "24.500,75" */
const POINT_GROUPS = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;

/**
 * A number as people write it: 24500, "24 500,75", "24.500,5", "24,500.5", "1'234"; NaN for other text. A single
 * separator before exactly three digits groups thousands, unless `isLargeUnit`: no container weighs 24,500 tonnes.
 */
export function readNumber(written: string | undefined, isLargeUnit = false): number {
  if (written === undefined) return Number.NaN;
  const digits = written.replace(/['’\s]/g, "");
  const decimal = Number(digits.replace(",", "."));
  if (isLargeUnit && !Number.isNaN(decimal)) return decimal;
  if (COMMA_GROUPS.test(digits)) return Number(digits.replaceAll(",", ""));
  if (POINT_GROUPS.test(digits)) return Number(digits.replaceAll(".", "").replace(",", "."));
  return decimal;
}
