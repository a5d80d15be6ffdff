import { isObject } from "./is-object.ts";
import { isNotStated } from "./not-stated.ts";
import { readNumber } from "./read-number.ts";

/** A count of packages or pieces: read, not stated, or present but not understood. */
export type Count = { kind: "absent" } | { kind: "read"; value: number } | { kind: "not-understood"; text: string };

const MAX_COUNT = 1e9;
const MAX_SHOWN = 60;

/** A number, and a word for what it counts. */
const AMOUNT = /^\s*([\d.,'’\s]{0,20}\d)\s*(?:(\p{L}{2,12})\.?)?\s*$/u;

/** Words after a count, as shippers shorten them; a weight such as `24 MT` does not count packages. */
const COUNTED: ReadonlySet<string | undefined> = new Set([
  undefined,
  ..."ct ctn ctns carton cartons cs case cases bx box boxes pk pkg pkgs package packages pc pcs pce piece pieces unit units".split(" "),
  ..."bg bgs bag bags sack sacks dr drm drms drum drums plt plts pallet pallets px rl rls roll rolls set sets ea".split(" "),
  ..."cr crt crts crate crates bl bls bale bales bdl bdls bundle bundles colli colis bultos cajas sacos karton kartons".split(" "),
]); // prettier-ignore

/** Reads a count that is a number or text, alone or as `{ value }`: 1200, "1.200", "1,200", "1 200 CTNS". */
export function readCount(stated: unknown): Count {
  const plain = valueOf(stated, "value") ?? stated;
  if (typeof plain === "number") return judge(plain, String(plain));
  if (typeof plain !== "string" || isBlank(plain)) return { kind: "absent" };
  const [, digits, word] = AMOUNT.exec(plain) ?? [];
  return judge(COUNTED.has(word?.toLowerCase()) ? readNumber(digits) : Number.NaN, plain.trim());
}

/** There is no part of a package. */
function judge(value: number, text: string): Count {
  if (Number.isInteger(value) && value >= 0 && value <= MAX_COUNT) return { kind: "read", value };
  return { kind: "not-understood", text: text.slice(0, MAX_SHOWN).toWellFormed() };
}

/** Unlike other placeholders, 0 counts: no package is declared. */
const isBlank = (text: string) => isNotStated(text) && !/^\s*0+\s*$/.test(text);

/** The unit that a line states for its quantity, in capitals. */
export function readUnit(raw: Readonly<Record<string, unknown>>): string | undefined {
  const { quantity, quantityUnit, unit, unitCode } = raw;
  const stated = [valueOf(quantity, "unit"), quantityUnit, unit, unitCode].find((value) => typeof value === "string");
  const code = typeof stated === "string" ? stated.trim().toUpperCase().replace(/\.$/, "") : "";
  return code === "" ? undefined : code;
}

const valueOf = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);
