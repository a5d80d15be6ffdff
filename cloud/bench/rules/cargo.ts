import { type Commodity, commodities } from "./commodities.ts";
import type { Cargo, Item } from "./cargo-items.ts";
import type { Random } from "./random.ts";

/** Tare in kg and inner volume in m³: usual figures of container makers, rounded. */
const containers: Record<string, { tare: number; cubicMetres: number }> = {
  "22G1": { tare: 2_200, cubicMetres: 33 },
  "42G1": { tare: 3_700, cubicMetres: 67 },
  "45G1": { tare: 3_900, cubicMetres: 76 },
  "22R1": { tare: 2_950, cubicMetres: 28 },
  "45R1": { tare: 4_600, cubicMetres: 67 },
  "42P1": { tare: 5_000, cubicMetres: 80 },
  "22T1": { tare: 3_600, cubicMetres: 26 },
};

/** The most that container and cargo weigh together, in kg; many containers may carry more. */
const MAX_GROSS = 30_480;
/** A scan holds at most 1,000 detections, pallets and stray ones among them. */
const MAX_PACKAGES = 900;
const CUBIC_METRES_PER_PALLET = 1.4;

/** Three containers of four carry one kind of goods, the fourth 3 to 10 kinds of several shippers. */
export function drawCargo(random: Random): Cargo {
  return random.chance(0.75) ? fillWith([random.pick(commodities)], random) : drawSharedCargo(random);
}

/** Goods of several shippers in one container; none of them may not travel with the others. */
export function drawSharedCargo(random: Random, kinds = random.integer(3, 10)): Cargo {
  const chosen = new Set<Commodity>();
  const shareable = commodities.filter(({ canShare }) => canShare);
  while (chosen.size < kinds) chosen.add(random.pick(shareable));
  return fillWith([...chosen], random, random.pick(["22G1", "42G1", "45G1"]));
}

/** Fills a container with these goods to 60 to 95 % of its volume or payload, each kind with an equal part. */
export function fillWith(kinds: readonly Commodity[], random: Random, wanted?: string): Cargo {
  const sizeType = wanted ?? random.pick(kinds[0]?.sizeTypes ?? []);
  const { tare: usualTare, cubicMetres } = containers[sizeType] ?? { tare: 2_200, cubicMetres: 33 };
  const tare = Math.round((usualTare * random.between(0.96, 1.04)) / 10) * 10;
  const fill = random.between(0.6, 0.95) / kinds.length;
  const items = kinds.map((commodity): Item => {
    const kgPerPackage = random.between(...commodity.kgPerPackage);
    const cubicMetresPerPackage = random.between(...commodity.cubicMetresPerPackage);
    const room = Math.min(cubicMetres / cubicMetresPerPackage, (MAX_GROSS - tare) / kgPerPackage);
    const count = Math.max(1, Math.floor(Math.min(fill * room, MAX_PACKAGES / kinds.length)));
    const isOnPallets = random.chance(commodity.palletShare ?? 0);
    const pallets = isOnPallets ? Math.ceil((count * cubicMetresPerPackage) / CUBIC_METRES_PER_PALLET) : 0;
    return { commodity, count, kgPerPackage, cubicMetresPerPackage, pallets };
  });
  return { sizeType, tare, items };
}

/** Returns true if any of the cargo, visible or not, looks like one of these classes. */
export const holds = ({ items }: Cargo, classes: readonly string[]) =>
  items.some(({ commodity }) => classes.includes(commodity.seenAs));
