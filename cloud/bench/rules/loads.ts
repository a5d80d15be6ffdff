// Honest and dishonest loads. They were written before the rules that they measure: git shows this folder on
// 22 November 2026, ahead of rule set 3. Their parameters are not tuned to results: who changes one writes down why,
// and measures every rule set again with it.
import { checkDigit } from "@container-inspection/shared-schemas/container-number";
import type { Detection } from "@container-inspection/shared-schemas/scans";
import { photograph, takePicture, viewOf } from "./camera.ts";
import { drawCargo, drawSharedCargo, fillWith, holds } from "./cargo.ts";
import { commodities, type Commodity } from "./commodities.ts";
import type { Cargo } from "./cargo-items.ts";
import type { DeclaredManifest, Load, Picture } from "../../src/match/testing/load.ts";
import { detect, drawDetection, goodModel, type Model } from "./model.ts";
import type { Noise } from "./noise.ts";
import { declare, declareContainerWeight } from "./paper.ts";
import type { Random } from "./random.ts";

/** Draws one load. */
export type DrawLoad = (random: Random) => Load;

/** Paper and cargo agree; cameras look into the open doors, or at platforms and tanks from outside. */
export const honestAtDoor =
  (model: Model): DrawLoad =>
  (random) => {
    const cargo = drawCargo(random);
    return assemble(cargo, photograph(cargo, viewOf(cargo), model, random), random);
  };

/** Paper and cargo agree; an ideal X-ray picture shows every package. */
export const honestInFull =
  (model: Model): DrawLoad =>
  (random) => {
    const cargo = drawCargo(random);
    return assemble(cargo, photograph(cargo, "xray-full", model, random), random);
  };

/** Beside other goods, a vehicle or machine that no line declares: 2 to 30 % of the picture, confidence 0.7 to 0.97. */
export const undeclaredMachine =
  (model: Model): DrawLoad =>
  (random) => {
    const cargo = drawBoxWithout(["vehicle", "machinery", "scrap metal"], random);
    const className = random.pick(["vehicle", "machinery"]);
    const areaPercentage = 2 * 15 ** random.next();
    const found = drawDetection(className, random.between(0.7, 0.97), areaPercentage, random);
    return assemble(cargo, addToFirst(photograph(cargo, "door", model, random), [found]), random);
  };

/** A load as the trade would write and photograph it. */
export const noisy =
  (draw: DrawLoad, noise: Noise): DrawLoad =>
  (random) =>
    noise(draw(random), random);

/** Beside honest goods, a bill that declares `CONSOLIDATED CARGO`. */
export const besideVagueBill =
  (draw: DrawLoad): DrawLoad =>
  (random) => {
    const load = draw(random);
    const vague = { declaredGoods: [{ description: "CONSOLIDATED CARGO" }], weight: null, billOfLading: "BL00000001" };
    return {
      ...load,
      manifests: load.manifests.flatMap((one, index) => (index === 0 ? [{ ...one, ...vague }, one] : [one])),
    };
  };

/** Vehicles declared by a number, and more of them in a picture of the whole load. */
export const tooManyVehicles =
  (declared: number, present: number): DrawLoad =>
  (random) => {
    const commodity = commodities.find(({ seenAs }) => seenAs === "vehicle");
    if (!commodity) throw new Error("no commodity is seen as a vehicle");
    const item = { commodity, count: declared, kgPerPackage: 1_400, cubicMetresPerPackage: 12, pallets: 0 };
    const cargo: Cargo = { sizeType: "45G1", tare: 3_900, items: [item] };
    const seen = Array.from({ length: present }, () =>
      drawDetection("vehicle", random.between(0.6, 0.97), random.between(8, 14), random),
    );
    const load = assemble(cargo, [takePicture(1, { view: "xray-full", detections: seen })], random);
    // Every paper of these states the number, which some of the generator's do not.
    return { ...load, manifests: load.manifests.map((manifest) => stateNumber(manifest, declared)) };
  };

/** Beside other goods, ten drums that no line declares; each takes 0.5 to 3 % of the picture. */
export const undeclaredDrums =
  (model: Model): DrawLoad =>
  (random) => {
    const cargo = drawBoxWithout(["drum"], random);
    const drums = Array.from({ length: 10 }, () => ({ className: "drum", areaPercentage: random.between(0.5, 3) }));
    const found = detect(drums, { ...model, strayShare: 0 }, random);
    return assemble(cargo, addToFirst(photograph(cargo, "door", model, random), found), random);
  };

const EMPTY_TEXTS = [
  "EMPTY CONTAINER",
  "EMPTY, CLEANED",
  "EMPTY CONTAINER FOR REPOSITIONING",
  "MT",
  "LEERCONTAINER",
  "CONTENEDOR VACIO",
  "VACÍO",
  "CONTENEUR VIDE",
  "空箱",
];

/** Goods in a container that is declared empty, in several languages or by an empty list. */
export const ladenButDeclaredEmpty: DrawLoad = (random) => {
  const cargo = drawBoxWithout(["scrap metal"], random);
  const load = assemble(cargo, photograph(cargo, "door", goodModel, random), random);
  const declaredGoods = random.chance(0.2) ? [] : [{ description: random.pick(EMPTY_TEXTS) }];
  const [manifest] = load.manifests;
  return { ...load, manifests: manifest ? [{ ...manifest, declaredGoods, weight: null }] : [] };
};

/** A weapon of 0.05 to 1 % of the picture among honest goods: on the camera's picture or on a separate X-ray. */
export const weapon: DrawLoad = (random) => {
  const cargo = drawBoxWithout([], random);
  const className = random.pick(["weapon", "weapon", "weapon", "pistol", "rifle", "gun"]);
  const found = drawDetection(className, random.between(0.5, 0.95), random.between(0.05, 1), random);
  const pictures = photograph(cargo, "door", goodModel, random);
  const xray = takePicture(9, { view: "xray-full", type: "illegal", detections: [found] });
  return assemble(cargo, random.chance(0.6) ? addToFirst(pictures, [found]) : [...pictures, xray], random);
};

/** Honest goods in a container whose defect scan shows a hole. */
export const hole: DrawLoad = (random) => drawDamaged("hole", random);

/** Honest goods in a container whose defect scan shows a broken seal. */
export const brokenSeal: DrawLoad = (random) =>
  drawDamaged(random.pick(["seal_broken", "seal_broken", "broken seal"]), random);

/** Honest goods whose verified gross mass is stated 20 % too low or too high, beside right weights. */
export const wrongVgm: DrawLoad = (random) => {
  const cargo = drawBoxWithout([], random);
  const load = assemble(cargo, photograph(cargo, "door", goodModel, random), random);
  const weight = declareContainerWeight(cargo, random, random.pick([0.8, 1.2]));
  // One manifest with all lines: the weight is that of the whole container.
  const declaredGoods = load.manifests.flatMap((manifest) => manifest.declaredGoods ?? []);
  return { ...load, manifests: load.manifests.slice(0, 1).map((first) => ({ ...first, declaredGoods, weight })) };
};

/** An acid and a cyanide in one container (IMDG code 7.2: "separated from"), alone or beside honest goods. */
export const forbiddenSegregation: DrawLoad = (random) => {
  const [acid, cyanide] = [random.pick(acids), random.pick(cyanides)];
  const others = drawSharedCargo(random, random.integer(0, 3)).items.map(({ commodity }) => commodity);
  const cargo = fillWith([acid, cyanide, ...others], random, "22G1");
  return assemble(cargo, photograph(cargo, "door", goodModel, random), random);
};

const drum = { packageCode: "DR", seenAs: "drum", sizeTypes: ["22G1"] } as const;
const acidDrum = { ...drum, kgPerPackage: [250, 330], cubicMetresPerPackage: [0.22, 0.26] } as const;
const cyanideDrum = { ...drum, kgPerPackage: [50, 100], cubicMetresPerPackage: [0.07, 0.11] } as const;

const acids: readonly Commodity[] = [
  { ...acidDrum, descriptions: ["SULPHURIC ACID"], hs: ["280700"], dangerousGoods: { unNumber: "UN1830", imoClass: "8" } }, // prettier-ignore
  { ...acidDrum, descriptions: ["HYDROCHLORIC ACID"], hs: ["280610"], dangerousGoods: { unNumber: "1789", imoClass: "8" } }, // prettier-ignore
  { ...acidDrum, descriptions: ["NITRIC ACID"], hs: ["280800"], dangerousGoods: { unNumber: "UN 2031", imoClass: "8" } }, // prettier-ignore
];
const cyanides: readonly Commodity[] = [
  { ...cyanideDrum, descriptions: ["SODIUM CYANIDE"], hs: ["283711"], dangerousGoods: { unNumber: "1689", imoClass: "6.1" } }, // prettier-ignore
  { ...cyanideDrum, descriptions: ["POTASSIUM CYANIDE"], hs: ["283719"], dangerousGoods: { unNumber: "UN1680", imoClass: "6.1" } }, // prettier-ignore
];

/** Honest goods, and a defect scan from outside with this detection. */
function drawDamaged(className: string, random: Random): Load {
  const cargo = drawBoxWithout([], random);
  const found = drawDetection(className, random.between(0.5, 0.95), random.between(0.1, 5), random);
  const outside = takePicture(9, { view: "exterior", type: "defect", detections: [found] });
  return assemble(cargo, [...photograph(cargo, "door", goodModel, random), outside], random);
}

/** A cargo that is seen through doors and holds nothing of these classes. */
function drawBoxWithout(classes: readonly string[], random: Random): Cargo {
  const cargo = drawCargo(random);
  return viewOf(cargo) !== "door" || holds(cargo, classes) ? drawBoxWithout(classes, random) : cargo;
}

function addToFirst([first, ...rest]: Picture[], found: Detection[]): Picture[] {
  return first ? [{ ...first, detections: [...first.detections, ...found] }, ...rest] : [];
}

const stateNumber = (manifest: DeclaredManifest, numberOfPackages: number): DeclaredManifest => ({
  ...manifest,
  declaredGoods: (manifest.declaredGoods ?? []).map((goods) => ({ ...goods, numberOfPackages })),
});

/** Puts paper and pictures together; in two visits of five no device has read the size-type. */
function assemble(cargo: Cargo, pictures: Picture[], random: Random): Load {
  const containerNumber = drawContainerNumber(random);
  const manifests: DeclaredManifest[] = declare(cargo, containerNumber, random);
  return { containerNumber, sizeType: random.chance(0.6) ? cargo.sizeType : null, manifests, pictures };
}

function drawContainerNumber(random: Random): string {
  const owner = random.pick(["CSQU", "MSKU", "TGHU", "MEDU", "HLXU", "APZU"]);
  const serial = String(random.integer(0, 999_999)).padStart(6, "0");
  return `${owner}${serial}${checkDigit(owner + serial)}`;
}
