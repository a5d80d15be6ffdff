import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DangerousGoodsRules } from "@container-inspection/shared-schemas/rules/dangerous-goods-rules";
import type { DeclaredGoods, DeclaredLine } from "../reading/declared-line.ts";
import { findPhrase } from "../reading/find-phrase.ts";
import { normaliseWords } from "../reading/normalise-words.ts";
import { readFlashPoint } from "../reading/read-flash-point.ts";
import { type DeclaredDanger, readDangers } from "../reading/read-dangerous-goods.ts";
import type { UnEntry } from "../reading/un-list.ts";
import type { FoundDetection } from "./pictures.ts";
import { join, joins, listNames, named, type Translatable, english, state, type Statement } from "../english.ts";
import { aboutLines, beginWithPlace } from "./finding-texts.ts";
import { isPlacard } from "./placards.ts";
import { checkFoodstuffs, checkSegregation, nameDanger } from "./segregation-rules.ts";

const CLASS = /^(?:1(?:\.[1-6])?|2(?:\.[1-3])?|3|4(?:\.[1-3])?|5(?:\.[12])?|6(?:\.[12])?|7|8|9)$/;
type Unnamed = Omit<Statement, "rule" | "message">;
const cargo = { lane: "cargo", observed: null } as const;

/** Judges the dangerous goods of all manifests of a container, and looks for undeclared ones in words and pictures. */
export function checkDangerousGoods(
  goods: DeclaredGoods,
  pictures: readonly Shown[],
  settings: DangerousGoodsRules,
): MatchFinding[] {
  const lines = goods.kind === "laden" ? goods.lines : [];
  const dangers = readDangers(lines);
  return [
    ...dangers.flatMap((danger) => checkUnNumber(danger, settings)),
    ...checkSegregation(dangers, settings),
    ...checkFoodstuffs(dangers, lines, settings),
    ...findUndeclared(lines, dangers, settings),
    ...checkPlacards(dangers, pictures, settings),
  ];
}

type Shown = {
  scanId: string;
  detections: readonly Pick<FoundDetection, "className" | "confidence" | "index">[];
};

/** A UN number that is not assigned, or a class that is not that of the number. */
function checkUnNumber(danger: DeclaredDanger, settings: DangerousGoodsRules): MatchFinding[] {
  const { unNumber, imoClass, entry, line } = danger;
  const declared = nameDanger(danger);
  const finding: Unnamed = { ...cargo, severity: "warning", declared, ...aboutLines([line]) };
  const place = english`${beginWithPlace(line)}, ${line.label}, declares`;
  if (unNumber === undefined)
    return [
      state({
        ...finding,
        rule: "un-number-missing",
        message: english`${place} dangerous goods of class ${imoClass ?? ""}, but no UN number.`,
      }),
    ];
  const isClass = imoClass === undefined || CLASS.test(imoClass);
  if (!isAssigned(unNumber, settings)) {
    const message = isClass
      ? english`${place} UN ${unNumber}, which is not an assigned UN number.`
      : english`${place} UN ${unNumber}, which is not an assigned UN number, with class ${imoClass}, which does not exist.`;
    return [state({ ...finding, rule: "un-number-unknown", message })];
  }
  if (!isClass)
    return [
      state({
        ...finding,
        rule: "dangerous-goods-class-mismatch",
        message: english`${place} UN ${unNumber} with class ${imoClass}, which does not exist.`,
      }),
    ];
  if (entry) return checkClass(imoClass, entry, { finding, place });
  const message = english`${place} UN ${unNumber}, which is not in the bundled list of UN numbers, so its class was not checked.`;
  return [state({ ...finding, severity: "info", lane: "documents", rule: "un-number-not-listed", message })];
}

function checkClass(
  imoClass: string | undefined,
  entry: UnEntry,
  { finding, place }: { finding: Unnamed; place: Translatable },
): MatchFinding[] {
  const fits = entry.classes.some((one) => imoClass === one || one.startsWith(`${imoClass}.`));
  if (imoClass === undefined || fits) return [];
  const classes = join(entry.classes, joins.or);
  const message = english`${place} UN ${entry.unNumber} with class ${imoClass}, but UN ${entry.unNumber}, ${entry.name}, is of class ${classes}.`;
  const explanation = [english`UN ${entry.unNumber} → class ${classes} (UN Model Regulations, 3.2)`];
  return [state({ ...finding, rule: "dangerous-goods-class-mismatch", message, explanation })];
}

function isAssigned(unNumber: string, { assignedUnNumbers }: DangerousGoodsRules): boolean {
  const number = /^\d{4}$/.test(unNumber) ? Number(unNumber) : 0;
  return assignedUnNumbers.some(({ from, to }) => number >= from && number <= to);
}

/** Lines whose words or HS code indicate dangerous goods, without a UN number or a class. */
function findUndeclared(
  lines: readonly DeclaredLine[],
  dangers: readonly DeclaredDanger[],
  settings: DangerousGoodsRules,
): MatchFinding[] {
  const declared = new Set(dangers.map(({ line }) => line));
  return lines.flatMap((line) => {
    const sign = declared.has(line) ? undefined : findSign(line, settings);
    if (sign === undefined) return [];
    const message = english`${beginWithPlace(line)}, ${line.label}, states ${sign}, which stands for dangerous goods, but no UN number.`;
    return [
      state({
        ...cargo,
        rule: "dangerous-goods-undeclared",
        severity: "warning",
        declared: line.label,
        message,
        ...aboutLines([line]),
      }),
    ];
  });
}

function findSign({ words, hs, raw }: DeclaredLine, settings: DangerousGoodsRules): Translatable | undefined {
  const code = settings.dangerousHsCodes.find((one) => hs?.startsWith(one));
  if (code !== undefined) return english`HS code ${code}`;
  const phrase = findPhrase(words, settings.dangerWords);
  if (phrase !== undefined) return english`“${phrase}”`;
  const flash = findPhrase(words, settings.flashPointWords);
  if (flash === undefined) return undefined;
  const degrees = readFlashPoint(raw["description"], words.slice(0, words.indexOf(normaliseWords(flash))));
  const isLow = (degrees ?? Infinity) <= settings.maxFlashPointCelsius;
  return isLow && degrees !== undefined ? english`a flash point of ${degrees} °C` : undefined;
}

/** A placard on the container or on packages that no declared line explains. */
function checkPlacards(
  dangers: readonly DeclaredDanger[],
  pictures: readonly Shown[],
  settings: DangerousGoodsRules,
): MatchFinding[] {
  const seen = pictures.flatMap(({ scanId, detections }) =>
    detections.flatMap(({ className, confidence, index }) =>
      className !== null && isPlacard(className) && (confidence ?? 1) >= settings.placardConfidence
        ? [{ className, scanId, index }]
        : [],
    ),
  );
  const classes = dangers.flatMap(({ imoClass, entry }) => [imoClass, entry?.classes, entry?.subsidiary].flat());
  return [...Map.groupBy(seen, ({ className }) => className)].flatMap(([className, group]): MatchFinding[] => {
    const shown = /\d(?:\.\d)?/.exec(className.replaceAll("_", "."))?.[0];
    const fits =
      shown === undefined ||
      classes.some((one) => one === shown || one?.startsWith(`${shown}.`) || shown.startsWith(`${one}.`));
    if (dangers.length > 0 && fits) return [];
    const isUndeclared = dangers.length === 0;
    const paper = isUndeclared
      ? english`the manifest declares no dangerous goods`
      : english`the manifest declares ${listNames(nameDangers(dangers))}`;
    const message = english`The picture shows ${named(className)}, but ${paper}.`;
    return [
      state({
        lane: "cargo",
        rule: "placard-not-declared",
        severity: isUndeclared ? "critical" : "warning",
        declared: isUndeclared ? null : paper,
        observed: named(className),
        className,
        evidence: [...Map.groupBy(group, ({ scanId }) => scanId)].map(([scanId, of]) => ({
          scanId,
          detections: of.map(({ index }) => index),
        })),
        message,
      }),
    ];
  });
}

/** The names of dangerous goods, each once. */
const nameDangers = (dangers: readonly DeclaredDanger[]) => [
  ...new Map(dangers.map(nameDanger).map((name) => [name.text, name])).values(),
];
