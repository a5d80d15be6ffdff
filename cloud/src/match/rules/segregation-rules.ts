import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DangerousGoodsRules } from "@container-inspection/shared-schemas/rules/dangerous-goods-rules";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { findPhrase } from "../reading/find-phrase.ts";
import type { DeclaredDanger } from "../reading/read-dangerous-goods.ts";
import { normaliseWords } from "../reading/normalise-words.ts";
import { readMass } from "../reading/read-measures.ts";
import { join, joins, named, type Translatable, english, state } from "../english.ts";
import { aboutLines, placeOf } from "./finding-texts.ts";
import { findSegregation, groupConflicts } from "./segregation-table.ts";

/** More conflicts than these are not listed one by one. */
const MAX_CONFLICTS = 10;
/** Aerosols and gas cartridges are segregated as class 9, from nothing (IMDG Code, special provision 63 and SG69). */
const SEGREGATED_AS_9: ReadonlySet<string | undefined> = new Set(["1950", "2037"]);
/** Excepted packages of radioactive material may travel with food (IMDG Code 7.3.4.2.1). */
const EXCEPTED_PACKAGES: ReadonlySet<string | undefined> = new Set(["2908", "2909", "2910", "2911"]);

/** Returns the name of dangerous goods in a sentence: `UN 1830, Sulphuric acid (class 8)`. */
export function nameDanger({ unNumber, imoClass, entry }: DeclaredDanger): Translatable {
  const name = entry ? english`, ${entry.name}` : "";
  const shown = entry ? join(entry.classes, joins.or) : imoClass;
  const classes = shown === undefined ? "" : english` (class ${shown})`;
  return unNumber === undefined ? english`Goods${name}${classes}` : english`UN ${unNumber}${name}${classes}`;
}

/** Goods with the same classes and segregation groups, which are judged together. */
type Kind = { hazards: string[]; dangers: DeclaredDanger[] };

/** Dangerous goods that must not share a container, by class or by segregation group. */
export function checkSegregation(dangers: readonly DeclaredDanger[], settings: DangerousGoodsRules): MatchFinding[] {
  const segregated = dangers.filter(
    ({ unNumber, line, isLimitedQuantity }) =>
      !isLimitedQuantity &&
      !SEGREGATED_AS_9.has(unNumber) &&
      findPhrase(line.words, settings.limitedQuantityWords) === undefined,
  );
  const kinds = [...Map.groupBy(segregated, (danger) => hazardsOf(danger).join("\n"))].map(([hazards, of]) => ({
    hazards: hazards.split("\n"),
    dangers: of,
  }));
  const findings = kinds.flatMap((left, index) =>
    kinds.slice(index + 1).flatMap((right) => findConflict(left, right, settings)),
  );
  return findings.slice(0, MAX_CONFLICTS);
}

/** Classes and segregation groups of declared goods. */
const hazardsOf = ({ imoClass, entry }: DeclaredDanger) =>
  entry ? [...entry.classes, ...entry.subsidiary, ...entry.groups] : [imoClass];

function findConflict(left: Kind, right: Kind, settings: DangerousGoodsRules): MatchFinding[] {
  const conflict = findGroupConflict(left, right, settings) ?? findClassConflict(left, right);
  const [one, other] = [left.dangers[0], right.dangers[0]];
  if (!conflict || !one || !other) return [];
  const lines = inOrder([...left.dangers, ...right.dangers].map(({ line }) => line));
  const declared = english`${nameDanger(one)} and ${nameDanger(other)}`;
  const message = english`${nameDanger(one)} in ${placeOf(one.line)} and ${nameDanger(other)} in ${placeOf(other.line)} must not share a container: ${conflict.because}.`;
  return [
    state({
      rule: "dangerous-goods-segregation",
      severity: conflict.severity,
      lane: "cargo",
      declared,
      observed: null,
      message,
      ...aboutLines(lines),
      explanation: [conflict.source],
    }),
  ];
}

type Conflict = { severity: "warning" | "critical"; because: Translatable; source: Translatable };

/** Groups with an exemption may share a container in small packages; the paper rarely shows that they do. */
function findGroupConflict(left: Kind, right: Kind, { smallPackageKg }: DangerousGoodsRules): Conflict | undefined {
  const met = groupConflicts.find(
    (one) =>
      (left.hazards.includes(one.left) && right.hazards.includes(one.right)) ||
      (left.hazards.includes(one.right) && right.hazards.includes(one.left)),
  );
  if (!met) return undefined;
  const { because, exemption } = met;
  const source = english`segregation groups ${named(met.left)} and ${named(met.right)} (IMDG Code 7.2.5 and 7.2.8)`;
  const isSmall = [...left.dangers, ...right.dangers].every(({ line }) => isInSmallPackages(line, smallPackageKg));
  if (!exemption || !isSmall) return { severity: "critical", because, source };
  return { severity: "warning", because: english`${because}; ${exemption}`, source };
}

function findClassConflict(left: Kind, right: Kind): Conflict | undefined {
  const found = left.hazards.flatMap((one) =>
    right.hazards.flatMap((other) => {
      const segregation = findSegregation(one, other);
      return segregation ? [{ ...segregation, one, other }] : [];
    }),
  );
  const strictest = found.toSorted((a, b) => b.rank - a.rank)[0];
  if (!strictest) return undefined;
  const { one, other, term } = strictest;
  return {
    severity: "critical",
    because: term.because(one, other),
    source: english`class ${one} and class ${other}: ${term.name} (IMDG Code 7.2.4 and 7.3.4.1)`,
  };
}

/**
 * Returns true if packages are small, or may be because the line does not state their weight or count.
 */
function isInSmallPackages({ raw, packageCount }: DeclaredLine, smallPackageKg: number): boolean {
  const gross = readMass(raw["grossWeight"]);
  return gross.kind !== "read" || gross.value <= smallPackageKg * (packageCount || Infinity);
}

/** Each line once, in the order of the manifests. */
const inOrder = (lines: readonly DeclaredLine[]) =>
  [...new Set(lines)].toSorted((one, other) => one.manifest - other.manifest || one.line - other.line);

/** Toxic, infectious, radioactive and corrosive goods beside food or feed. */
export function checkFoodstuffs(
  dangers: readonly DeclaredDanger[],
  lines: readonly DeclaredLine[],
  settings: DangerousGoodsRules,
): MatchFinding[] {
  const harms = dangers.flatMap((danger) => {
    const harm = judgeBesideFood(danger);
    return harm === undefined ? [] : [{ danger, harm }];
  });
  const worst = harms.find(({ harm }) => harm === "critical") ?? harms[0];
  if (!worst) return [];
  const dangerous = new Set(dangers.map(({ line }) => line));
  const food = lines.find((line) => !dangerous.has(line) && isFood(line, settings));
  if (!food) return [];
  const pair = english`${nameDanger(worst.danger)} in ${placeOf(worst.danger.line)} and the food or feed in ${placeOf(food)}, ${food.label},`;
  const message =
    worst.harm === "critical"
      ? english`${pair} must not share a container.`
      : english`${pair} may share a container only where 3 m lie between them.`;
  const about = inOrder([food, ...harms.map(({ danger }) => danger.line)]);
  const explanation = [english`classes 2.3, 6.1, 6.2, 7 and 8 beside foodstuffs (IMDG Code 7.3.4.2)`];
  return [
    state({
      rule: "dangerous-goods-with-food",
      severity: worst.harm,
      lane: "cargo",
      declared: english`${nameDanger(worst.danger)} and ${food.label}`,
      observed: null,
      message,
      ...aboutLines(about),
      explanation,
    }),
  ];
}

/** By the chapter of its HS code; without one, by words at the end of a phrase: rice cookers are no food. */
function isFood({ hs, words }: DeclaredLine, { foodstuffChapters, foodstuffWords = [] }: DangerousGoodsRules): boolean {
  if (hs !== undefined) return foodstuffChapters.some((chapter) => hs.startsWith(chapter));
  return foodstuffWords.length > 0 && foodAtEnd(foodstuffWords).test(words);
}

const patterns = new WeakMap<readonly string[], RegExp>();

/** Finds food before the end of a description, before a number, or before words that lead to the packages. */
function foodAtEnd(words: readonly string[]): RegExp {
  const known =
    patterns.get(words) ??
    new RegExp(
      `(?:^| )(?:${words.map(normaliseWords).join("|")})(?=$| \\d| (?:in|for|and|of|en|und|y|et|bag|sack|carton|bulk|packed|new|grade|no)\\b)`,
      "u",
    );
  patterns.set(words, known);
  return known;
}

/** Class 6.1 of packing group III and class 8 of II and III may travel with food at a distance; the rest may not. */
function judgeBesideFood({
  imoClass,
  entry,
  unNumber,
  packingGroup,
}: DeclaredDanger): "warning" | "critical" | undefined {
  if (EXCEPTED_PACKAGES.has(unNumber)) return undefined;
  const classes = entry ? [...entry.classes, ...entry.subsidiary] : [imoClass];
  if (classes.some((one) => one === "2.3" || one === "6.2" || one === "7"))
    return entry && entry.classes.length > 1 ? undefined : "critical";
  const groups = packingGroup ? [packingGroup] : (entry?.packingGroups ?? []);
  const isWorse = (mild: readonly string[]) => groups.length > 0 && groups.every((group) => !mild.includes(group));
  if (classes.includes("6.1")) return isWorse(["III"]) ? "critical" : "warning";
  if (classes.includes("8")) return isWorse(["II", "III"]) ? "critical" : "warning";
  return undefined;
}
