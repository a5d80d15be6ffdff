import { isObject } from "./is-object.ts";
import { isNotStated } from "./not-stated.ts";
import { readNumber } from "./read-number.ts";

/** A mass or a volume as a manifest states it: read, absent, or present but not understood. */
export type Measure = { kind: "absent" } | { kind: "read"; value: number } | { kind: "not-understood"; text: string };

/**
 * Kilograms per unit, by codes of UN/ECE Recommendation 20 and common spellings. The international pound is exactly
 * 0.45359237 kg (NIST Handbook 44, appendix C). "ton" and "cwt" alone are left out: a ton may be 907, 1,000 or
 * 1,016 kg, a hundredweight 45.4 or 50.8 kg.
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
  ...unitsOf(50.802_345_44, "CWI"),
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
/** A milligram or a millilitre: smaller amounts are no cargo. */
const MIN_VALUE = 1e-6;

/** An amount in text: a number, and what follows it. */
const AMOUNT = /^([\d.,'’\s]{0,40}\d)(\D.{0,30})?$/su;
/**
 * Reads a mass in kilograms: `{ value, unit }`, text such as "24,5 TNE", or a number. An amount without a unit is in
 * kilograms, the unit of customs declarations (Union Customs Code, annex B, gross mass in kilograms). Zero is absent,
 * because forms send it for empty fields.
 */
export const readMass = (value: unknown): Measure => readMeasure(value, kilogramsPerUnit, "KGM", MIN_DECIMAL_UNIT);

/** Reads a volume in cubic metres, from the same forms as a mass; what states no unit is in cubic metres. */
export const readVolume = (value: unknown): Measure => readMeasure(value, cubicMetresPerUnit, "MTQ", 0.1);

function readMeasure(value: unknown, units: ReadonlyMap<string, number>, bare: string, large: number): Measure {
  const [amount, stated] = isObject(value) ? [value["value"], value["unit"]] : [value, undefined];
  if (isAbsent(amount)) return { kind: "absent" };
  const text = typeof amount === "string" ? AMOUNT.exec(amount) : null;
  const factor = readFactor(stated, text?.[2] ?? "", { units, bare });
  const number = typeof amount === "number" ? amount : readNumber(text?.[1], factor >= large);
  const measured = number * factor;
  const isUnderstood = measured >= 0 && number <= MAX_NUMBER;
  if (!isUnderstood) return { kind: "not-understood", text: quote(amount, stated) };
  return measured < MIN_VALUE ? { kind: "absent" } : { kind: "read", value: measured };
}

/** The factor of a unit that is stated beside an amount, or written behind it; NaN where the two contradict. */
function readFactor(
  stated: unknown,
  written: string,
  { units, bare }: { units: ReadonlyMap<string, number>; bare: string },
): number {
  const isStated = typeof stated === "string" && stated.trim() !== "";
  const factor = units.get(nameUnit(isStated ? stated : written, bare)) ?? Number.NaN;
  const isContradicted = written.trim() !== "" && units.get(nameUnit(written, bare)) !== factor;
  return isContradicted ? Number.NaN : factor;
}

const isAbsent = (amount: unknown) =>
  amount === undefined || amount === null || (typeof amount === "string" && isNotStated(amount));

const nameUnit = (unit: string, bare: string) => unit.replace(/[\s.()]/g, "").toUpperCase() || bare;

/** Quotes the stated value, shortened, for use in a sentence. */
function quote(amount: unknown, unit: unknown): string {
  const parts = [amount, unit].filter((part) => typeof part === "string" || typeof part === "number");
  const text = parts.join(" ").slice(0, 60).toWellFormed();
  return text === "" ? "a value that is neither a text nor a number" : text;
}

function unitsOf(factor: number, names: string): [name: string, factor: number][] {
  return names.split(" ").map((name) => [name, factor]);
}
