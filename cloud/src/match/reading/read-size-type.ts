import { sizeType } from "@container-inspection/shared-schemas/container-number";

/** Parts of a size-type; `height` is empty where the code does not state it, and is then not compared. */
export type SizeType = { length: string; height: string; group: string };

/** Lengths and their names in trade, as ISO 6346 writes them. */
const LENGTHS: Readonly<Record<string, string>> = { "10": "1", "20": "2", "30": "3", "40": "4", "45": "L" };

/** Types and their names in trade: `20GP`, `40HC`, `40RH`. The letter is that of ISO 6346; heights are in feet. */
const TRADE_TYPES: Readonly<Record<string, { group: string; height: "8.5" | "9.5" | "" }>> = {
  ...typesOf("GP DV DC ST SD DRY", { group: "G", height: "8.5" }),
  ...typesOf("HC HQ GH DH HD", { group: "G", height: "9.5" }),
  ...typesOf("RF RE RT RS REF", { group: "R", height: "" }),
  ...typesOf("RH RQ HR", { group: "R", height: "9.5" }),
  ...typesOf("OT UT", { group: "U", height: "" }),
  ...typesOf("FR FL PL PF PC", { group: "P", height: "" }),
  ...typesOf("TK TN TD TG", { group: "T", height: "" }),
  ...typesOf("VH VE", { group: "V", height: "" }),
  ...typesOf("BK BU", { group: "B", height: "" }),
};

/** Third and fourth characters that ISO 6346 assigns: a letter and a digit, or the code of a group. */
const ISO_TYPE = /^(?:[GVBSRHUPTAKN]\d|GP|VH|B[UK]|SN|R[ETS]|H[RI]|UT|P[LFCS]|T[NDG]|AS|KL|NH)$/;

/**
 * Reads a size-type as ISO 6346 writes it (22G1, 22GP) or as the trade does (20GP, 40HC, 40' HQ, 45HC). The code does
 * not state whether the container is loaded. Undefined for another text or none, which is then not compared.
 */
export function readSizeType(code: string | null): SizeType | undefined {
  const text = (code ?? "").toUpperCase().replace(/[\s'’´`".-]|FT|FEET/g, "");
  // 45GP is 40 feet long and 9'6" high to ISO 6346, where 20GP and 40GP would be 8 feet high, which no longer exists.
  return text.startsWith("45")
    ? (readIsoCode(text) ?? readTradeCode(text))
    : (readTradeCode(text) ?? readIsoCode(text));
}

function readTradeCode(text: string): SizeType | undefined {
  const length = LENGTHS[text.slice(0, 2)];
  const type = TRADE_TYPES[text.slice(2)];
  if (length === undefined || type === undefined) return undefined;
  const isHigh = type.height === "9.5" || (length === "L" && type.group === "G");
  return { length, height: isHigh ? "5" : type.height === "" ? "" : "2", group: type.group };
}

function readIsoCode(text: string): SizeType | undefined {
  if (!sizeType.safeParse(text).success || !ISO_TYPE.test(text.slice(2))) return undefined;
  const [length = "", height = "", group = ""] = text;
  return { length, height, group };
}

function typesOf(names: string, type: { group: string; height: "8.5" | "9.5" | "" }) {
  return Object.fromEntries(names.split(" ").map((name) => [name, type]));
}
