import type { CameraView } from "@container-inspection/shared-schemas/cameras";
import type { CategoryClass } from "@container-inspection/shared-schemas/category-map";
import type { Detection, ScanType } from "@container-inspection/shared-schemas/scans";
import type { CompiledMap } from "../reading/compile-map.ts";
import { english, type Words } from "../english.ts";
import { createNormaliser, normaliseWords } from "../reading/normalise-words.ts";

/** One picture of a visit with the objects that a model found in it, as reviewers left them. */
export type Picture = {
  scanId: string;
  type: ScanType;
  cameraId: string | null;
  /** Null where it is not set: then it counts as a view through the door. */
  view: CameraView | null;
  /** The name of the model; null where the sender did not state it. */
  modelName: string | null;
  modelVersion: string | null;
  /** Time of capture by the clock of the sender; null if that clock was far off. */
  takenAt: Date | null;
  receivedAt: Date;
  /** SHA-256 of the picture as captured; null where only its detections were kept. */
  sha256: string | null;
  detections: readonly FoundDetection[];
  /** It is unlike those that the model was trained on; absent where that is not known. */
  isUnlike?: boolean;
};

/** A detection with its index in its scan. */
export type FoundDetection = Pick<
  Detection,
  "className" | "confidence" | "areaPercentage" | "quantity" | "polygon" | "text"
> & {
  index: number;
  /** A person confirmed it, or corrected its class. */
  isReviewed?: boolean;
};

/** One object in a picture that counts. */
export type Sighting = {
  index: number;
  /** 0 to 1; without one it is certain. */
  confidence: number;
  /** Share of the picture, 0 to 1; undefined where the sender does not state it. */
  areaShare: number | undefined;
  /** Number of objects that it represents: a mask over a stack may represent several. */
  quantity: number;
};

/** The objects of one class in one picture. */
export type SeenClass = {
  name: string;
  plural: Words;
  kind: "goods" | "carrier" | "unknown";
  sightings: Sighting[];
  /** Sum of the quantities. */
  count: number;
  /** True where a rule of its own reports one of them or more, such as a person or a seal. */
  isReported: boolean;
};

/** Below it, models report noise. */
const FAINT_CONFIDENCE = 0.1;

/** Content of a picture, by class in order of first sight. */
export type SeenPicture = Omit<Picture, "detections"> & {
  seen: SeenClass[];
  /** The best confidence of a class for empty containers; 0 without one. */
  emptyConfidence: number;
  emptyIndexes: number[];
  /** True where objects were detected with too little confidence to count, but with more than noise. */
  hasFaint: boolean;
};

/**
 * Sorts the detections of a picture by the classes of the map. Detections below the map's confidence, and those of
 * ignored classes, are left out; a class that the map does not know keeps its own name.
 */
export function lookAt(
  { detections, ...picture }: Picture,
  map: CompiledMap,
  alerts: { ignored: ReadonlySet<string>; isReported: (className: string | null, confidence: number) => boolean },
): SeenPicture {
  const seen = new Map<string, SeenClass>();
  const wordsOf = createNormaliser();
  const emptyIndexes: number[] = [];
  let emptyConfidence = 0;
  let hasFaint = false;
  for (const { index, className, confidence, areaPercentage, quantity } of detections) {
    const words = wordsOf(className);
    const sure = confidence ?? 1;
    if (alerts.ignored.has(words)) continue;
    if (map.emptyClasses.has(words)) {
      emptyConfidence = Math.max(emptyConfidence, sure);
      emptyIndexes.push(index);
      continue;
    }
    if (sure < map.minConfidence) {
      hasFaint ||= sure >= FAINT_CONFIDENCE;
      continue;
    }
    const named = nameOf(className, map.classesByName.get(words));
    const known = seen.get(named.name) ?? { ...named, isReported: false, sightings: [], count: 0 };
    known.isReported ||= named.kind === "unknown" && alerts.isReported(className, sure);
    const areaShare = areaPercentage === null ? undefined : areaPercentage / 100;
    known.sightings.push({ index, confidence: sure, areaShare, quantity: quantity ?? 1 });
    known.count += quantity ?? 1;
    seen.set(named.name, known);
  }
  return { ...picture, seen: [...seen.values()], emptyConfidence, emptyIndexes, hasFaint };
}

/** True for a class that the map, the alerts or a rule of its own names; any other is an unknown object. */
export function isKnownClass(
  className: string,
  map: CompiledMap,
  alerts: { ignored: ReadonlySet<string>; isReported: (className: string | null, confidence: number) => boolean },
): boolean {
  const words = normaliseWords(className);
  const isMapped = map.classesByName.has(words) || map.emptyClasses.has(words);
  return isMapped || alerts.ignored.has(words) || alerts.isReported(className, 1);
}

/** A class as the map names it, or under its own name where the map does not know it. */
function nameOf(className: string | null, known: CategoryClass | undefined) {
  if (known) return { name: known.name, plural: known.plural, kind: known.carrier ? "carrier" : "goods" } as const;
  if (className === null) return { name: "unnamed object", plural: "unnamed objects", kind: "unknown" } as const;
  return { name: className, plural: english`objects of class ${className}`, kind: "unknown" } as const;
}
