import { type Cargo, type Item, volumeOf, weightOf } from "./cargo-items.ts";
import type { DeclaredManifest } from "../../src/match/testing/load.ts";
import type { Random } from "./random.ts";

const KG_PER_POUND = 0.453_592_37;

/** The words for packages in a description such as `20 PALLETS STC 1200 CARTONS WINE`. */
const packageWords: Record<string, string> = { CT: "CARTONS", BG: "BAGS", SA: "BAGS", DR: "DRUMS", PX: "PALLETS" };

/**
 * Writes an honest manifest as shippers and their agents do: codes with dots, as numbers or of national length, some
 * missing; descriptions in their language; pieces beside packages; weights in pounds. A quarter of the shared
 * containers come with a manifest for each of two shippers' goods.
 */
export function declare(cargo: Cargo, containerNumber: string, random: Random): DeclaredManifest[] {
  const { items } = cargo;
  const middle = Math.ceil(items.length / 2);
  const isHouse = items.length > 1 && random.chance(0.25);
  const parts = isHouse ? [items.slice(0, middle), items.slice(middle)] : [items];
  const containerType = drawSizeType(cargo.sizeType, random);
  return parts.map((part) => ({
    containerNumber,
    containerType,
    billOfLading: `BL${random.integer(10_000_000, 99_999_999)}`,
    declaredGoods: part.map((item) => declareItem(item, random)),
    weight: isHouse ? declareCargoWeight(part, random) : declareWeight(cargo, random),
    status: "VALIDATED",
  }));
}

function declareItem(item: Item, random: Random): Record<string, unknown> {
  const { commodity, count, pallets } = item;
  const { pieces, dangerousGoods } = commodity;
  const description = random.pick(commodity.descriptions);
  const isPerPallet = pallets > 0 && random.chance(0.25);
  const content = `${pallets} PALLETS STC ${count} ${packageWords[commodity.packageCode] ?? "PACKAGES"} ${description}`;
  const packageCode = isPerPallet ? "PX" : commodity.packageCode;
  const packages = isPerPallet ? pallets : count;
  const isOrdinary = !random.chance(0.03);
  return {
    description: isPerPallet ? content : description,
    ...(random.chance(0.92) ? { hsCode: drawHsCode(random.pick(commodity.hs), random) } : {}),
    ...(random.chance(0.9) ? { packageCode } : {}),
    ...(isOrdinary ? { numberOfPackages: random.chance(0.05) ? String(packages) : packages } : {}),
    ...(pieces && random.chance(0.4) ? { quantity: count * random.integer(...pieces) } : {}),
    ...(random.chance(0.9) ? { grossWeight: { value: Math.round(weightOf([item])), unit: "KGM" } } : {}),
    ...(random.chance(0.7) ? { volume: { value: Math.round(volumeOf([item]) * 100) / 100, unit: "MTQ" } } : {}),
    ...(dangerousGoods ? { dangerousGoods } : {}),
  };
}

/** Six to ten digits: bare, dotted, after `HS`, or as a number, which has lost a leading zero. */
function drawHsCode(code: string, random: Random): string | number {
  const national = random.chance(0.3) ? `${code}${random.pick(["00", "10", "90", "0000", "9010"])}` : code;
  const form = random.next();
  if (form < 0.05) return Number(national);
  const dotted = national.replace(/^(\d{4})(\d\d)/, "$1.$2.").replace(/\.$/, "");
  if (form < 0.35) return dotted;
  return form < 0.4 ? `HS ${dotted}` : national;
}

function drawSizeType(sizeType: string, random: Random): string | null {
  const form = random.next();
  if (form < 0.1) return null;
  const groupCode = { G: "GP", R: "RT", P: "PF", T: "TN" }[sizeType[2] ?? ""];
  return form < 0.2 && groupCode !== undefined ? `${sizeType.slice(0, 2)}${groupCode}` : sizeType;
}

/** Weights of a container; absent in one manifest of ten. */
function declareWeight(cargo: Cargo, random: Random): DeclaredManifest["weight"] {
  return random.chance(0.1) ? null : declareContainerWeight(cargo, random, random.chance(0.7) ? 1 : null);
}

/**
 * Gross, tare and net of a container, and its verified gross mass (SOLAS VI/2). The gross weight is that of container
 * and cargo; in a quarter of the manifests that of the cargo alone, as bills of lading state it. The net weight lacks
 * up to 3 % for packaging; the verified gross mass differs by up to 1 % for the scales, is multiplied by `vgmFactor`, and
 * absent where that is null.
 */
export function declareContainerWeight(
  { items, tare }: Cargo,
  random: Random,
  vgmFactor: number | null,
): Record<string, unknown> {
  const cargo = weightOf(items);
  const isCargoAlone = random.chance(0.25);
  const inUnit = drawUnit(random);
  const vgm = inUnit((tare + cargo) * random.between(0.99, 1.01) * (vgmFactor ?? 1));
  const method = random.pick(["METHOD1", "METHOD2"]);
  return {
    gross: inUnit(isCargoAlone ? cargo : tare + cargo),
    tare: inUnit(tare),
    net: inUnit(cargo * random.between(0.97, 1)),
    ...(vgmFactor === null ? {} : { vgm: { ...vgm, method } }),
  };
}

/** Weights of one shipper's part of a container. */
function declareCargoWeight(items: readonly Item[], random: Random): Record<string, unknown> {
  const cargo = weightOf(items);
  const inUnit = drawUnit(random);
  return { gross: inUnit(cargo), net: inUnit(cargo * random.between(0.97, 1)) };
}

function drawUnit(random: Random): (kg: number) => { value: number; unit: "KGM" | "LBR" } {
  const isPounds = random.chance(0.05);
  return (kg) => ({ value: Math.round(isPounds ? kg / KG_PER_POUND : kg), unit: isPounds ? "LBR" : "KGM" });
}
