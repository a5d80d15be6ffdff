import type { Commodity } from "./commodities.ts";

/** True cargo of a container. */
export type Cargo = {
  sizeType: string;
  /** Weight of the empty container in kg. */
  tare: number;
  items: readonly Item[];
};

/** Packages of one kind. */
export type Item = {
  commodity: Commodity;
  count: number;
  kgPerPackage: number;
  cubicMetresPerPackage: number;
  /** Number of pallets under the packages; 0 for packages on the floor. */
  pallets: number;
};

export const weightOf = (items: readonly Item[]) =>
  items.reduce((sum, { count, kgPerPackage }) => sum + count * kgPerPackage, 0);

export const volumeOf = (items: readonly Item[]) =>
  items.reduce((sum, { count, cubicMetresPerPackage }) => sum + count * cubicMetresPerPackage, 0);
