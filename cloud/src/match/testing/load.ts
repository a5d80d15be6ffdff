import type { ManifestStatus } from "@container-inspection/shared-schemas/manifests";
import type { Detection } from "@container-inspection/shared-schemas/scans";

/** Declared content: the fields of a manifest that a match may read. */
export type DeclaredManifest = {
  containerNumber: string;
  containerType: string | null;
  billOfLading: string;
  /** Null where the manifest does not state its goods. */
  declaredGoods: Record<string, unknown>[] | null;
  weight: Record<string, unknown> | null;
  status: ManifestStatus;
  consignee?: unknown;
  /** Version with which the first picture was compared, where the manifest was changed since. */
  firstCompared?: DeclaredManifest;
  /** True where a picture was compared before it was attached. */
  isAddedLater?: boolean;
  /** Other manifests of the same bill of lading. */
  sameBill?: DeclaredManifest[];
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
  /** It is unlike those that the model was trained on. */
  isUnlike?: boolean;
};

/** A container as the matcher meets it: paper and pictures. */
export type Load = {
  containerNumber: string;
  /** Size type as read from the container; null if no device has read it. */
  sizeType: string | null;
  manifests: DeclaredManifest[];
  pictures: Picture[];
};
