import { isObject } from "./is-object.ts";

/** A mass or a volume as a manifest states it: read, absent, or present but not understood. */
export type Measure = { kind: "absent" } | { kind: "read"; value: number } | { kind: "not-understood"; text: string };

/**
 * Kilograms per unit, by codes of UN/ECE Recommendation 20 and common spellings. The international pound is exactly
 * 0.45359237 kg (NIST Handbook 44, appendix C). "ton" alone is left out: it may be 907, 1,000 or 1,016 kg.
 */
const kilogramsPerUnit: ReadonlyMap<string, number> = new Map([
  ...unitsOf(
    1,
    "KGM KG KGS KILO KILOS KILOGRAM KILOGRAMS KILOGRAMME KILOGRAMMES KILOGRAMM KILOGRAMO KILOGRAMOS 公斤 千克",
  ),
  ...unitsOf(0.001, "GRM G GR GRAM GRAMS GRAMM 克"),
  ...unitsOf(100, "DTN"),
  ...unitsOf(1000, "TNE T TO MT TONNE TONNES METRICTON METRICTONS TONELADA TONELADAS 吨"),
  ...unitsOf(0.453_592_37, "LBR LB LBS POUND POUNDS LIBRA LIBRAS"),
  ...unitsOf(0.028_349_523_125, "ONZ OZ"),
  ...unitsOf(45.359_237, "CWA"),
  ...unitsOf(50.802_345_44, "CWI CWT"),
  ...unitsOf(907.184_74, "STN SHORTTON SHORTTONS"),
  ...unitsOf(1016.046_908_8, "LTN LONGTON LONGTONS"),
]);

/** Cubic metres per unit, by the same sources; the foot is exactly 0.3048 m. */
const cubicMetresPerUnit: ReadonlyMap<string, number> = new Map([
  ...unitsOf(1, "MTQ M3 M³ CBM CUBICMETRE CUBICMETRES CUBICMETER CUBICMETERS 立方米"),
  ...unitsOf(0.028_316_846_592, "FTQ FT3 FT³ CFT CUFT CBFT CUBICFOOT CUBICFEET"),
  ...unitsOf(0.764_554_857_984, "YDQ YD3 YD³"),
  ...unitsOf(0.000_016_387_064, "INQ IN3 IN³"),
  ...unitsOf(0.001, "LTR L LT LITRE LITRES LITER LITERS DMQ DM3 DM³ 升"),
  ...unitsOf(0.1, "HLT HL"),
  ...unitsOf(0.000_001, "CMQ CM3 CM³ MLT ML"),
  ...unitsOf(0.003_785_411_784, "GLL"),
  ...unitsOf(0.004_546_09, "GLI"),
  ...unitsOf(0.158_987_294_928, "BLL"),
]);

/** Units in which a number such as "24,500" has a decimal comma: no container weighs 24,500 tonnes. */
const MIN_DECIMAL_UNIT = 100;
const MAX_NUMBER = 1e9;
/** Less than a gram or a thimble, which no goods are. */
const MIN_NUMBER = 1e-6;

/**
 * Reads a mass in kilograms: `{ value, unit }`, text such as "24,5 TNE", or a number. What states no unit is in
 * kilograms, the unit of customs declarations (Union Customs Code, annex B, gross mass in kilograms). Zero is absent,
 * because forms send it for what was not filled in.
 */
export const readMass = (value: unknown): Measure => readMeasure(value, kilogramsPerUnit, "KGM", MIN_DECIMAL_UNIT);

/** Reads a volume in cubic metres, from the same forms as a mass; what states no unit is in cubic metres. */
export const readVolume = (value: unknown): Measure => readMeasure(value, cubicMetresPerUnit, "MTQ", 0.1);

function readMeasure(value: unknown, units: ReadonlyMap<string, number>, bare: string, large: number): Measure {
  const [amount, stated] = isObject(value) ? [value["value"], value["unit"]] : [value, undefined];
  if (amount === undefined || amount === null || amount === "") return { kind: "absent" };
  const [digits, unitInText] = splitAmount(amount);
  const unit = typeof stated === "string" && stated.trim() !== "" ? stated : unitInText;
  const factor = units.get(nameUnit(unit, bare));
  const number = factor === undefined ? undefined : readNumber(digits, factor >= large);
  if (factor === undefined || number === undefined) return { kind: "not-understood", text: quote(amount, stated) };
  return number < MIN_NUMBER ? { kind: "absent" } : { kind: "read", value: number * factor };
}

/** The number of "24,5 TNE" and what follows it. */
function splitAmount(amount: unknown): [digits: string | number | undefined, unit: string] {
  if (typeof amount === "number") return [amount, ""];
  const parts =
    typeof amount === "string" ? /^([\d.,'’\s]*\d)([^\d].{0,30})?$/su.exec(amount.slice(0, 100).trim()) : null;
  return [parts?.[1], parts?.[2] ?? ""];
}

const nameUnit = (unit: string, bare: string) => unit.replace(/[\s.()]/g, "").toUpperCase() || bare;

/**
 * A number as people write it: 24500, "24 500,75", "24.500,5", "24,500.5", "1'234". The last of two different
 * separators is the decimal one. A single one before exactly three digits is a decimal one only in large units.
 */
function readNumber(written: string | number | undefined, isLargeUnit: boolean): number | undefined {
  if (typeof written === "number") return written >= 0 && written <= MAX_NUMBER ? written : undefined;
  const digits = written?.replace(/['’\s]/g, "");
  if (digits === undefined || !/^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+)?(?:[.,]?\d+)?$/.test(digits))
    return undefined;
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const separators = digits.match(/[.,]/g) ?? [];
  const isDecimal = last >= 0 && isDecimalSeparator(digits, separators, isLargeUnit);
  const whole = (isDecimal ? digits.slice(0, last) : digits).replace(/[.,]/g, "");
  const number = Number(isDecimal ? `${whole}.${digits.slice(last + 1)}` : whole);
  return number <= MAX_NUMBER ? number : undefined;
}

function isDecimalSeparator(digits: string, separators: readonly string[], isLargeUnit: boolean): boolean {
  const isRepeated = separators.length > 1 && separators.every((one) => one === separators[0]);
  if (isRepeated) return false;
  if (separators.length > 1) return true;
  return isLargeUnit || !/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
}

/** What was written, shortened, for a sentence. */
function quote(amount: unknown, unit: unknown): string {
  const parts = [amount, unit].filter((part) => typeof part === "string" || typeof part === "number");
  const text = parts.join(" ").slice(0, 60).toWellFormed();
  return text === "" ? "a value that is no text and no number" : text;
}

function unitsOf(factor: number, names: string): [name: string, factor: number][] {
  return names.split(" ").map((name) => [name, factor]);
}
