// How the trade writes papers and what stands around containers. The shares were set before the rules that they
// measure, as in loads.ts: they are estimates, and not tuned to results.
import type { DeclaredManifest, Load } from "../../src/match/testing/load.ts";
import { takePicture } from "./camera.ts";
import { drawDetection } from "./model.ts";
import type { Random } from "./random.ts";
import { turkishNames } from "./turkish.ts";

/** Changes an honest or dishonest load as the trade would. */
export type Noise = (load: Load, random: Random) => Load;

/** Names of size-types in trade. */
const tradeNames: Readonly<Record<string, readonly string[]>> = {
  "22G1": ["20GP", "20DV", "20DC", "20'GP"],
  "42G1": ["40GP", "40DV", "40DC"],
  "45G1": ["40HC", "40HQ", "40'HC"],
  "22R1": ["20RF", "20RE"],
  "45R1": ["40RH", "40RQ", "40RF"],
  "42P1": ["40FR", "40PL"],
  "22T1": ["20TK", "20TN"],
};

/** The manifest names the size-type as the trade does, and a camera reads the code of ISO 6346. */
export const tradeSizeTypes: Noise = (load, random) => {
  const known = [load.sizeType, ...load.manifests.map(({ containerType }) => containerType)].find(
    (code) => code !== null,
  );
  const sizeType = Object.keys(tradeNames).find((code) => known?.startsWith(code.slice(0, 3)));
  if (sizeType === undefined) return load;
  const containerType = random.pick(tradeNames[sizeType] ?? []);
  return { ...load, sizeType, manifests: load.manifests.map((manifest) => ({ ...manifest, containerType })) };
};

/** A vague master bill with the packages and the weight of all others stands beside them. */
export const masterBill: Noise = (load) => {
  const [first] = load.manifests;
  if (!first) return load;
  const lines = load.manifests.flatMap(({ declaredGoods }) => declaredGoods ?? []);
  const master: DeclaredManifest = {
    ...first,
    billOfLading: `M${first.billOfLading}`,
    declaredGoods: [
      { description: "CONSOLIDATED CARGO AS PER HOUSE BILLS", packageCode: "PK", ...sumOf("numberOfPackages", lines) },
    ],
    weight: load.manifests.length === 1 ? first.weight : sumWeights(load.manifests),
  };
  return { ...load, manifests: [master, ...load.manifests] };
};

/** The damage camera shows the intact seal. */
export const sealOnDamagePicture: Noise = (load, random) => {
  const number = `HL${random.integer(1_000_000, 9_999_999)}`;
  const seen = { ...drawDetection("seal", random.between(0.5, 0.97), random.between(0.1, 1), random), text: number };
  const picture = takePicture(8, { view: "exterior", type: "defect", detections: [seen] });
  const isDeclared = random.chance(0.5);
  return {
    ...load,
    manifests: load.manifests.map((manifest) => mapLines(manifest, isDeclared ? { sealNumber: number } : {})),
    pictures: [...load.pictures, picture],
  };
};

/** A worker walks past a camera that looks at the outside. */
export const workerOutside: Noise = (load, random) => {
  const worker = drawDetection("person", random.between(0.4, 0.95), random.between(1, 8), random);
  return { ...load, pictures: [...load.pictures, takePicture(7, { view: "exterior", detections: [worker] })] };
};

/** Fields that state nothing hold what forms ask for. */
export const placeholders: Noise = (load, random) => {
  const nothing = () => random.pick(["N/A", "NIL", "-", "TBA", "NONE"]);
  const shown = takePicture(6, {
    view: "exterior",
    type: "defect",
    detections: [{ ...drawDetection("seal", 0.9, 0.4, random), text: "HL4711081" }],
  });
  const manifests = load.manifests.map((manifest) => ({
    ...manifest,
    declaredGoods: (manifest.declaredGoods ?? []).map((goods) => ({
      sealNumber: nothing(),
      ...goods,
      ...(goods["dangerousGoods"] === undefined && { dangerousGoods: { unNumber: nothing(), imoClass: nothing() } }),
    })),
  }));
  // A second number would be that of another seal.
  const hasSeal = load.pictures.some(({ detections }) => detections.some(({ className }) => className === "seal"));
  return { ...load, manifests, pictures: hasSeal ? load.pictures : [...load.pictures, shown] };
};

/** Packages have a general code or none. */
export const noPackageCodes: Noise = (load, random) => ({
  ...load,
  manifests: load.manifests.map((manifest) =>
    mapLines(
      manifest,
      { packageCode: random.pick(["PK", "PK", "PP", ""]) },
      ({ packageCode }) => typeof packageCode === "string" && /^(?:CT|BG|SA|DR|CR|BL|RO|PX)$/.test(packageCode),
    ),
  ),
});

/** Counts and weights are written with points for thousands. */
export const pointsForThousands: Noise = (load) => {
  const write = (value: unknown) =>
    typeof value === "number" && Number.isInteger(value) ? value.toLocaleString("de-DE") : value;
  const rewrite = (measure: unknown) =>
    typeof measure === "object" && measure !== null && "value" in measure
      ? { ...measure, value: write(measure.value) }
      : measure;
  const manifests = load.manifests.map((manifest) => ({
    ...manifest,
    weight:
      manifest.weight && Object.fromEntries(Object.entries(manifest.weight).map(([name, one]) => [name, rewrite(one)])),
    declaredGoods: (manifest.declaredGoods ?? []).map((goods) => ({
      ...goods,
      ...("numberOfPackages" in goods && { numberOfPackages: write(goods["numberOfPackages"]) }),
      ...("grossWeight" in goods && { grossWeight: rewrite(goods["grossWeight"]) }),
    })),
  }));
  return { ...load, manifests };
};

/** Turkish descriptions without codes of goods and packages. */
export const turkishWords: Noise = (load) => ({
  ...load,
  manifests: load.manifests.map((manifest) => ({
    ...manifest,
    declaredGoods: (manifest.declaredGoods ?? []).map(({ hsCode: _hs, packageCode: _code, description, ...goods }) => ({
      ...goods,
      description: turkishNames.get(description) ?? description,
    })),
  })),
});

/** Shares of loads in which each kind of noise comes. */
const shares: readonly (readonly [share: number, noise: Noise])[] = [
  [0.6, tradeSizeTypes],
  [0.15, masterBill],
  [0.3, sealOnDamagePicture],
  [0.2, workerOutside],
  [0.2, placeholders],
  [0.3, noPackageCodes],
  [0.15, pointsForThousands],
];

/** Everything at once, each in its share. */
export const tradeNoise: Noise = (load, random) =>
  shares.reduce((noisy, [share, noise]) => (random.chance(share) ? noise(noisy, random) : noisy), load);

type Goods = Record<string, unknown>;

function mapLines(manifest: DeclaredManifest, more: Goods, applies: (goods: Goods) => boolean = () => true) {
  const declaredGoods = (manifest.declaredGoods ?? []).map((goods) => (applies(goods) ? { ...goods, ...more } : goods));
  return { ...manifest, declaredGoods };
}

/** The sum of a number of all lines; nothing where one of them does not state it. */
function sumOf(field: string, lines: readonly Goods[]): Goods {
  const numbers = lines.map((goods) => Number(goods[field] ?? Number.NaN));
  const sum = numbers.reduce((total, number) => total + number, 0);
  return Number.isNaN(sum) ? {} : { [field]: sum };
}

const KG_PER_POUND = 0.453_592_37;

function sumWeights(manifests: readonly DeclaredManifest[]): DeclaredManifest["weight"] {
  const grossOf = ({ weight }: DeclaredManifest) => {
    const { value, unit } = (weight?.["gross"] ?? {}) as { value?: number; unit?: string };
    return (value ?? Number.NaN) * (unit === "LBR" ? KG_PER_POUND : 1);
  };
  const sum = manifests.reduce((total, manifest) => total + grossOf(manifest), 0);
  return Number.isNaN(sum) ? null : { gross: { value: Math.round(sum), unit: "KGM" } };
}
