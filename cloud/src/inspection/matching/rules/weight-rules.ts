import type { MatchFinding, WeightRules } from "@container-inspection/shared-schemas";
import type { DeclaredGoods } from "../reading/declared-line.ts";
import { aboutLines, aboutManifest } from "./finding-texts.ts";
import { checkLineWeights } from "./line-weight-rules.ts";
import {
  deviate,
  kg,
  type Paper,
  percent,
  readCargoKg,
  readWeightFacts,
  sumGross,
  sumLines,
  type WeighedManifest,
  type WeightFacts,
} from "./weight-facts.ts";

const cargo = { lane: "cargo", observed: null } as const;

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
    ...compareVerifiedGrossMasses(facts, settings),
    ...checkRating(facts, settings),
    ...checkEmptyWeight(goods, facts, settings),
    ...checkLineWeights(goods, facts, settings),
  ];
}

/** One note for everything that a manifest states but that is no weight or volume. */
function findUnreadable({ unreadable, id, whose }: Paper): MatchFinding[] {
  if (unreadable.length === 0) return [];
  const lines = [...new Set(unreadable.flatMap((one) => one.lines))].toSorted((a, b) => a - b);
  const all = unreadable.map(
    ({ field, text, lines: [line] }) => `${line === undefined ? "" : `line ${line} `}${field} “${text}”`,
  );
  const declared = all.length > 3 ? `${all.slice(0, 3).join(", ")} and ${all.length - 3} more` : all.join(", ");
  const message = `The manifest${whose} states weights or volumes that could not be read, so they were not checked: ${declared}.`;
  return [
    {
      rule: "measure-not-understood",
      severity: "info",
      lane: "documents",
      declared,
      observed: null,
      message,
      ...(lines.length > 0 && { lines }),
      ...aboutManifest(id, lines),
    },
  ];
}

/** Net weight and tare cannot exceed the gross weight, and packaging cannot take most of it. */
function checkNet({ grossKg, tareKg, netKg, id, whose, reading }: Paper, settings: WeightRules): MatchFinding[] {
  if (grossKg === undefined || netKg === undefined) return [];
  const expectedKg = reading.includesTare === false || tareKg === undefined ? netKg : netKg + tareKg;
  const missingShare = (grossKg - expectedKg) / grossKg;
  const isLikely = missingShare >= -settings.warningDeviation && missingShare <= settings.maxPackagingShare;
  if (isLikely || (tareKg === undefined && missingShare > 0)) return [];
  const parts =
    expectedKg === netKg
      ? `the net weight of ${kg(netKg)}`
      : `the sum of tare and net weight, ${kg(tareKg ?? 0)} + ${kg(netKg)} = ${kg(expectedKg)}`;
  const relation =
    missingShare < 0
      ? `exceeds it by ${percent(-missingShare)}, where ${percent(settings.warningDeviation)} is tolerated`
      : `is ${percent(missingShare)} less, where packaging takes at most ${percent(settings.maxPackagingShare)}`;
  const message = `The gross weight${whose} is ${kg(grossKg)}, but ${parts} ${relation}.`;
  const finding = { ...cargo, ...aboutManifest(id), rule: "gross-net-mismatch", declared: kg(grossKg), message };
  return [{ ...finding, severity: "warning" }];
}

/** The gross weights of the lines add up to none of the totals. */
function checkLineSum(paper: Paper, { type }: WeightFacts, settings: WeightRules): MatchFinding[] {
  const sumKg = sumLines(paper, "grossKg");
  const { grossKg, netKg, vgmKg, tareKg = type?.typicalTareKg } = paper;
  if (sumKg === undefined || (grossKg ?? netKg) === undefined) return [];
  const isShared = paper.whose !== "";
  const wholes = [grossKg, isShared ? undefined : vgmKg].filter((one) => one !== undefined);
  const cargoes = wholes.map((whole) => whole - (tareKg ?? 0)).filter((one) => one > 0);
  const totals = [...(netKg === undefined ? [] : [netKg]), ...wholes, ...cargoes];
  const nearest = totals.toSorted((a, b) => deviate(sumKg, a) - deviate(sumKg, b))[0];
  if (nearest === undefined || deviate(sumKg, nearest) <= settings.warningDeviation) return [];
  const isBetween = netKg !== undefined && grossKg !== undefined && sumKg >= netKg && sumKg <= grossKg;
  if (isBetween) return [];
  const about = aboutLines(paper.lines.map(({ line }) => line));
  const message = `The gross weights of the lines${paper.whose} add up to ${kg(sumKg)}, but the manifest states ${stateTotals(paper)}: the nearest total, ${kg(nearest)}, differs by ${percent(deviate(sumKg, nearest))}, where ${percent(settings.warningDeviation)} is tolerated.`;
  return [{ ...cargo, rule: "line-weights-mismatch", severity: "warning", declared: kg(sumKg), message, ...about }];
}

function stateTotals({ grossKg, tareKg, netKg }: Paper): string {
  const totals = [
    ["gross", grossKg],
    ["tare", tareKg],
    ["net", netKg],
  ] as const;
  return totals.flatMap(([name, total]) => (total === undefined ? [] : [`${kg(total)} ${name}`])).join(", ");
}

/** The declared tare is not that of a container of this type. */
function checkTare({ tareKg, id, whose }: Paper, { type, sizeType }: WeightFacts): MatchFinding[] {
  if (tareKg === undefined || !type || (tareKg >= type.tareKg.min && tareKg <= type.tareKg.max)) return [];
  const range = `${kg(type.tareKg.min)} to ${kg(type.tareKg.max)}`;
  const message = `The tare${whose} is ${kg(tareKg)}, but containers of size-type ${sizeType} weigh ${range} empty.`;
  const explanation = [`tare of ${sizeType}: ${range} (${type.source})`];
  const finding = { ...cargo, ...aboutManifest(id), rule: "tare-out-of-range", declared: kg(tareKg), message };
  return [{ ...finding, severity: "warning", explanation }];
}

/**
 * The verified gross mass includes the tare (SOLAS VI/2). It is compared with the gross weights of all manifests, read
 * with or without the tare: as the paper shows, or else in the way that agrees better.
 */
function checkVerifiedGrossMass(facts: WeightFacts, settings: WeightRules): MatchFinding[] {
  const vgmKg = highest(facts.papers.map((paper) => paper.vgmKg));
  const readings = vgmKg === undefined ? [] : expectGross(facts, settings);
  const best = readings.toSorted((a, b) => distance(vgmKg, a) - distance(vgmKg, b))[0];
  if (vgmKg === undefined || !best) return [];
  const deviation = distance(vgmKg, best);
  if (deviation <= settings.warningDeviation) return [];
  const severity = deviation > settings.criticalDeviation ? "critical" : "warning";
  const difference = `${percent(deviation)} ${vgmKg < best.minKg ? "less" : "more"}, where ${percent(settings.warningDeviation)} is tolerated`;
  const message = `The verified gross mass (VGM) is ${kg(vgmKg)}, but ${best.words}: the VGM is ${difference}.`;
  return [{ ...cargo, rule: "vgm-deviates", severity, declared: kg(vgmKg), message }];
}

/** The verified gross mass is that of the container, so all manifests that state it state the same. */
function compareVerifiedGrossMasses({ papers }: WeightFacts, { warningDeviation }: WeightRules): MatchFinding[] {
  const stated = papers.flatMap(({ vgmKg, whose }) => (vgmKg === undefined ? [] : [{ vgmKg, whose }]));
  const [least, most] = [
    stated.toSorted((a, b) => a.vgmKg - b.vgmKg)[0],
    stated.toSorted((a, b) => b.vgmKg - a.vgmKg)[0],
  ];
  if (!least || !most || deviate(most.vgmKg, least.vgmKg) <= warningDeviation) return [];
  const message = `The verified gross mass (VGM)${least.whose} is ${kg(least.vgmKg)}, but that${most.whose} is ${kg(most.vgmKg)}: a container has one.`;
  const declared = `${kg(least.vgmKg)} and ${kg(most.vgmKg)}`;
  return [{ ...cargo, rule: "vgm-differs", severity: "warning", declared, message }];
}

type ExpectedGross = { minKg: number; maxKg: number; words: string };

const distance = (actual: number | undefined, { minKg, maxKg }: ExpectedGross) => {
  if (actual === undefined) return Number.POSITIVE_INFINITY;
  const nearest = Math.min(Math.max(actual, minKg), maxKg);
  return deviate(actual, nearest);
};

/** What the container should weigh with its tare, by each reading of the gross weights that the paper leaves open. */
function expectGross({ papers, type }: WeightFacts, settings: WeightRules): ExpectedGross[] {
  const sumKg = sumGross(papers, type);
  if (sumKg === undefined) return [];
  const stated =
    papers.length > 1
      ? `the gross weights of ${papers.length} manifests add up to ${kg(sumKg)}`
      : `the gross weight is ${kg(sumKg)}`;
  const because = papers[0]?.reading.because ? `, ${papers[0].reading.because}` : "";
  const includes = new Set(papers.map(({ reading }) => reading.includesTare));
  const expected: ExpectedGross[] = [];
  // Some with the tare and some without: their sum includes it once.
  if (!includes.has(false) || includes.has(true))
    expected.push({ minKg: sumKg, maxKg: sumKg, words: `${stated}, read as including the tare${because}` });
  if (!includes.has(true))
    expected.push(addTare(sumKg, `${stated}, read as that of the cargo alone${because}`, { papers, type, settings }));
  return expected;
}

/** A cargo's weight and the tare: the stated one, or the typical one of the type with room around it. */
function addTare(
  cargoKg: number,
  words: string,
  { papers, type, settings }: Pick<WeightFacts, "papers" | "type"> & { settings: WeightRules },
): ExpectedGross {
  const tareKg = highest(papers.map((paper) => paper.tareKg));
  if (tareKg !== undefined)
    return { minKg: cargoKg + tareKg, maxKg: cargoKg + tareKg, words: `${words}, with a tare of ${kg(tareKg)}` };
  const typicalKg = (type ? [type] : settings.containers).map((one) => one.typicalTareKg);
  const [minKg, maxKg] = [
    Math.min(...typicalKg) * (1 - settings.tareSpread),
    Math.max(...typicalKg) * (1 + settings.tareSpread),
  ];
  return {
    minKg: cargoKg + minKg,
    maxKg: cargoKg + maxKg,
    words: `${words}, with a tare of ${kg(minKg)} to ${kg(maxKg)}`,
  };
}

/** The container weighs more than its type may. */
function checkRating({ papers, type, sizeType }: WeightFacts, settings: WeightRules): MatchFinding[] {
  const totals = papers.flatMap(({ vgmKg, grossKg }) => [
    { kg: vgmKg ?? 0, name: "verified gross mass (VGM)" },
    { kg: grossKg ?? 0, name: "gross weight" },
  ]);
  if (papers.length > 1)
    totals.push({ kg: sumGross(papers, type) ?? 0, name: `sum of the gross weights of ${papers.length} manifests` });
  const heaviest = totals.toSorted((a, b) => b.kg - a.kg)[0];
  if (!type || !heaviest || heaviest.kg <= type.usualRatingKg) return [];
  const { usualRatingKg, highestRatingKg, source } = type;
  const explanation = [
    `ratings of ${sizeType}: usual ${kg(usualRatingKg)}, highest ${kg(highestRatingKg)} (${source})`,
  ];
  const finding = { ...cargo, rule: "container-overloaded", declared: kg(heaviest.kg), explanation };
  const stated = `The ${heaviest.name} is ${kg(heaviest.kg)}`;
  if (heaviest.kg <= highestRatingKg) {
    const message = `${stated}, which is above the ${kg(usualRatingKg)} that most containers of size-type ${sizeType} may weigh: check the maximum gross mass on its CSC plate.`;
    return [{ ...finding, severity: "info", message }];
  }
  const isFar = heaviest.kg > highestRatingKg * (1 + settings.overloadCriticalShare);
  const message = `${stated}, but containers of size-type ${sizeType} may weigh at most ${kg(highestRatingKg)}.`;
  return [{ ...finding, severity: isFar ? "critical" : "warning", message }];
}

/** A container declared empty weighs more than itself, or one declared laden hardly more. */
function checkEmptyWeight(goods: DeclaredGoods, facts: WeightFacts, settings: WeightRules): MatchFinding[] {
  if (goods.kind === "empty") return checkDeclaredEmpty(facts, settings);
  const cargoKg =
    goods.kind === "laden" ? addUp(facts.papers.map((paper) => readCargoKg(paper, facts.type))) : undefined;
  if (cargoKg === undefined || cargoKg >= settings.minLadenKg) return [];
  const message = `The manifest declares goods, but the weights that it states leave ${kg(Math.max(cargoKg, 0))} for them, less than ${kg(settings.minLadenKg)}.`;
  return [{ ...cargo, rule: "laden-but-light", severity: "warning", declared: kg(Math.max(cargoKg, 0)), message }];
}

function checkDeclaredEmpty({ papers, type }: WeightFacts, { maxEmptyKg }: WeightRules): MatchFinding[] {
  const vgmKg = highest(papers.flatMap((paper) => [paper.vgmKg, paper.grossKg]));
  const tareKg = highest(papers.map((paper) => paper.tareKg)) ?? type?.tareKg.max;
  if (vgmKg === undefined || tareKg === undefined || vgmKg - tareKg <= maxEmptyKg) return [];
  const message = `The manifest declares an empty container, but it states ${kg(vgmKg)} in all with a tare of ${kg(tareKg)}: ${kg(vgmKg - tareKg)} of cargo, where ${kg(maxEmptyKg)} is tolerated.`;
  return [{ ...cargo, rule: "empty-but-heavy", severity: "critical", declared: kg(vgmKg), message }];
}

const highest = (amounts: readonly (number | undefined)[]): number | undefined =>
  amounts.reduce((most, amount) => (most === undefined || (amount ?? 0) > most ? amount : most), undefined);

const addUp = (amounts: readonly (number | undefined)[]): number | undefined =>
  amounts.length === 0 || amounts.includes(undefined)
    ? undefined
    : amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
