import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DeclaredGoods, DeclaredLine } from "../reading/declared-line.ts";
import { readDangers } from "../reading/read-dangerous-goods.ts";
import { readMass } from "../reading/read-measures.ts";
import { isObject } from "../reading/is-object.ts";
import { join, joins, english, state, type Words } from "../english.ts";
import { aboutManifest } from "./finding-texts.ts";
import { addUp, deviate, kg, number } from "./weight-facts.ts";

/** One manifest of a container as far as it shows that it repeats the others. */
export type Bill = { id: string | undefined; whose: Words; goods: DeclaredGoods; weight: unknown };

type Totals = { lines: readonly DeclaredLine[]; grossKg: number | undefined; packages: number | undefined };

/** Share by which equal weights may differ because some of them were converted or rounded. */
const ROUNDING = 0.01;

/**
 * The position of a master bill whose house bills are on file as well, so that it declares nothing further: it states
 * the gross weight or the packages of all others together, contradicts neither of the two, and names no other goods
 * by look, HS code or UN number.
 */
export function findMasterBill(bills: readonly Bill[]): number | undefined {
  if (bills.length < 2) return undefined;
  const totals = bills.map(addUpBill);
  const found = totals.findIndex((one, index) => {
    const others = totals.filter((_, other) => other !== index);
    return agrees(one, others) && namesNothing(one, others) && hasNoOwnCodes(one, others);
  });
  return found < 0 ? undefined : found;
}

function addUpBill({ goods, weight }: Bill): Totals {
  const lines = goods.kind === "laden" ? goods.lines : [];
  const gross = readMass(isObject(weight) ? weight["gross"] : undefined);
  return {
    lines,
    grossKg: gross.kind === "read" ? gross.value : undefined,
    packages: addUp(lines.map(({ packageCount }) => packageCount)),
  };
}

function agrees(one: Totals, others: readonly Totals[]): boolean {
  const [grossKg, packages] = [
    addUp(others.map((other) => other.grossKg)),
    addUp(others.map((other) => other.packages)),
  ];
  const isWeightKnown = one.grossKg !== undefined && grossKg !== undefined;
  const isWeightEqual = isWeightKnown && deviate(one.grossKg ?? 0, grossKg) <= ROUNDING;
  const areCountsKnown = one.packages !== undefined && packages !== undefined;
  const areCountsEqual = areCountsKnown && one.packages === packages;
  return (isWeightEqual || !isWeightKnown) && (areCountsEqual || !areCountsKnown) && (isWeightEqual || areCountsEqual);
}

/** Vague lines alone, or, beside two house bills or more, goods that look like those of the others. */
function namesNothing({ lines }: Totals, others: readonly Totals[]): boolean {
  if (lines.length === 0 || others.some((other) => other.lines.length === 0)) return false;
  if (lines.every(({ kind }) => kind === "vague")) return true;
  const known = new Set(others.flatMap((other) => other.lines.flatMap(({ classes }) => [...classes.keys()])));
  return (
    others.length > 1 &&
    lines.every(
      ({ kind, classes }) =>
        kind === "vague" || (kind === "goods" && [...classes.keys()].every((name) => known.has(name))),
    )
  );
}

/** True where each HS code, UN number and class of dangerous goods is one of the others', at their number of digits. */
function hasNoOwnCodes({ lines }: Totals, others: readonly Totals[]): boolean {
  const theirs = others.flatMap((other) => other.lines);
  const codes = theirs.flatMap(({ hs }) => (hs === undefined ? [] : [hs]));
  const dangers = new Set(dangersOf(theirs));
  const isTheirs = (hs: string) => codes.some((code) => code.startsWith(hs) || hs.startsWith(code));
  return (
    lines.every(({ hs }) => hs === undefined || isTheirs(hs)) && dangersOf(lines).every((danger) => dangers.has(danger))
  );
}

const dangersOf = (lines: readonly DeclaredLine[]) =>
  readDangers(lines).map(({ unNumber, imoClass }) => unNumber ?? `class ${imoClass}`);

/** Lines of a bill that repeats others with words that these do not have; they count nothing, but may state dangers. */
export function findOwnWords(lines: readonly DeclaredLine[], others: readonly DeclaredLine[]): DeclaredLine[] {
  const known = new Set(others.flatMap(({ words }) => words.split(" ")));
  return lines.filter(({ words }) => words.split(" ").some((word) => !known.has(word)));
}

/** The bill that repeats the others counts once. */
export function reportMasterBill(bills: readonly Bill[], index: number | undefined): MatchFinding[] {
  const bill = index === undefined ? undefined : bills[index];
  if (!bill) return [];
  const { grossKg, packages } = addUpBill(bill);
  const stated = join(
    [
      ...(grossKg === undefined ? [] : [kg(grossKg)]),
      ...(packages === undefined ? [] : [english`${number(packages)} packages`]),
    ],
    joins.comma,
  );
  const others = bills.length === 2 ? english`the other manifest` : english`the ${bills.length - 1} other manifests`;
  const message = english`The goods${bill.whose} repeat those of ${others} (${stated} in all), so they were counted once.`;
  const finding = { rule: "bill-repeats-others", severity: "info", lane: "documents" } as const;
  return [state({ ...finding, declared: stated, observed: null, message, ...aboutManifest(bill.id) })];
}
