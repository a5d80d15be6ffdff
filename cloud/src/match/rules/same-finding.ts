import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Polygon } from "@container-inspection/shared-schemas/scans";
import { normaliseWords } from "../reading/normalise-words.ts";
import type { FoundDetection, Picture } from "./pictures.ts";

/**
 * Overlap of their boxes from which two objects of one class in front of one camera count as the same.
 */
const SAME_PLACE_IOU = 0.5;

/**
 * True if a person already decided about this finding: the same rule about the same class or the same declared and
 * observed things, and each object it is based on is in the same place as one of the decided objects.
 */
export function isDecided(
  finding: MatchFinding,
  decided: readonly MatchFinding[],
  pictures: readonly Picture[],
): boolean {
  const objectsOf = createFindObjects(pictures);
  const objects = objectsOf(finding);
  return decided
    .filter((other) => isSameSubject(finding, other))
    .some((other) => {
      const known = objectsOf(other);
      return objects.every((object) => known.some((one) => isSameObject(object, one)));
    });
}

/** The findings that were not there before. */
export function newFindings(
  findings: readonly MatchFinding[],
  before: readonly MatchFinding[],
  pictures: readonly Picture[],
): MatchFinding[] {
  return findings.filter((finding) => !isDecided(finding, before, pictures));
}

type Seen = { picture: Picture; detection: FoundDetection };

/** Finds the objects that a finding rests on, as far as their pictures are known. */
function createFindObjects(pictures: readonly Picture[]) {
  const byId = new Map(pictures.map((picture) => [picture.scanId, picture]));
  return ({ evidence }: MatchFinding): Seen[] =>
    evidence?.flatMap(({ scanId, detections }) => {
      const picture = byId.get(scanId);
      if (!picture) return [];
      const found = picture.detections.filter(({ index }) => detections.includes(index));
      return found.map((detection) => ({ picture, detection }));
    }) ?? [];
}

const isSameSubject = (one: MatchFinding, other: MatchFinding) =>
  one.rule === other.rule &&
  (one.className === undefined
    ? areSameManifests(one, other) && one.declared === other.declared && one.observed === other.observed
    : one.className === other.className && one.declared === other.declared);

/** Without manifests, a finding is about all of them. */
const areSameManifests = ({ manifests: one }: MatchFinding, { manifests: other }: MatchFinding) =>
  !one || !other || idsOf(one) === idsOf(other);

const idsOf = (manifests: NonNullable<MatchFinding["manifests"]>) =>
  manifests
    .map(({ manifestId }) => manifestId)
    .toSorted()
    .join();

function isSameObject(one: Seen, other: Seen): boolean {
  if (one.picture.scanId === other.picture.scanId) return one.detection.index === other.detection.index;
  const { cameraId, type } = one.picture;
  if (cameraId === null || cameraId !== other.picture.cameraId || type !== other.picture.type) return false;
  if (normaliseWords(one.detection.className) !== normaliseWords(other.detection.className)) return false;
  return overlapOf(one.detection.polygon, other.detection.polygon) >= SAME_PLACE_IOU;
}

/** Intersection over union of the boxes around two outlines; 0 without an outline. */
function overlapOf(one: Polygon | null, other: Polygon | null): number {
  const [box, next] = [boxOf(one), boxOf(other)];
  if (!box || !next) return 0;
  const width = Math.max(0, Math.min(box.right, next.right) - Math.max(box.left, next.left));
  const height = Math.max(0, Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top));
  const common = width * height;
  return common / (areaOf(box) + areaOf(next) - common);
}

type Box = { left: number; right: number; top: number; bottom: number };
const areaOf = ({ left, right, top, bottom }: Box) => (right - left) * (bottom - top);

function boxOf(polygon: Polygon | null): Box | undefined {
  if (!polygon) return undefined;
  const { x, y } = polygon;
  return { left: lowest(x), right: -lowest(x.map((at) => -at)), top: lowest(y), bottom: -lowest(y.map((at) => -at)) };
}

/** Outlines may have more points than a call may have arguments. */
const lowest = (values: readonly number[]) => values.reduce((least, value) => Math.min(least, value), Infinity);
