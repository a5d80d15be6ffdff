import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { WeightRules } from "@container-inspection/shared-schemas/rules/weight-rules";
import type { DeclaredGoods } from "../reading/declared-line.ts";
import type { LineWeights } from "../reading/read-weights.ts";
import { english, state } from "../english.ts";
import { aboutLines, beginWithPlace } from "./finding-texts.ts";
import { kg, number, type Paper, type WeightFacts } from "./weight-facts.ts";

const cargo = { lane: "cargo", observed: null } as const;

/** Judges the weight of single packages, the density of the goods, and whether their volume fits into the container. */
export function checkLineWeights(goods: DeclaredGoods, facts: WeightFacts, settings: WeightRules): MatchFinding[] {
  if (goods.kind !== "laden") return [];
  const lines = facts.papers.flatMap((paper) => paper.lines.map((line) => withWeight(line, paper)));
  return [
    ...lines.flatMap((line) => checkPackageWeight(line, settings)),
    ...lines.flatMap((line) => checkDensity(line, settings)),
    ...checkVolume(lines, facts, settings),
  ];
}

/** A line with its weight; that of the whole cargo where it is the manifest's only one. */
function withWeight(weights: LineWeights, paper: Paper): LineWeights {
  const onlyKg = paper.lines.length === 1 ? paper.reading.cargoKg : undefined;
  return { ...weights, grossKg: weights.grossKg ?? weights.netKg ?? onlyKg };
}

function checkPackageWeight({ line, grossKg }: LineWeights, settings: WeightRules): MatchFinding[] {
  const { packageCode, packageCount } = line;
  const entry = settings.packages.find(({ packageCodes }) => packageCodes.some((code) => code === packageCode));
  if (!entry || grossKg === undefined || !packageCount) return [];
  const each = grossKg / packageCount;
  const severity = judge(each, entry.kg, settings);
  if (!severity) return [];
  const declared = english`${number(packageCount)} packages ${packageCode ?? ""}, ${kg(grossKg)}`;
  const range = english`${kg(entry.kg.min)} to ${kg(entry.kg.max)}`;
  const message = english`${beginWithPlace(line)}, ${line.label}, declares ${declared}: ${kg(each)} each, but a package ${packageCode ?? ""} weighs ${range}.`;
  const explanation = [english`package code ${packageCode ?? ""}: ${range} (${entry.source})`];
  const finding = { ...cargo, rule: "package-weight-unlikely", severity } as const;
  return [state({ ...finding, declared, message, ...aboutLines([line]), explanation })];
}

function checkDensity({ line, grossKg, volumeM3 }: LineWeights, settings: WeightRules): MatchFinding[] {
  if (grossKg === undefined || volumeM3 === undefined) return [];
  const chapter = line.hs?.slice(0, 2);
  const { densities } = settings;
  const entry =
    densities.find(({ hsChapters }) => hsChapters.some((one) => one === chapter)) ??
    densities.find(({ hsChapters }) => hsChapters.length === 0);
  const density = grossKg / volumeM3;
  const severity = entry && judge(density, entry.kgPerM3, settings);
  if (!entry || !severity) return [];
  const declared = english`${kg(grossKg)}, ${number(volumeM3)} m³`;
  const named = entry.hsChapters.length === 0 ? english`goods` : english`goods of HS chapter ${chapter ?? ""}`;
  const range = english`${number(entry.kgPerM3.min)} to ${number(entry.kgPerM3.max)} kg/m³`;
  const message = english`${beginWithPlace(line)}, ${line.label}, declares ${declared}: ${number(density)} kg/m³, but ${named} weigh ${range} as stowed.`;
  const explanation = [english`density of ${named}: ${range} (${entry.source})`];
  const finding = { ...cargo, rule: "density-unlikely", severity } as const;
  return [state({ ...finding, declared, message, ...aboutLines([line]), explanation })];
}

/** Too heavy: a warning, then critical. Too light: a warning from the critical factor on. */
function judge(value: number, range: { min: number; max: number }, settings: WeightRules) {
  if (value < range.min / settings.criticalFactor) return "warning";
  if (value <= range.max * settings.warningFactor) return undefined;
  return value <= range.max * settings.criticalFactor ? "warning" : "critical";
}

function checkVolume(
  lines: readonly LineWeights[],
  { type, sizeType }: WeightFacts,
  { maxVolumeShare }: WeightRules,
): MatchFinding[] {
  const capacityM3 = type?.capacityM3 ?? undefined;
  const stated = lines.flatMap(({ line, volumeM3 }) => (volumeM3 === undefined ? [] : [{ line, volumeM3 }]));
  const volumeM3 = stated.reduce((sum, one) => sum + one.volumeM3, 0);
  if (!type || capacityM3 === undefined || volumeM3 <= capacityM3 * maxVolumeShare) return [];
  const declared = english`${number(volumeM3)} m³`;
  const message = english`The declared volumes add up to ${declared}, but a container of size-type ${sizeType ?? ""} holds ${number(capacityM3)} m³.`;
  const explanation = [english`capacity of ${sizeType ?? ""}: ${number(capacityM3)} m³ (${type.source})`];
  const finding = { ...cargo, rule: "volume-exceeds-container", declared, message, explanation };
  return [state({ ...finding, severity: "warning", ...aboutLines(stated.map(({ line }) => line)) })];
}
