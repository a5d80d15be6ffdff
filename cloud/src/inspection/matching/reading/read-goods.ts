import type { CategoryClass } from "@container-inspection/shared-schemas";
import type { CompiledMap } from "./compile-map.ts";
import { MAX_READ, normaliseWords } from "./normalise-words.ts";

/** One declared item as far as it is understood. */
export type DeclaredItem = {
  /** How a person recognises it: its description, shortened, or its code. */
  label: string;
  /** Names of the classes that may show it; empty for goods the map does not know. */
  classes: ReadonlySet<string>;
  /**
   * True where the packing and the content cannot be distinguished by class: unknown goods, or pallets of unknown
   * goods.
   */
  open: boolean;
  /** The class its packages are counted in, where that is beyond doubt. */
  countedAs: string | undefined;
  count: number | undefined;
};

export type DeclaredGoods = { kind: "not-stated" } | { kind: "empty" } | { kind: "laden"; items: DeclaredItem[] };

const MAX_LABEL = 60;

/**
 * Reads `declaredGoods` of a manifest, whatever is inside. An empty list, or nothing but words for "empty", declares an
 * empty container; no list states nothing.
 */
export function readDeclaredGoods(goods: unknown, map: CompiledMap): DeclaredGoods {
  if (!Array.isArray(goods)) return { kind: "not-stated" };
  const items = goods
    .filter(isObject)
    .filter((item) => !map.emptyDeclarations.has(normaliseWords(item["description"])))
    .map((item, index) => readItem(item, index, map));
  return items.length === 0 ? { kind: "empty" } : { kind: "laden", items };
}

function readItem(item: Record<string, unknown>, index: number, map: CompiledMap): DeclaredItem {
  const code = typeof item["packageCode"] === "string" ? item["packageCode"].trim().toUpperCase() : undefined;
  const chapter = readHsChapter(item["hsCode"]);
  const named = findNamed(normaliseWords(item["description"]), map);
  const packedAs = map.classes.find(({ packageCodes }) => code !== undefined && packageCodes.includes(code));
  const fitting = map.classes.filter(
    (entry) => entry === packedAs || (chapter !== undefined && entry.hsChapters.includes(chapter)) || named.has(entry),
  );
  const only = fitting.length === 1 ? fitting[0] : undefined;
  return {
    label: labelOf(item, index),
    classes: new Set(fitting.map(({ name }) => name)),
    open: fitting.every(({ carrier }) => carrier),
    countedAs: (packedAs ?? only)?.name,
    count: readAmount(item["numberOfPackages"]) ?? readAmount(item["quantity"]),
  };
}

/** The classes one of whose keywords stands in a normalised description. */
function findNamed(description: string, map: CompiledMap): ReadonlySet<CategoryClass> {
  const words = new Set(description.split(" "));
  const candidates = [...words].flatMap((word) => map.keywords.get(word) ?? []);
  const standing = candidates.filter(({ keyword }) => ` ${description} `.includes(` ${keyword} `));
  return new Set(standing.map(({ entry }) => entry));
}

/**
 * The first two of 4 to 10 digits. Text keeps its digits, with or without dots and spaces: national codes of 7 and 9
 * digits exist. A number of an odd count of digits has lost its leading zero.
 */
function readHsChapter(code: unknown): string | undefined {
  const digits = typeof code === "string" ? code.slice(0, 20).replace(/[. ]/g, "") : restoreLeadingZero(code);
  return digits !== undefined && /^\d{4,10}$/.test(digits) ? digits.slice(0, 2) : undefined;
}

function restoreLeadingZero(code: unknown): string | undefined {
  if (!Number.isSafeInteger(code)) return undefined;
  const digits = String(code);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

/** A count that is a number or plain digits, from 0 to 1e9. */
function readAmount(value: unknown): number | undefined {
  const amount = typeof value === "string" && /^\d{1,10}(?:\.\d{1,6})?$/.test(value.trim()) ? Number(value) : value;
  return typeof amount === "number" && amount >= 0 && amount <= 1e9 ? amount : undefined;
}

function labelOf(item: Record<string, unknown>, index: number): string {
  const { description, hsCode } = item;
  const text =
    typeof description === "string"
      ? description
          .slice(0, MAX_READ)
          .replace(/[\s\p{C}]+/gu, " ")
          .trim()
      : "";
  if (text !== "") return text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL - 1).toWellFormed()}…` : text;
  if (typeof hsCode === "string" && /^[\d. ]{1,20}$/.test(hsCode)) return `HS ${hsCode}`;
  return `item ${index + 1}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
