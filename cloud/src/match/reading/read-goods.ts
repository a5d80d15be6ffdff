import type { CategoryClass } from "@container-inspection/shared-schemas/category-map";
import type { CompiledMap } from "./compile-map.ts";
import type { DeclaredGoods, DeclaredLine, Explanation } from "./declared-line.ts";
import { isObject } from "./is-object.ts";
import type { NamedManifest } from "./name-manifests.ts";
import { MAX_READ, normaliseWords } from "./normalise-words.ts";
import { nameLine } from "./name-line.ts";
import { named, english, type Words } from "../english.ts";
import { type Count, readCount, readUnit } from "./read-amount.ts";
import { type ReadDescription, readDescription } from "./read-description.ts";
import { readHsCodes } from "./read-hs-code.ts";

type Raw = DeclaredLine["raw"];

/** Units of pieces: UN/ECE recommendation 20, and how people write them. */
const PIECES: ReadonlySet<string> = new Set(
  "PCE PCS PC H87 C62 EA NMB NAR NO NOS UN UNT UNIT UNITS PIECE PIECES ST STK STUECK STÜCK SET SETS".split(" "),
);

/** The heading of containers themselves, under which empty ones are declared. */
const EMPTY_CONTAINERS = "8609";

/**
 * Reads `declaredGoods` of a manifest, whatever is inside. An empty list, or lines with nothing but words for "empty",
 * declare an empty container; beside other lines these are left out. No list, or one without objects, states nothing.
 * `manifest` is the position of the manifest among those of the container, `naming` how findings name it.
 */
export function readDeclaredGoods(
  goods: unknown,
  map: CompiledMap,
  manifest: number,
  naming: Pick<NamedManifest, "id" | "whose"> = { id: undefined, whose: "" },
): DeclaredGoods {
  if (!Array.isArray(goods)) return { kind: "not-stated" };
  const place = { manifest, manifestId: naming.id, whose: naming.whose };
  const all = goods.flatMap((raw, index) => (isObject(raw) ? [readLine(raw, { ...place, line: index + 1 }, map)] : []));
  if (all.length === 0 && goods.length > 0) return { kind: "not-stated" };
  const lines = all.filter(({ kind }) => kind !== "empty");
  // Beside goods, a line that may declare an empty container is one that is not understood.
  if (lines.some(({ mayBeEmpty }) => !mayBeEmpty)) return { kind: "laden", lines };
  return { kind: "empty", ...(lines.length > 0 && { unsure: lines }) };
}

type Place = Pick<DeclaredLine, "line" | "manifest" | "manifestId" | "whose">;

function readLine(raw: Raw, place: Place, map: CompiledMap): DeclaredLine {
  const words = normaliseWords(raw["description"]);
  const packageCode = readPackageCode(raw["packageCode"]);
  const codes = readHsCodes(raw["hsCode"], raw["description"]);
  const [hs] = codes;
  const description = readDescription(words, map, raw["description"]);
  const packedAs = map.classesByPackageCode.get(packageCode);
  const explained = explainClasses({ packageCode, packedAs, codes, description }, map);
  const entries = [...explained.keys()];
  const [first, ...others] = entries;
  const countedAs = packedAs ?? (others.length === 0 && first?.whole ? first : undefined);
  const facts = { words, hs, packageCode, classes: new Map([...explained].map(([{ name }, why]) => [name, why])) };
  const isKnown = entries.some(({ carrier }) => !carrier);
  const mayBeEmpty = description.kind === "perhaps-empty" && hs === undefined && packedAs === undefined;
  return {
    ...place,
    label: nameLine(raw, place.line),
    ...facts,
    ...countLine(raw, countedAs, packageCode),
    countedAs: countedAs?.name,
    kind: judgeKind(description, { hs, isKnown }),
    ...(mayBeEmpty && { mayBeEmpty }),
    raw,
  };
}

/**
 * The packages of a line. A description that states more of them than the fields do is right more often: one container
 * is not one carton.
 */
function countLine(
  raw: Raw,
  countedAs: CategoryClass | undefined,
  packageCode: string | undefined,
): Pick<DeclaredLine, "packageCount" | "countInFields" | "countNotUnderstood"> {
  const count = countPackages(raw, countedAs, packageCode);
  if (count.kind === "not-understood") return { packageCount: undefined, countNotUnderstood: count.text };
  if (count.kind === "absent") return { packageCount: undefined };
  const inWords = countedAs && findCount(raw["description"], countedAs);
  const isMore = count.value > 0 && inWords !== undefined && inWords > count.value;
  return isMore ? { packageCount: inWords, countInFields: count.value } : { packageCount: count.value };
}

const NONE: string[] = [];

/** A number before a word of a description, such as `1,200 CTNS`. */
const COUNT_IN_WORDS = /(\d[\d.,'’ ]{0,15}?)\s?(\p{L}{2,12})/gu;

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Words, normalised once for all lines. */
function wordsOf(words: readonly string[]): ReadonlySet<string> {
  const known = sets.get(words) ?? new Set(words.map(normaliseWords));
  sets.set(words, known);
  return known;
}

/** The number of packages of a class that a description states. */
function findCount(description: unknown, { packageWords = NONE }: CategoryClass): number | undefined {
  if (typeof description !== "string" || !/\d/.test(description)) return undefined;
  const stated = [...description.slice(0, MAX_READ).matchAll(COUNT_IN_WORDS)];
  if (stated.length === 0) return undefined;
  const names = wordsOf(packageWords);
  const counts = stated.flatMap(([, number = "", word]) => {
    const count = readCount(number);
    return names.has(normaliseWords(word)) && count.kind === "read" ? [count.value] : [];
  });
  return counts.length === 1 ? counts[0] : undefined;
}

/**
 * The classes that may show a line: those of the strongest source that names any, package code before HS code before
 * words. A weaker source adds none, with exceptions: words for packages are kept along with an HS code, goods on
 * declared pallets come from the weaker sources, and so does what travels inside of vehicles and beside them.
 */
function explainClasses(
  line: Pick<DeclaredLine, "packageCode"> & {
    packedAs: CategoryClass | undefined;
    codes: readonly string[];
    description: ReadDescription;
  },
  map: CompiledMap,
): ReadonlyMap<CategoryClass, Explanation> {
  const { packageCode, packedAs, codes, description } = line;
  const explained = new Map<CategoryClass, Explanation>();
  if (packedAs) explained.set(packedAs, english`package code ${packageCode ?? ""} → ${named(packedAs.name)}`);
  if (packedAs && !packedAs.carrier && !packedAs.whole) return explained;
  const byCode = codes.flatMap((code) => findByHsCode(code, map));
  const add = (entry: CategoryClass, source: Words) => {
    if (!explained.has(entry)) explained.set(entry, english`${source} → ${named(entry.name)}`);
  };
  for (const { entry, prefix } of byCode) add(entry, english`HS ${prefix ?? ""}`);
  for (const [entry, phrase] of description.packages) add(entry, english`word ${phrase}`);
  if (byCode.some(({ entry }) => !entry.whole)) return explained;
  for (const [entry, phrase] of description.goods) add(entry, english`word ${phrase}`);
  return explained;
}

/** The classes of the longest prefix of a code that the map has. */
function findByHsCode(
  hs: string | undefined,
  map: CompiledMap,
): { entry: CategoryClass; prefix: string | undefined }[] {
  for (let length = 6; length >= 2; length -= 1) {
    const prefix = hs?.slice(0, length);
    const entries = map.classesByHsCode.get(prefix);
    if (entries) return entries.map((entry) => ({ entry, prefix }));
  }
  return [];
}

/**
 * Packages: `numberOfPackages`, or `quantity` where the line counts packages, by a package code and no other
 * unit. Whole objects, such as vehicles, are counted by their pieces.
 */
function countPackages(raw: Raw, countedAs: CategoryClass | undefined, packageCode: string | undefined): Count {
  const packages = readCount(raw["numberOfPackages"]);
  if (packages.kind !== "absent" || !countedAs) return packages;
  const unit = readUnit(raw);
  const fits = unit === undefined || (countedAs.whole ? PIECES.has(unit) : unit === packageCode);
  const quantity = readCount(raw["quantity"]);
  return fits && quantity.kind === "read" ? quantity : { kind: "absent" };
}

/** An HS code describes goods well enough; an empty container is declared without one, or as a container. */
function judgeKind(
  description: ReadDescription,
  { hs, isKnown }: { hs: string | undefined; isKnown: boolean },
): DeclaredLine["kind"] {
  if (description.kind === "empty" && (hs === undefined || hs.startsWith(EMPTY_CONTAINERS))) return "empty";
  if (description.kind === "vague" && hs === undefined) return "vague";
  return isKnown ? "goods" : "unknown";
}

function readPackageCode(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const code = value.trim().toUpperCase();
  return /^[0-9A-Z]{2}$/.test(code) ? code : undefined;
}
