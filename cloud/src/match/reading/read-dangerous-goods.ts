import type { DeclaredLine } from "./declared-line.ts";
import { isObject } from "./is-object.ts";
import { isNotStated } from "./not-stated.ts";
import { MAX_READ } from "./normalise-words.ts";
import { type UnEntry, unList } from "./un-list.ts";

/** One declaration of dangerous goods in a line. */
export type DeclaredDanger = {
  line: DeclaredLine;
  /** Four digits, or the text as written if it is not a number; undefined if only a class is declared. */
  unNumber: string | undefined;
  /** A class or division as declared, without its compatibility group; undefined where none is declared. */
  imoClass: string | undefined;
  /** I, II or III; undefined where none of them is declared. */
  packingGroup: string | undefined;
  entry: UnEntry | undefined;
  /** DCSA's field for limited quantities, which are not segregated by class. */
  isLimitedQuantity?: boolean;
};

/** Declarations in one line that are read. */
const MAX_STATED = 50;
/** Characters of a number, class or packing group that are read. */
const MAX_FACT = 30;

/** The four digits after `UN`, `UN No.`, `UN-Nr.`, `ONU` and their like. */
const UN_IN_TEXT = /(?=\d{4}\b)(?<=\b(?:UN|ONU)[\s-]?(?:NO|NR|N[°º]|NUMBER|NUMMER)?[\s.:#-]{0,3})\d{4}/gi;

/** Reads `dangerousGoods` of the lines, an object, a text or a list of them, and UN numbers in the descriptions. */
export function readDangers(lines: readonly DeclaredLine[]): DeclaredDanger[] {
  return lines.flatMap((line) => {
    const stated = [line.raw["dangerousGoods"]].flat().slice(0, MAX_STATED);
    const objects = stated.filter(isObject).map((one) => ({ one, unNumber: readUnNumber(one) }));
    const known = new Set(objects.map(({ unNumber }) => unNumber));
    const inText = new Set([line.raw["description"], ...stated].flatMap(findUnNumbers));
    const others = [...inText].filter((unNumber) => !known.has(unNumber));
    // A class without a number belongs to the only number in the words.
    const isPair = others.length === 1 && objects.filter(({ unNumber }) => unNumber === undefined).length === 1;
    const declared = objects
      .map(({ one, unNumber }) => describe(unNumber ?? (isPair ? others[0] : undefined), one, line))
      .filter(({ unNumber, imoClass }) => unNumber !== undefined || imoClass !== undefined);
    return [...declared, ...(isPair ? [] : others).map((unNumber) => describe(unNumber, {}, line))];
  });
}

function describe(unNumber: string | undefined, stated: Record<string, unknown>, line: DeclaredLine): DeclaredDanger {
  const imoClass = readClass(readField(stated, "imoClass"));
  const packingGroup = readPackingGroup(readField(stated, "packingGroup"));
  const isLimitedQuantity = readField(stated, "isLimitedQuantity") === true;
  const entry = unList.get(unNumber);
  return { line, unNumber, imoClass, packingGroup, entry, ...(isLimitedQuantity && { isLimitedQuantity }) };
}

/** A field however its name is capitalised: DCSA's bill of lading has `UNNumber`, its booking `unNumber`. */
function readField(stated: Record<string, unknown>, name: string): unknown {
  const spelled = Object.keys(stated).find((key) => key.toLowerCase() === name.toLowerCase());
  return stated[name] ?? (spelled === undefined ? undefined : stated[spelled]);
}

/** The UN number that a declaration states, such as 1263, "UN1263" or "UN No. 4"; other text as it is written. */
export function readUnNumber(stated: Record<string, unknown>): string | undefined {
  const written = readText(readField(stated, "unNumber"));
  const digits = /^[A-Z\s.:#°º-]*(\d{1,4})$/i.exec(written)?.[1];
  return (digits?.padStart(4, "0") ?? written) || undefined;
}

/**
 * A class such as 3, "IMO class 5.1", "1.4S", or "6.1 (8)" with its subsidiary hazards; 3.1 to 3.3 are the former
 * divisions of class 3.
 */
function readClass(value: unknown): string | undefined {
  const written = readText(value);
  const division = /^[A-Z\s.:]*(\d{1,2}(?:\.\d)?)[A-Z]?(?:\s*\(.*\))?$/i.exec(written)?.[1];
  return (division?.replace(/^3\.[123]/, "3").replace(".0", "") ?? written) || undefined;
}

/** A packing group such as "II", "PG II", "packing group 2" or 2. */
function readPackingGroup(value: unknown): string | undefined {
  const group = /(?<![\p{L}\d])(?:PG)?(I{1,3}|[123])$/iu.exec(readText(value))?.[1];
  return group?.toUpperCase().replace(/\d/, (digit) => "I".repeat(Number(digit)));
}

/** A text or a number as text; empty for anything else, and for entries such as "N/A". */
function readText(value: unknown): string {
  const text = typeof value === "number" ? String(value) : value;
  const read = typeof text === "string" ? text.slice(0, MAX_FACT).trim().toWellFormed() : "";
  return isNotStated(read) ? "" : read;
}

function findUnNumbers(text: unknown): string[] {
  return typeof text === "string" ? (text.slice(0, MAX_READ).match(UN_IN_TEXT) ?? []) : [];
}
