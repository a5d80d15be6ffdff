import type { WeightRules } from "@container-inspection/shared-schemas/rules/weight-rules";

const CMA_CGM = "CMA CGM, Container Specification (equipment guide): average tare, maximum gross weight, capacity";
const HAPAG = "Hapag-Lloyd data in GDV, Container Handbook (tis-gdv.de): tare and maximum gross weight by type";
const ISO = "ISO 668:2013/Amd 2:2016, ISO 668:2020: rating up to 36,000 kg; before, 30,480 kg";
const STAHLBAUM = "O. Stahlbaum, Stowage Factors for all kinds of merchandise (K. O. Storck Verlag), widened";
const GDV = "GDV, Transport Information Service (tis-gdv.de): stowage factors of cargo, widened";
const UN_6_1 = "UN Model Regulations, 6.1.4: at most 400 kg net and 450 L in drums, 400 kg in boxes, 50 kg in bags";

const general = { capacityM3: 33.2, usualRatingKg: 30_480, highestRatingKg: 32_500, source: CMA_CGM };
const reefer = { usualRatingKg: 34_000, highestRatingKg: 35_000, source: CMA_CGM };
const open = { capacityM3: null, usualRatingKg: 30_480, highestRatingKg: 32_500, source: HAPAG };
const tank = { capacityM3: null, usualRatingKg: 36_000, highestRatingKg: 39_000 };

/**
 * Weights of containers are published averages; the ranges around them are estimates of this project that leave room
 * for side doors, steel grades and gas tanks.
 */
const containers: WeightRules["containers"] = [
  { ...general, lengths: "1", groups: "GVS", tareKg: { min: 900, max: 1_900 }, typicalTareKg: 1_300, capacityM3: 16, usualRatingKg: 10_160, highestRatingKg: 12_000, source: "ISO 668:2013, 1D: 10,160 kg; tare: estimate" },
  { ...general, lengths: "2", groups: "GVS", tareKg: { min: 1_800, max: 3_500 }, typicalTareKg: 2_230 },
  { ...general, lengths: "3", groups: "GVSB", tareKg: { min: 2_500, max: 5_500 }, typicalTareKg: 3_500, capacityM3: 52, highestRatingKg: 36_000, source: ISO },
  { ...general, lengths: "4", groups: "GVS", tareKg: { min: 3_200, max: 5_500 }, typicalTareKg: 3_800, capacityM3: 76.4 },
  { ...general, lengths: "LM", groups: "GVS", tareKg: { min: 3_900, max: 6_000 }, typicalTareKg: 4_700, capacityM3: 98, highestRatingKg: 34_000 },
  { ...reefer, lengths: "2", groups: "RH", tareKg: { min: 2_400, max: 3_700 }, typicalTareKg: 3_000, capacityM3: 29, usualRatingKg: 30_480 },
  { ...reefer, lengths: "4", groups: "RH", tareKg: { min: 3_600, max: 5_700 }, typicalTareKg: 4_600, capacityM3: 68 },
  { ...reefer, lengths: "LM", groups: "RH", tareKg: { min: 4_300, max: 8_000 }, typicalTareKg: 5_500, capacityM3: 86 },
  { ...open, lengths: "2", groups: "U", tareKg: { min: 1_900, max: 3_400 }, typicalTareKg: 2_400 },
  { ...open, lengths: "4L", groups: "U", tareKg: { min: 3_400, max: 5_500 }, typicalTareKg: 3_900 },
  { ...open, lengths: "2", groups: "P", tareKg: { min: 1_900, max: 4_000 }, typicalTareKg: 2_700, usualRatingKg: 34_000, highestRatingKg: 45_000 },
  { ...open, lengths: "4L", groups: "P", tareKg: { min: 3_500, max: 7_500 }, typicalTareKg: 5_500, usualRatingKg: 45_000, highestRatingKg: 60_000 },
  { ...tank, lengths: "12", groups: "TKN", tareKg: { min: 1_500, max: 10_500 }, typicalTareKg: 3_900, source: ISO },
  { ...tank, lengths: "34L", groups: "TKN", tareKg: { min: 3_500, max: 15_000 }, typicalTareKg: 6_000, source: ISO },
  { ...general, lengths: "2", groups: "B", tareKg: { min: 2_000, max: 3_800 }, typicalTareKg: 2_600, highestRatingKg: 36_000, source: HAPAG },
  { ...general, lengths: "4L", groups: "B", tareKg: { min: 3_500, max: 6_500 }, typicalTareKg: 4_400, capacityM3: 90, highestRatingKg: 36_000, source: HAPAG },
]; // prettier-ignore

const packages: WeightRules["packages"] = [
  { packageCodes: ["CT"], kg: { min: 0.1, max: 120 }, source: "estimate; a refrigerator in its carton weighs 100 kg" },
  { packageCodes: ["4G"], kg: { min: 0.1, max: 400 }, source: UN_6_1 },
  { packageCodes: ["SA", "5L", "5H", "5M", "XC", "XD"], kg: { min: 2, max: 100 }, source: `${UN_6_1}; jute sacks of up to 100 kg` },
  { packageCodes: ["DR", "1A", "1B", "1D", "1G", "1H", "1W", "QA", "QB", "QC", "QD", "DI"], kg: { min: 3, max: 450 }, source: UN_6_1 },
  { packageCodes: ["BA"], kg: { min: 3, max: 500 }, source: "estimate: wooden barrels hold up to 500 L" },
  { packageCodes: ["JC", "JY", "JR", "3A", "3H"], kg: { min: 0.2, max: 120 }, source: "UN Model Regulations, 6.1.4: at most 120 kg net and 60 L in jerricans" },
  { packageCodes: ["WA", "WC", "WD", "WF", "WG", "WH", "WJ", "WK", "WL", "WM", "WN", "WP", "WQ", "WR", "WS", "WT", "WU", "ZA"], kg: { min: 30, max: 4_000 }, source: "UN Model Regulations, 6.5: intermediate bulk containers of at most 3 m³" },
  { packageCodes: ["BL", "BN", "BM"], kg: { min: 3, max: 1_300 }, source: `${GDV} (bales); upper bound: waste paper, estimate` },
  { packageCodes: ["PX", "PA", "E1", "E2", "E3"], kg: { min: 5, max: 3_000 }, source: "estimate: stone on pallets, twice the 1,500 kg of EN 13698-1" },
]; // prettier-ignore

const densityTable: readonly [chapters: string, min: number, max: number, source: string][] = [
  ["01", 10, 700, "estimate"],
  ["02 03", 200, 1_000, GDV],
  ["04 07 08 16 17 18 20 21 22 23", 100, 1_500, GDV],
  ["05 06", 20, 1_100, STAHLBAUM],
  ["09", 150, 900, GDV],
  ["10 11 12", 80, 1_000, GDV],
  ["13 14 46", 20, 1_400, STAHLBAUM],
  ["15", 400, 1_100, GDV],
  ["19", 50, 1_000, "estimate"],
  ["24", 100, 800, STAHLBAUM],
  ["25 26", 200, 5_000, STAHLBAUM],
  ["27", 200, 1_700, STAHLBAUM],
  ["28 29 32 38", 150, 3_500, STAHLBAUM],
  ["30 33 34 35 36 37", 50, 2_500, "estimate"],
  ["31", 500, 1_900, STAHLBAUM],
  ["39", 10, 1_500, "estimate: from foam to granules"],
  ["40", 60, 1_400, STAHLBAUM],
  ["41", 100, 1_400, GDV],
  ["42 43", 30, 700, "estimate"],
  ["44 45", 40, 1_400, GDV],
  ["47 48 49", 60, 1_400, GDV],
  ["50 51 52 53 54 55 58 59 60", 80, 1_100, GDV],
  ["56 57", 15, 900, "estimate"],
  ["61 62 63", 40, 700, STAHLBAUM],
  ["64", 40, 600, STAHLBAUM],
  ["65 66 67", 10, 500, "estimate"],
  ["68 69 70", 80, 3_200, STAHLBAUM],
  ["71 79 80 81", 50, 20_000, "density of the metals themselves"],
  ["72 73", 50, 8_000, `${GDV}; upper bound: density of steel`],
  ["74 75", 100, 9_000, "upper bound: density of copper"],
  ["76", 30, 2_800, "upper bound: density of aluminium"],
  ["78", 200, 11_400, "upper bound: density of lead"],
  ["82 83 84 85 93", 30, 5_000, "estimate"],
  ["86 87", 30, 3_000, STAHLBAUM],
  ["88 89", 5, 1_000, "estimate"],
  ["90 91 92 96 97", 20, 3_000, "estimate"],
  ["94", 15, 900, STAHLBAUM],
  ["95", 15, 900, "estimate"],
  ["", 5, 12_000, "estimate: from feathers to lead"],
];

/** Figures without a source are estimates of this project. */
export const bundledWeightRules: WeightRules = {
  // SOLAS VI/2 leaves the tolerance to the state: France, order of 28 April 2016, allows 5 %.
  warningDeviation: 0.05,
  criticalDeviation: 0.15,
  // Wine in glass bottles: the glass is up to 45 % of the gross weight.
  maxPackagingShare: 0.45,
  tareSpread: 0.15,
  minLadenKg: 500,
  maxEmptyKg: 1_000,
  warningFactor: 1.5,
  criticalFactor: 3,
  overloadCriticalShare: 0.05,
  // Packages are measured over their corners.
  maxVolumeShare: 1.15,
  containers,
  packages,
  densities: densityTable.map(([chapters, min, max, source]) => ({
    hsChapters: chapters === "" ? [] : chapters.split(" "),
    kgPerM3: { min, max },
    source,
  })),
};
