import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Detection } from "@container-inspection/shared-schemas/scans";
import type { DeclaredManifest, Load, Picture } from "./load.ts";
import type { Judged } from "./judge-load.ts";

/** A finding that a case asks for. */
export type WantedFinding = {
  severity: MatchFinding["severity"] | readonly MatchFinding["severity"][];
  /** Found in its rule, class or message. */
  about?: RegExp;
  /** The declared lines that such findings are about, together. */
  lines?: readonly number[];
};

/**
 * One case of the table by which a customs risk officer measured the match: the declared goods, the pictures, and the
 * result that the officer wants. Cases of several scans or decisions are in officer-visits.test.ts.
 */
export type OfficerCase = {
  /** Id of the case in the officer's table. */
  id: string;
  title: string;
  /** Manifests of the container; each is VALIDATED unless stated otherwise. */
  manifests: DeclaredManifest[];
  /** Size-type as read from the container; that of the first manifest unless stated otherwise. */
  sizeType?: string | null;
  pictures: TakenPicture[];
  wanted: {
    /** Any of these. */
    lanes: readonly Judged["lane"][];
    finds?: readonly WantedFinding[];
    /** Lanes of the documents, any of these. */
    documents?: readonly Judged["documentLane"][];
    /** Pattern that no message may match. */
    never?: RegExp;
  };
};

type TakenPicture = Omit<Picture, "scanId" | "takenAt">;

export const CASE_NUMBER = "CSQU3054383";

/** One line of declaredGoods. */
export function line(
  description: string,
  hsCode?: string,
  packageCode?: string,
  numberOfPackages?: number,
  rest: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    description,
    ...(hsCode === undefined ? {} : { hsCode }),
    ...(packageCode === undefined ? {} : { packageCode }),
    ...(numberOfPackages === undefined ? {} : { numberOfPackages }),
    ...rest,
  };
}

/** A validated manifest of the cases' container, a 20-foot box. */
export function declared(
  declaredGoods: Record<string, unknown>[] | null,
  rest: Partial<DeclaredManifest> = {},
): DeclaredManifest {
  return {
    containerNumber: CASE_NUMBER,
    containerType: "22G1",
    billOfLading: "BL-CASE-1",
    weight: null,
    status: "VALIDATED",
    ...rest,
    declaredGoods,
  };
}

/**
 * Returns the detections that the edge sends for `count` objects, each of quantity 1, side by side in the picture.
 */
export function seen(className: string, count = 1, confidence = 0.85, areaPercentage = 2): Detection[] {
  const side = Math.sqrt((areaPercentage / 100) * 1280 * 960);
  return Array.from({ length: count }, (_, index) => {
    const [left, top] = [(index * 97) % (1280 - side), (index * 61) % (960 - side)];
    return {
      className,
      confidence,
      polygon: { x: [left, left + side, left + side, left], y: [top, top, top + side, top + side] },
      areaPercentage,
      quantity: 1,
      volume: null,
    };
  });
}

/** A category picture into the open doors. */
export const door = (...objects: Detection[][]): TakenPicture => doorBy("gate-1", ...objects);

export const doorBy = (cameraId: string, ...objects: Detection[][]): TakenPicture => ({
  cameraId,
  view: "door",
  type: "category",
  modelName: null,
  detections: objects.flat(),
});

/** A category picture from outside. */
export const outside = (...objects: Detection[][]): TakenPicture => ({
  ...doorBy("yard-1", ...objects),
  view: "exterior",
});

export const defects = (...objects: Detection[][]): TakenPicture => ({ ...outside(...objects), type: "defect" });

export const xray = (...objects: Detection[][]): TakenPicture => ({
  ...doorBy("xray-1", ...objects),
  view: "xray-full",
  type: "illegal",
});

/** The case as the matcher meets it, its pictures a minute apart. */
export function loadOf({ manifests, sizeType, pictures }: OfficerCase): Load {
  return {
    containerNumber: CASE_NUMBER,
    sizeType: sizeType === undefined ? (manifests[0]?.containerType ?? null) : sizeType,
    manifests,
    pictures: pictures.map((picture, index) => ({
      ...picture,
      scanId: `scan-${index + 1}`,
      takenAt: new Date(Date.UTC(2026, 0, 5, 8, index)).toISOString(),
    })),
  };
}
