import type { WeightRules } from "@container-inspection/shared-schemas/rules/weight-rules";
import type { DeclaredGoods } from "../reading/declared-line.ts";
import { type NamedManifest, nameManifests } from "../reading/name-manifests.ts";
import { readSizeType } from "../reading/read-size-type.ts";
import { grouped, type Translatable, english, type Words } from "../english.ts";
import { type PaperWeights, readWeights } from "../reading/read-weights.ts";

type ContainerType = WeightRules["containers"][number];

/** Interpretation of a manifest's gross weight: bills of lading and weighing notes differ in it. */
type GrossReading = {
  /** Undefined where nothing shows it. */
  includesTare: boolean | undefined;
  /** Evidence for it, as the end of a sentence; empty without evidence. */
  because: Words;
  /** The weight of the cargo with its packaging; the net weight where nothing shows the reading. */
  cargoKg: number | undefined;
  /** The part of the gross weight that is the container's tare, as far as the reading shows. */
  includedTareKg: number;
};

/** One manifest's weights, with the reading of its gross weight. */
export type Paper = PaperWeights &
  NamedManifest & {
    reading: GrossReading;
    /** True for a master bill that repeats the others, whose weight is theirs. */
    isRepeated: boolean;
  };

/** The fields of a manifest that the weight rules read. */
export type WeighedManifest = {
  id?: string | undefined;
  billOfLading?: string | null;
  weight?: unknown;
  /** True for a master bill that repeats the others. */
  isRepeated?: boolean;
};

export type WeightFacts = { papers: Paper[]; type: ContainerType | undefined; sizeType: string | null };

/** Reads the weights of a container's manifests; `sizeType` is the one read from the container or else declared. */
export function readWeightFacts(
  manifests: readonly WeighedManifest[],
  goods: DeclaredGoods,
  sizeType: string | null,
  settings: WeightRules,
): WeightFacts {
  const type = findContainerType(sizeType, settings);
  const stated = manifests.map(({ weight }) => weight);
  const papers = nameManifests(manifests).map((named, index) => {
    const lines = goods.kind === "laden" ? goods.lines.filter(({ manifest }) => manifest === index) : [];
    const weights = readWeights(stated[index], lines);
    return {
      ...named,
      ...weights,
      reading: readGross(weights, type, settings),
      isRepeated: manifests[index]?.isRepeated ?? false,
    };
  });
  return { papers, type, sizeType };
}

/** The entry of the settings for a size-type of ISO 6346. */
function findContainerType(sizeType: string | null, { containers }: WeightRules): ContainerType | undefined {
  const parts = readSizeType(sizeType);
  return parts && containers.find((one) => one.lengths.includes(parts.length) && one.groups.includes(parts.group));
}

/** The amounts that are stated. */
export const present = (amounts: readonly (number | undefined)[]): number[] =>
  amounts.filter((amount) => amount !== undefined);

/** The highest of the amounts that are stated. */
export const highest = (amounts: readonly (number | undefined)[]): number | undefined =>
  present(amounts).toSorted((a, b) => b - a)[0];

/** The sum of the amounts; undefined unless there are some, and each is stated. */
export function addUp(amounts: readonly (number | undefined)[]): number | undefined {
  const stated = present(amounts);
  if (stated.length === 0 || stated.length < amounts.length) return undefined;
  return stated.reduce((sum, amount) => sum + amount, 0);
}

/** The sum of the gross weights of a manifest's lines; undefined unless every line states one. */
export const sumLines = (weights: PaperWeights) => addUp(weights.lines.map(({ grossKg }) => grossKg));

/** Evidence for the reading of a gross weight. */
const AS_NET_SHOWS = english`, as tare and net weight show`;
const AS_LINES_SHOW = english`, as the weights of the lines show`;

/**
 * Decides whether a gross weight includes the tare. Tare and net weight decide where either reading agrees with them,
 * then the sum of the lines; where both readings agree equally, the tare is included.
 */
function readGross(weights: PaperWeights, type: ContainerType | undefined, settings: WeightRules): GrossReading {
  const { grossKg, netKg, tareKg: statedTareKg } = weights;
  const witnesses = [
    { cargoKg: netKg, tareKg: statedTareKg, because: AS_NET_SHOWS },
    {
      cargoKg: sumLines(weights),
      tareKg: statedTareKg ?? type?.typicalTareKg,
      because: AS_LINES_SHOW,
    },
  ];
  for (const { cargoKg, tareKg, because } of witnesses) {
    if (grossKg === undefined || cargoKg === undefined || tareKg === undefined) continue;
    const [withTare, without] = [deviate(cargoKg + tareKg, grossKg), deviate(cargoKg, grossKg)];
    if (Math.min(withTare, without) > settings.warningDeviation) continue;
    return withTare <= without
      ? { includesTare: true, because, cargoKg: grossKg - tareKg, includedTareKg: tareKg }
      : { includesTare: false, because, cargoKg: grossKg, includedTareKg: 0 };
  }
  return { includesTare: undefined, because: "", cargoKg: netKg, includedTareKg: 0 };
}

/** The manifests whose weights add up. */
export const counted = (papers: readonly Paper[]) => papers.filter(({ isRepeated }) => !isRepeated);

/**
 * The gross weights of all manifests together, which is that of the container: a tare that several of them include
 * counts once. Undefined unless each states its own.
 */
export function sumGross(all: readonly Paper[]): number | undefined {
  const papers = counted(all);
  const sumKg = addUp(papers.map(({ grossKg }) => grossKg));
  if (sumKg === undefined) return undefined;
  const tares = papers.map(({ reading }) => reading.includedTareKg);
  const repeatedKg = tares.reduce((sum, tare) => sum + tare, 0) - Math.max(...tares);
  return sumKg - repeatedKg;
}

/** Returns the difference of a weight from the expected one, as a share of the expected one. */
export const deviate = (actual: number, expected: number) => Math.abs(actual - expected) / expected;

/** A weight for a sentence: `24,500 kg`. */
export const kg = (value: number): Translatable => english`${grouped(value)} kg`;

/** A number for a sentence. */
export const number = grouped;

/** A share for a sentence: `5 %`. */
export const percent = (share: number): Translatable => english`${grouped(share * 100)} %`;
