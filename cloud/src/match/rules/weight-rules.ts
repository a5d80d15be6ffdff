import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { WeightRules } from "@container-inspection/shared-schemas/rules/weight-rules";
import type { DeclaredGoods } from "../reading/declared-line.ts";
import { join, joins, listNames, type Translatable, english, state, type Words } from "../english.ts";
import { aboutLines, aboutManifest } from "./finding-texts.ts";
import { checkEmptyWeight } from "./empty-weight-rules.ts";
import { checkLineWeights } from "./line-weight-rules.ts";
import {
  addUp,
  counted,
  deviate,
  highest,
  kg,
  type Paper,
  percent,
  present,
  readWeightFacts,
  sumGross,
  sumLines,
  type WeighedManifest,
  type WeightFacts,
} from "./weight-facts.ts";

const cargo = { lane: "cargo", observed: null } as const;

/** Share by which two statements of one weight may differ because one of them is rounded. */
const ROUNDING = 0.005;

/**
 * Judges the weights and volumes of a container's manifests against each other, against the container's type and
 * against the goods. `sizeType` is the one read from the container or else declared.
 */
export function checkWeights(
  manifests: readonly WeighedManifest[],
  goods: DeclaredGoods,
  sizeType: string | null,
  settings: WeightRules,
): MatchFinding[] {
  const facts = readWeightFacts(manifests, goods, sizeType, settings);
  return [
    ...facts.papers.flatMap(findUnreadable),
    ...facts.papers.flatMap((paper) => checkNet(paper, settings)),
    ...facts.papers.flatMap((paper) => checkLineSum(paper, facts, settings)),
    ...facts.papers.flatMap((paper) => checkTare(paper, facts)),
    ...checkVerifiedGrossMass(facts, settings),
    ...checkLeastMass(goods, facts, settings),
    ...compareVerifiedGrossMasses(facts, settings),
    ...checkRating(facts, settings),
    ...checkEmptyWeight(goods, facts, settings),
    ...checkLineWeights(goods, facts, settings),
  ];
}

/** One note for everything that a manifest states but that is no weight or volume. */
function findUnreadable({ unreadable, id, whose }: Paper): MatchFinding[] {
  if (unreadable.length === 0) return [];
  const lines = [...new Set(unreadable.flatMap(({ line }) => line ?? []))];
  const declared = listNames(
    unreadable.map(({ field, text, line }) =>
      line === undefined ? english`${field} “${text}”` : english`line ${String(line.line)} ${field} “${text}”`,
    ),
  );
  const message = english`The manifest${whose} states weights or volumes that could not be read, so they were not checked: ${declared}.`;
  const about = lines.length > 0 ? aboutLines(lines) : aboutManifest(id);
  const finding = { rule: "measure-not-understood", lane: "documents", declared, observed: null, message } as const;
  return [state({ ...finding, severity: "info", ...about })];
}

/** Net weight and tare cannot exceed the gross weight, and packaging cannot take most of it. */
function checkNet({ grossKg, tareKg, netKg, id, whose, reading }: Paper, settings: WeightRules): MatchFinding[] {
  if (grossKg === undefined || netKg === undefined) return [];
  const addedTareKg = reading.includesTare === false ? 0 : (tareKg ?? 0);
  const expectedKg = netKg + addedTareKg;
  const missingShare = (grossKg - expectedKg) / grossKg;
  // The net weight is a part of the gross weight: no tolerance of scales excuses that it is the larger one.
  const isNetAbove = netKg > grossKg * (1 + ROUNDING);
  const isExceeded = missingShare < -settings.warningDeviation || isNetAbove;
  // Without a tare, the missing weight may be the tare.
  if (!isExceeded && (tareKg === undefined || missingShare <= settings.maxPackagingShare)) return [];
  const parts =
    addedTareKg === 0
      ? english`the net weight of ${kg(netKg)}`
      : english`the sum of tare and net weight, ${kg(addedTareKg)} + ${kg(netKg)} = ${kg(expectedKg)},`;
  const isTolerable = missingShare >= -settings.warningDeviation;
  const tolerated = isTolerable
    ? english`of which it is a part`
    : english`where ${percent(settings.warningDeviation)} is tolerated`;
  const relation = isExceeded
    ? english`exceeds it by ${percent(-missingShare)}, ${tolerated}`
    : english`is ${percent(missingShare)} less, where packaging takes at most ${percent(settings.maxPackagingShare)}`;
  const message = english`The gross weight${whose} is ${kg(grossKg)}, but ${parts} ${relation}.`;
  const finding = { ...cargo, ...aboutManifest(id), rule: "gross-net-mismatch", declared: kg(grossKg), message };
  return [state({ ...finding, severity: "warning" })];
}

/** The gross weights of the lines add up to none of the totals, and to nothing between net and gross weight. */
function checkLineSum(paper: Paper, { type }: WeightFacts, settings: WeightRules): MatchFinding[] {
  const { grossKg, netKg, vgmKg, tareKg = type?.typicalTareKg ?? 0 } = paper;
  const sumKg = sumLines(paper);
  const stated = present([netKg, grossKg]);
  if (sumKg === undefined || stated.length === 0) return [];
  const between = { totalKg: clamp(sumKg, Math.min(...stated), Math.max(...stated)), less: "" };
  // The VGM is that of the container, which several manifests share.
  const isShared = paper.whose !== "";
  const wholes = present([grossKg, isShared ? undefined : vgmKg]).map((totalKg) => ({ totalKg, less: "" }));
  const cargoes = wholes.map(({ totalKg }) => ({
    totalKg: totalKg - tareKg,
    less: english` less a tare of ${kg(tareKg)}`,
  }));
  // Stryker disable next-line EqualityOperator: every sum differs from a total of 0 without end, so it is never nearest
  const totals: { totalKg: number; less: Words }[] = [between, ...wholes, ...cargoes].filter(
    ({ totalKg }) => totalKg > 0,
  );
  const deviation = ({ totalKg }: { totalKg: number }) => deviate(sumKg, totalKg);
  const [nearest = between] = totals.toSorted((a, b) => deviation(a) - deviation(b));
  if (deviation(nearest) <= settings.warningDeviation) return [];
  const about = aboutLines(paper.lines.map(({ line }) => line));
  const message = english`The gross weights of the lines${paper.whose} add up to ${kg(sumKg)}, but the manifest states ${stateTotals(paper, isShared)}: the nearest total, ${kg(nearest.totalKg)}${nearest.less}, differs by ${percent(deviation(nearest))}, where ${percent(settings.warningDeviation)} is tolerated.`;
  const finding = { ...cargo, rule: "line-weights-mismatch", severity: "warning" } as const;
  return [state({ ...finding, declared: kg(sumKg), message, ...about })];
}

function stateTotals({ grossKg, tareKg, netKg, vgmKg }: Paper, isShared: boolean): Words {
  const totals = [
    ...present([grossKg]).map((total) => english`${kg(total)} gross`),
    ...present([tareKg]).map((total) => english`${kg(total)} tare`),
    ...present([netKg]).map((total) => english`${kg(total)} net`),
    ...present([isShared ? undefined : vgmKg]).map((total) => english`${kg(total)} VGM`),
  ];
  return join(totals, joins.comma);
}

/** The declared tare is not that of a container of this type. */
function checkTare({ tareKg, id, whose }: Paper, { type, sizeType }: WeightFacts): MatchFinding[] {
  if (tareKg === undefined || !type || (tareKg >= type.tareKg.min && tareKg <= type.tareKg.max)) return [];
  const range = english`${kg(type.tareKg.min)} to ${kg(type.tareKg.max)}`;
  const message = english`The tare${whose} is ${kg(tareKg)}, but containers of size-type ${sizeType ?? ""} weigh ${range} empty.`;
  const explanation = [english`tare of ${sizeType ?? ""}: ${range} (${type.source})`];
  const finding = { ...cargo, ...aboutManifest(id), rule: "tare-out-of-range", declared: kg(tareKg), message };
  return [state({ ...finding, severity: "warning", explanation })];
}

/**
 * The verified gross mass includes the tare (SOLAS VI/2). It is compared with the gross weights of all manifests, read
 * with or without the tare: as the paper shows, or else in the way that agrees better.
 */
function checkVerifiedGrossMass(facts: WeightFacts, settings: WeightRules): MatchFinding[] {
  const vgmKg = highest(facts.papers.map((paper) => paper.vgmKg));
  if (vgmKg === undefined) return [];
  const distance = ({ minKg, maxKg }: ExpectedGross) => deviate(vgmKg, clamp(vgmKg, minKg, maxKg));
  const best = expectGross(facts, settings).toSorted((a, b) => distance(a) - distance(b))[0];
  if (!best) return [];
  const deviation = distance(best);
  if (deviation <= settings.warningDeviation) return [];
  const severity = deviation > settings.criticalDeviation ? "critical" : "warning";
  // Stryker disable next-line EqualityOperator: an equal mass is no deviation
  const difference =
    vgmKg < best.minKg
      ? english`${percent(deviation)} less, where ${percent(settings.warningDeviation)} is tolerated`
      : english`${percent(deviation)} more, where ${percent(settings.warningDeviation)} is tolerated`;
  const message = english`The verified gross mass (VGM) is ${kg(vgmKg)}, but ${best.words}: the VGM is ${difference}.`;
  return [state({ ...cargo, rule: "vgm-deviates", severity, declared: kg(vgmKg), message })];
}

/** A laden container cannot weigh less than its tare and some cargo. */
function checkLeastMass(goods: DeclaredGoods, facts: WeightFacts, settings: WeightRules): MatchFinding[] {
  const { papers, type, sizeType } = facts;
  const vgmKg = highest(papers.map((paper) => paper.vgmKg));
  const statedKg = highest(papers.map((paper) => paper.tareKg));
  const tareKg = statedKg ?? type?.tareKg.min;
  if (goods.kind !== "laden" || vgmKg === undefined || tareKg === undefined) return [];
  if (vgmKg >= tareKg + settings.minLadenKg) return [];
  const tare =
    statedKg === undefined
      ? english`a container of size-type ${sizeType ?? ""} weighs at least ${kg(tareKg)} empty`
      : english`the tare is ${kg(tareKg)}`;
  const message = english`The verified gross mass (VGM) is ${kg(vgmKg)}, but ${tare}, which leaves less than ${kg(settings.minLadenKg)} for the declared goods.`;
  return [state({ ...cargo, rule: "vgm-too-light", severity: "warning", declared: kg(vgmKg), message })];
}

/** The verified gross mass is that of the container, so all manifests that state it state the same. */
function compareVerifiedGrossMasses({ papers }: WeightFacts, { warningDeviation }: WeightRules): MatchFinding[] {
  const [least, ...others] = papers
    .flatMap(({ vgmKg, whose }) => (vgmKg === undefined ? [] : [{ vgmKg, whose }]))
    .toSorted((a, b) => a.vgmKg - b.vgmKg);
  const most = others.at(-1);
  if (!least || !most || deviate(most.vgmKg, least.vgmKg) <= warningDeviation) return [];
  const message = english`The verified gross mass (VGM)${least.whose} is ${kg(least.vgmKg)}, but that${most.whose} is ${kg(most.vgmKg)}: a container has one.`;
  const declared = english`${kg(least.vgmKg)} and ${kg(most.vgmKg)}`;
  return [state({ ...cargo, rule: "vgm-differs", severity: "warning", declared, message })];
}

type ExpectedGross = { minKg: number; maxKg: number; words: Translatable };

const clamp = (amount: number, min: number, max: number) => Math.min(Math.max(amount, min), max);

/**
 * Returns the expected weight of the container with its tare, for each reading of the gross weights that the
 * manifests leave open.
 */
function expectGross({ papers: all, type }: WeightFacts, settings: WeightRules): ExpectedGross[] {
  const papers = counted(all);
  const sumKg = sumGross(papers);
  if (sumKg === undefined) return expectLines({ papers, type, settings });
  const stated =
    papers.length > 1
      ? english`the gross weights of ${papers.length} manifests add up to ${kg(sumKg)}`
      : english`the gross weight is ${kg(sumKg)}`;
  const readings = papers.map(({ reading }) => reading);
  const because = (includesTare: boolean) =>
    join(
      [...new Set(readings.filter((one) => one.includesTare === includesTare).map((one) => one.because))],
      joins.nothing,
    );
  const includes = new Set(readings.map(({ includesTare }) => includesTare));
  const expected: ExpectedGross[] = [];
  // Some with the tare and some without: their sum includes it once.
  if (!includes.has(false) || includes.has(true))
    expected.push({
      minKg: sumKg,
      maxKg: sumKg,
      words: english`${stated}, read as including the tare${because(true)}`,
    });
  if (!includes.has(true)) {
    const words = english`${stated}, read as that of the cargo alone${because(false)}`;
    expected.push(addTare(sumKg, words, { papers, type, settings }));
  }
  return expected;
}

/** Without totals, the gross weights of the lines are those of the cargo. */
function expectLines(stated: Pick<WeightFacts, "papers" | "type"> & { settings: WeightRules }): ExpectedGross[] {
  const cargoKg = addUp(stated.papers.map((paper) => paper.grossKg ?? sumLines(paper)));
  if (cargoKg === undefined || stated.papers.some(({ reading }) => reading.includesTare === true)) return [];
  return [addTare(cargoKg, english`the gross weights of the lines add up to ${kg(cargoKg)}`, stated)];
}

/** A cargo's weight and the tare: the stated one, or the typical one of the type with room around it. */
function addTare(
  cargoKg: number,
  words: Translatable,
  { papers, type, settings }: Pick<WeightFacts, "papers" | "type"> & { settings: WeightRules },
): ExpectedGross {
  const tareKg = highest(papers.map((paper) => paper.tareKg));
  if (tareKg !== undefined)
    return { minKg: cargoKg + tareKg, maxKg: cargoKg + tareKg, words: english`${words}, with a tare of ${kg(tareKg)}` };
  const typicalKg = (type ? [type] : settings.containers).map((one) => one.typicalTareKg);
  const [minKg, maxKg] = [
    Math.min(...typicalKg) * (1 - settings.tareSpread),
    Math.max(...typicalKg) * (1 + settings.tareSpread),
  ];
  return {
    minKg: cargoKg + minKg,
    maxKg: cargoKg + maxKg,
    words: english`${words}, with a tare of ${kg(minKg)} to ${kg(maxKg)}`,
  };
}

/** The container weighs more than its type may. */
function checkRating({ papers, type, sizeType }: WeightFacts, settings: WeightRules): MatchFinding[] {
  // The sum of a single manifest is its gross weight, which comes first.
  const totals = [
    ...papers.map(({ vgmKg }) => ({
      totalKg: vgmKg,
      nameTotal: (total: Words) => english`The verified gross mass (VGM) is ${total}`,
    })),
    ...papers.map(({ grossKg }) => ({
      totalKg: grossKg,
      nameTotal: (total: Words) => english`The gross weight is ${total}`,
    })),
    {
      totalKg: sumGross(papers),
      nameTotal: (total: Words) =>
        english`The sum of the gross weights of ${counted(papers).length} manifests is ${total}`,
    },
  ];
  const [heaviest] = totals
    .flatMap(({ totalKg, nameTotal }) => (totalKg === undefined ? [] : [{ totalKg, nameTotal }]))
    .toSorted((a, b) => b.totalKg - a.totalKg);
  if (!type || !heaviest || heaviest.totalKg <= type.usualRatingKg) return [];
  const { usualRatingKg, highestRatingKg, source } = type;
  const explanation = [
    english`ratings of ${sizeType ?? ""}: usual ${kg(usualRatingKg)}, highest ${kg(highestRatingKg)} (${source})`,
  ];
  const finding = { ...cargo, rule: "container-overloaded", declared: kg(heaviest.totalKg), explanation };
  const stated = heaviest.nameTotal(kg(heaviest.totalKg));
  if (heaviest.totalKg <= highestRatingKg) {
    const message = english`${stated}, which is above the ${kg(usualRatingKg)} that most containers of size-type ${sizeType ?? ""} may weigh: check the maximum gross mass on its CSC plate.`;
    return [state({ ...finding, severity: "info", message })];
  }
  const isFar = heaviest.totalKg > highestRatingKg * (1 + settings.overloadCriticalShare);
  const message = english`${stated}, but containers of size-type ${sizeType ?? ""} may weigh at most ${kg(highestRatingKg)}.`;
  return [state({ ...finding, severity: isFar ? "critical" : "warning", message })];
}
