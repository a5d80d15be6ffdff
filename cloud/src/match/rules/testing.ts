import type { CategoryClass } from "@container-inspection/shared-schemas/category-map";
import { weightRules } from "@container-inspection/shared-schemas/rules/weight-rules";
import { bundledMap } from "../bundled/category-map.ts";
import { bundledRuleSet } from "../bundled/rule-set.ts";
import { bundledWeightRules } from "../bundled/weight-rules.ts";
import { compileMap } from "../reading/compile-map.ts";
import type { DeclaredGoods, DeclaredLine } from "../reading/declared-line.ts";
import { compileAlerts } from "./alert-findings.ts";
import type { CompiledRules, DeclaredSide } from "./match-manifest.ts";
import { type FoundDetection, lookAt, type Picture, type SeenPicture } from "./pictures.ts";
import type { GoodsSettings } from "./undeclared-rules.ts";
import { checkWeights } from "./weight-rules.ts";

const entry = (name: string, more: Partial<CategoryClass> = {}): CategoryClass => ({
  name,
  plural: `${name}s`,
  carrier: false,
  aliases: [],
  keywords: [],
  packageCodes: [],
  hsChapters: [],
  ...more,
});

/** Eight classes, so that figures in tests can be checked by hand. */
const map = compileMap(7, {
  ...bundledMap,
  minConfidence: 0.25,
  certainConfidence: 0.5,
  quantityTolerance: 0.1,
  emptyClasses: ["empty"],
  lookAlikes: [],
  classes: [
    entry("carton", { aliases: ["cardboard box"] }),
    entry("pallet", { carrier: true }),
    entry("drum"),
    entry("sack", { aliases: ["bag"] }),
    entry("crate"),
    entry("roll"),
    entry("machinery", { plural: "machines" }),
    entry("vehicle", { aliases: ["car"] }),
  ],
});

/**
 * Goods rules with round figures and a map of eight classes, without look-alikes, and with errors of any confidence:
 * the values that the tests compute by hand do not change with the bundled rules.
 */
export const settings: GoodsSettings = {
  map,
  rules: {
    ...bundledRuleSet.goods,
    errorConfidences: [],
    wholeObjectAreaShare: 0,
    undeclaredPackages: { warningChance: 0.005, criticalChance: 0.0005 },
    undeclaredWholeObjects: { warningChance: 0.03, criticalChance: 0.004 },
    criticalProbability: 0.7,
  },
};

/** The bundled alert rules; illegal goods are critical from 0.5 on. */
export const alerts = compileAlerts(bundledRuleSet.alerts, 0.5, bundledRuleSet.containers.sealClasses);

/** The bundled rules with round figures for goods, without a map. */
export const roundRules: Omit<CompiledRules, "version" | "map"> = { ...bundledRuleSet, goods: settings.rules, alerts };

/** A validated manifest of CSQU3054383 that declares these goods. */
export const sideOf = (declaredGoods: unknown, more: Partial<DeclaredSide> = {}): DeclaredSide => ({
  containerNumber: "CSQU3054383",
  containerType: "22G1",
  status: "VALIDATED",
  declaredGoods,
  ...more,
});

/** A declared line that these classes may show; without classes its goods are unknown. */
export function lineOf(line: number, classes: readonly string[], more: Partial<DeclaredLine> = {}): DeclaredLine {
  return {
    line,
    manifest: 0,
    manifestId: undefined,
    whose: "",
    label: `Goods ${line}`,
    words: `goods ${line}`,
    hs: undefined,
    packageCode: undefined,
    packageCount: undefined,
    classes: new Map(classes.map((name) => [name, `word goods → ${name}`])),
    countedAs: classes.length === 1 ? classes[0] : undefined,
    kind: classes.length > 0 ? "goods" : "unknown",
    raw: {},
    ...more,
  };
}

type Facts = Partial<Omit<FoundDetection, "className" | "index">>;

/** One or more equal detections; without further facts the model is sure to 0.9 and states nothing else. */
export function detect(className: string | null, count = 1, facts: Facts = {}): Omit<FoundDetection, "index">[] {
  const detection = { className, confidence: 0.9, areaPercentage: null, quantity: null, polygon: null, ...facts };
  return Array.from({ length: count }, () => detection);
}

/** A category picture through the door with these detections, unless stated otherwise. */
export function pictureOf(
  detections: readonly Omit<FoundDetection, "index">[],
  more: Partial<Omit<Picture, "detections">> = {},
): Picture {
  return {
    scanId: "scan-1",
    type: "category",
    cameraId: "camera-1",
    view: "door",
    modelName: null,
    modelVersion: null,
    takenAt: new Date("2026-01-05T08:00:00Z"),
    receivedAt: new Date("2026-01-05T08:00:01Z"),
    sha256: "9f0c1d2e3f4a".padEnd(64, "0"),
    detections: detections.map((detection, index) => ({ ...detection, index })),
    ...more,
  };
}

/** Returns the content of a picture with these detections. */
export function showing(
  detections: readonly Omit<FoundDetection, "index">[],
  more: Partial<Omit<Picture, "detections">> = {},
): SeenPicture {
  return lookAt(pictureOf(detections, more), map, alerts);
}

const rated = { capacityM3: 33, usualRatingKg: 20_000, highestRatingKg: 24_000 };
const [plates20, plates40] = [{ source: "plates of 20 feet" }, { source: "plates of 40 feet" }];

/** Round figures that computers hold exactly, so that each limit can be tested where it lies. */
export const roundWeights = weightRules.parse({
  ...bundledWeightRules,
  warningDeviation: 0.25,
  criticalDeviation: 0.5,
  maxPackagingShare: 0.5,
  tareSpread: 0.5,
  minLadenKg: 500,
  maxEmptyKg: 1_000,
  overloadCriticalShare: 0.25,
  containers: [
    { ...rated, ...plates40, lengths: "4", groups: "G", tareKg: { min: 3_000, max: 5_000 }, typicalTareKg: 4_000 },
    { ...rated, ...plates20, lengths: "2", groups: "GV", tareKg: { min: 1_500, max: 2_500 }, typicalTareKg: 2_000 },
  ],
});

/**
 * Weights that a manifest states, in kilograms; `lines` contains the gross weights of its lines.
 */
export type StatedWeights = {
  gross?: unknown;
  tare?: unknown;
  net?: unknown;
  vgm?: unknown;
  lines?: (number | undefined)[];
};

/** The container; without further words a laden 20-foot one with the lines that its manifests state. */
export type WeighedContainer = { goods?: DeclaredGoods; sizeType?: string | null };

/**
 * Returns the findings of one rule in manifests of these weights, which have the identifiers m1, m2, and so on.
 */
export function findInWeights(
  rule: string,
  stated: StatedWeights | StatedWeights[],
  { goods, sizeType = "22G1" }: WeighedContainer = {},
) {
  const papers = [stated].flat().map(({ lines = [], ...weight }, manifest) => {
    const manifestId = `m${manifest + 1}`;
    const lineWith = (grossWeight: number | undefined, index: number) =>
      lineOf(index + 1, [], { manifest, manifestId, raw: { grossWeight } });
    return { id: manifestId, weight, lines: lines.map(lineWith) };
  });
  const laden: DeclaredGoods = { kind: "laden", lines: papers.flatMap(({ lines }) => lines) };
  return checkWeights(papers, goods ?? laden, sizeType, roundWeights).filter((finding) => finding.rule === rule);
}
