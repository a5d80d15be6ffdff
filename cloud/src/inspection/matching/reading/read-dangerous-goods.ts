import type { DeclaredLine } from "./declared-line.ts";
import { isObject } from "./is-object.ts";
import { MAX_READ } from "./normalise-words.ts";
import { type UnEntry, unList } from "./un-list.ts";

/** One declaration of dangerous goods in a line. */
export type DeclaredDanger = {
  line: DeclaredLine;
  /** Four digits, or what was written where it is no number; undefined where only a class is declared. */
  unNumber: string | undefined;
  /** A class or division as declared, without its compatibility group; undefined where none is declared. */
  imoClass: string | undefined;
  packingGroup: string | undefined;
  entry: UnEntry | undefined;
};

const UN_IN_TEXT = /\bUN\s?(?:NO|NR|NUMBER)?[\s.:#-]{0,3}(\d{4})\b/gi;

/** Reads `dangerousGoods` of the lines, an object or a list of them, and UN numbers in the descriptions. */
export function readDangers(lines: readonly DeclaredLine[]): DeclaredDanger[] {
  return lines.flatMap((line) => {
    const stated = line.raw["dangerousGoods"];
    const declared = (Array.isArray(stated) ? stated : [stated])
      .filter(isObject)
      .slice(0, 50)
      .flatMap((one) => readOne(one, line));
    const known = new Set(declared.map(({ unNumber }) => unNumber));
    const inText = [...findUnNumbers(line.raw["description"]), ...findUnNumbers(stated)].filter(
      (unNumber) => !known.has(unNumber),
    );
    return [...declared, ...[...new Set(inText)].map((unNumber) => describe(unNumber, {}, line))];
  });
}

function readOne(stated: Record<string, unknown>, line: DeclaredLine): DeclaredDanger[] {
  const unNumber = readUnNumber(stated["unNumber"]);
  return unNumber === undefined && readClass(stated["imoClass"]) === undefined
    ? []
    : [describe(unNumber, stated, line)];
}

function describe(unNumber: string | undefined, stated: Record<string, unknown>, line: DeclaredLine): DeclaredDanger {
  const group = readText(stated["packingGroup"])
    ?.toUpperCase()
    .replace(/[^IV123]/g, "");
  const packingGroup = group === undefined ? undefined : ({ "1": "I", "2": "II", "3": "III" }[group] ?? group);
  return { line, unNumber, imoClass: readClass(stated["imoClass"]), packingGroup, entry: unList.get(unNumber ?? "") };
}

function readUnNumber(value: unknown): string | undefined {
  const written = readText(value);
  const digits = written === undefined ? undefined : /^(?:UN)?[\s.:#-]*(\d{1,4})$/i.exec(written)?.[1];
  return digits?.padStart(4, "0") ?? written;
}

/** A class such as 3, "class 5.1", "1.4S"; 3.1 to 3.3 are the former divisions of class 3. */
function readClass(value: unknown): string | undefined {
  const written = readText(value);
  const parts =
    written === undefined ? undefined : /^(?:IMO|IMDG|CLASS)?[\s.:]*(\d{1,2}(?:\.\d)?)[A-Z]?$/i.exec(written)?.[1];
  return parts?.replace(/^3\.[123]$/, "3").replace(/\.0$/, "") ?? written;
}

function readText(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value.slice(0, 30).trim() : "";
  return text === "" ? undefined : text.toWellFormed();
}

function findUnNumbers(text: unknown): string[] {
  if (typeof text !== "string") return [];
  return [...text.slice(0, MAX_READ).matchAll(UN_IN_TEXT)].flatMap(([, digits]) => (digits ? [digits] : []));
}
