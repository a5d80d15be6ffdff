import type { Detection, ManifestStatus } from "@container-inspection/shared-schemas";
import type { Commodity } from "./commodities.ts";

/** What really is in a container. */
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
  /** Pallets that it stands on; 0 for packages on the floor. */
  pallets: number;
};

/** What the paper states: the fields of a manifest that a match may read. */
export type DeclaredManifest = {
  containerNumber: string;
  containerType: string | null;
  billOfLading: string;
  /** Null where the manifest does not state its goods. */
  declaredGoods: Record<string, unknown>[] | null;
  weight: Record<string, unknown> | null;
  status: ManifestStatus;
};

export type View = "door" | "top" | "exterior" | "xray-full";

export type Picture = {
  scanId: string;
  cameraId: string;
  view: View;
  type: "category" | "defect" | "illegal";
  takenAt: string;
  /** Null for a model that no rule set knows. */
  modelName: string | null;
  detections: Detection[];
};

/** A container as the matcher meets it: paper and pictures. */
export type Load = {
  containerNumber: string;
  /** As read from the container; null where no device has read it. */
  sizeType: string | null;
  manifests: DeclaredManifest[];
  pictures: Picture[];
};

export const weightOf = (items: readonly Item[]) =>
  items.reduce((sum, { count, kgPerPackage }) => sum + count * kgPerPackage, 0);

export const volumeOf = (items: readonly Item[]) =>
  items.reduce((sum, { count, cubicMetresPerPackage }) => sum + count * cubicMetresPerPackage, 0);
