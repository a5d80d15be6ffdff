import { parseSizeType, type WeightRules } from "@container-inspection/shared-schemas";
import type { DeclaredGoods } from "../reading/declared-line.ts";
import { type NamedManifest, nameManifests } from "../reading/name-manifests.ts";
import { type PaperWeights, readWeights } from "../reading/read-weights.ts";

export type ContainerType = WeightRules["containers"][number];

/** Whether the gross weight of a manifest includes the container's tare, and what shows it. */
type GrossReading = { includesTare: boolean | undefined; because: string };

/** One manifest's weights, with the reading of its gross weight. */
export type Paper = PaperWeights &
  NamedManifest & {
    reading: GrossReading;
  };

/** The fields of a manifest that the weight rules read. */
export type WeighedManifest = { id?: string | undefined; billOfLading?: string | null; weight?: unknown };

export type WeightFacts = { papers: Paper[]; type: ContainerType | undefined; sizeType: string | null };

/** Reads the weights of a container's manifests; `sizeType` is the one read from the container or else declared. */
export function readWeightFacts(
  manifests: readonly WeighedManifest[],
  goods: DeclaredGoods,
  sizeType: string | null,
  settings: WeightRules,
): WeightFacts {
  const lines = goods.kind === "laden" ? goods.lines : [];
  const type = findContainerType(sizeType, settings);
  const names = nameManifests(manifests);
  const papers = manifests.map(({ id, weight }, index) => {
    const weights = readWeights(
      weight,
      lines.filter(({ manifest }) => manifest === index),
    );
    return { ...weights, id, whose: names[index]?.whose ?? "", reading: readGross(weights, type, settings) };
  });
  return { papers, type, sizeType };
}

/** The entry of the settings for a size-type of ISO 6346. */
function findContainerType(sizeType: string | null, { containers }: WeightRules): ContainerType | undefined {
  const parts = sizeType === null ? undefined : parseSizeType(sizeType);
  return parts && containers.find((one) => one.lengths.includes(parts.length) && one.groups.includes(parts.group));
}

/** The sum of what all lines state; undefined unless every line states it. */
export function sumLines(weights: PaperWeights, field: "grossKg" | "volumeM3"): number | undefined {
  const amounts = weights.lines.map((line) => line[field]);
  if (amounts.length === 0 || amounts.includes(undefined)) return undefined;
  return amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

/**
 * Decides whether a gross weight includes the tare: practice differs between bills of lading and weighing notes. Tare
 * and net weight decide where either reading agrees with them, then the sum of the lines.
 */
function readGross(weights: PaperWeights, type: ContainerType | undefined, settings: WeightRules): GrossReading {
  const { grossKg, netKg } = weights;
  const tareKg = weights.tareKg ?? type?.typicalTareKg;
  if (grossKg === undefined || tareKg === undefined) return { includesTare: undefined, because: "" };
  const fit = (cargoKg: number | undefined): boolean | undefined => {
    if (cargoKg === undefined) return undefined;
    const [withTare, without] = [deviate(cargoKg + tareKg, grossKg), deviate(cargoKg, grossKg)];
    return Math.min(withTare, without) <= settings.warningDeviation ? withTare <= without : undefined;
  };
  const byNet = weights.tareKg === undefined ? undefined : fit(netKg);
  if (byNet !== undefined) return { includesTare: byNet, because: "as tare and net weight show" };
  const byLines = fit(sumLines(weights, "grossKg"));
  if (byLines !== undefined) return { includesTare: byLines, because: "as the weights of the lines show" };
  return { includesTare: undefined, because: "" };
}

/** The weight of the cargo with its packaging, in kilograms, as far as a manifest states it. */
export function readCargoKg({ grossKg, tareKg, netKg, reading }: Paper, type: ContainerType | undefined) {
  const assumedTareKg = tareKg ?? type?.typicalTareKg;
  if (grossKg === undefined || reading.includesTare === undefined) return netKg;
  if (!reading.includesTare) return grossKg;
  return assumedTareKg === undefined ? netKg : grossKg - assumedTareKg;
}

/**
 * The gross weights of all manifests together, which is that of the container: a tare that several of them include
 * counts once. Undefined unless each states its own.
 */
export function sumGross(papers: readonly Paper[], type: ContainerType | undefined): number | undefined {
  const grosses = papers.map(({ grossKg }) => grossKg).filter((gross) => gross !== undefined);
  if (grosses.length === 0 || grosses.length < papers.length) return undefined;
  const tares = papers.flatMap(({ tareKg, reading }) =>
    reading.includesTare ? [tareKg ?? type?.typicalTareKg ?? 0] : [],
  );
  const repeatedKg = tares
    .toSorted((a, b) => b - a)
    .slice(1)
    .reduce((sum, tare) => sum + tare, 0);
  return grosses.reduce((sum, gross) => sum + gross, 0) - repeatedKg;
}

/** By which share of the expected weight another one differs from it. */
export const deviate = (actual: number, expected: number) => Math.abs(actual - expected) / expected;

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** A weight for a sentence: `24,500 kg`. */
export const kg = (value: number) => `${numbers.format(value)} kg`;

/** A number for a sentence. */
export const number = (value: number) => numbers.format(value);

/** A share for a sentence: `5 %`. */
export const percent = (share: number) => `${numbers.format(share * 100)} %`;
