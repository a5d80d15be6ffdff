import type { CategoryClass } from "@container-inspection/shared-schemas";
import type { CompiledMap } from "./compile-map.ts";
import type { DeclaredGoods, DeclaredLine, Explanation } from "./declared-line.ts";
import { MAX_READ, normaliseWords } from "./normalise-words.ts";
import { readHsCode } from "./read-hs-code.ts";

const MAX_LABEL = 60;

/**
 * Reads `declaredGoods` of a manifest, whatever is inside. An empty list, or nothing but words for "empty", declares an
 * empty container; no list states nothing.
 */
export function readDeclaredGoods(goods: unknown, map: CompiledMap, manifest: number): DeclaredGoods {
  if (!Array.isArray(goods)) return { kind: "not-stated" };
  const lines = goods
    .flatMap((raw, index) => (isObject(raw) ? [readLine(raw, { line: index + 1, manifest }, map)] : []))
    .filter(({ kind }) => kind !== "empty");
  return lines.length === 0 ? { kind: "empty" } : { kind: "laden", lines };
}

function readLine(
  raw: Readonly<Record<string, unknown>>,
  place: Pick<DeclaredLine, "line" | "manifest">,
  map: CompiledMap,
): DeclaredLine {
  const words = normaliseWords(raw["description"]);
  const packageCode = readPackageCode(raw["packageCode"]);
  const hs = readHsCode(raw["hsCode"]);
  const chapter = hs?.slice(0, 2);
  const named = findNamed(words, map);
  const packedAs = map.classes.find(({ packageCodes }) => packageCode && packageCodes.includes(packageCode));
  const classes = map.classes.flatMap((entry): [string, Explanation][] => {
    if (entry === packedAs) return [[entry.name, `package code ${packageCode} → ${entry.name}`]];
    if (chapter !== undefined && entry.hsChapters.includes(chapter))
      return [[entry.name, `HS ${chapter} → ${entry.name}`]];
    const keyword = named.get(entry);
    return keyword === undefined ? [] : [[entry.name, `word ${keyword} → ${entry.name}`]];
  });
  const only = classes.length === 1 ? classes[0]?.[0] : undefined;
  const isEmpty = map.emptyDeclarations.has(words);
  return {
    ...place,
    label: labelOf(raw, place.line),
    words,
    hs,
    packageCode,
    packageCount: readAmount(raw["numberOfPackages"]) ?? readAmount(raw["quantity"]),
    classes: new Map(classes),
    countedAs: packedAs?.name ?? only,
    kind: isEmpty ? "empty" : classes.length > 0 ? "goods" : "unknown",
    raw,
  };
}

function readPackageCode(value: unknown): string | undefined {
  const code = typeof value === "string" ? value.slice(0, 20).trim().toUpperCase() : "";
  return /^[0-9A-Z]{2}$/.test(code) ? code : undefined;
}

/** The classes one of whose keywords stands in a normalised description, with that keyword. */
function findNamed(description: string, map: CompiledMap): ReadonlyMap<CategoryClass, string> {
  const words = new Set(description.split(" "));
  const candidates = [...words].flatMap((word) => map.keywords.get(word) ?? []);
  const standing = candidates.filter(({ keyword }) => ` ${description} `.includes(` ${keyword} `));
  return new Map(standing.map(({ entry, keyword }) => [entry, keyword]));
}

/** A count that is a number or plain digits, from 0 to 1e9. */
function readAmount(value: unknown): number | undefined {
  const amount = typeof value === "string" && /^\d{1,10}(?:\.\d{1,6})?$/.test(value.trim()) ? Number(value) : value;
  return typeof amount === "number" && amount >= 0 && amount <= 1e9 ? amount : undefined;
}

function labelOf(raw: Readonly<Record<string, unknown>>, line: number): string {
  const { description, hsCode } = raw;
  const text =
    typeof description === "string"
      ? description
          .slice(0, MAX_READ)
          .replace(/[\s\p{C}]+/gu, " ")
          .trim()
      : "";
  if (text !== "") return text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL - 1).toWellFormed()}…` : text;
  if (typeof hsCode === "string" && /^[\d. ]{1,20}$/.test(hsCode)) return `HS ${hsCode}`;
  return `item ${line}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
