import type { Frame } from "../cameras/frame.ts";
import type { Detections } from "../inference/detections.ts";
import type { TrackedFrame } from "../tracking/track.ts";
import type { ScanPicture } from "./make-captures.ts";
import { pictureQuality } from "./picture-quality.ts";
import type { SeenObject } from "./roster.ts";
import type { Evidence } from "./side-cameras.ts";
import type { StationEvents } from "./station-events.ts";
import { type Candidate, createVisitWatch, type ScanDecision, type VisitSettings } from "./watch-visits.ts";

export type LoadWatchParts = {
  /** `maxSpeedPerSecond` in picture diagonals. */
  visit: VisitSettings;
  /** Objects with less take no part in the decision when to scan. */
  minimumConfidence: number;
  /** Reports after each frame whether nothing is there: the camera may then skip pictures without motion. */
  setIdle: (isIdle: boolean) => void;
  evidence: Pick<Evidence, "begin">;
  track: (detections: Detections, time: { capturedAtMs: number; monotonicMs: number }) => TrackedFrame;
};

/** Follows the loads in front of the camera: tracks their objects, and decides when to scan. */
export function createLoadWatch(parts: LoadWatchParts, events: StationEvents) {
  const watch = createVisitWatch<ScanPicture>(parts.visit);
  const scanRequest = createRequest();
  return {
    ...watch,
    observe(picture: ScanPicture): ScanDecision<ScanPicture>[] {
      const { frame, detections } = picture;
      const tracked = parts.track(detections, frame);
      events.observe(tracked, frame);
      const objects = seenObjects(tracked, frame, parts.minimumConfidence);
      const visitsBefore = watch.visitCount();
      const decisions = watch.observe(objects, frame.monotonicMs, () => makeCandidate(picture, objects));
      if (watch.visitCount() > visitsBefore) parts.evidence.begin();
      if (scanRequest.take()) decisions.push({ picture, reason: "requested" });
      parts.setIdle(isNothingSeen(detections, tracked, parts.minimumConfidence) && watch.isEmpty());
      return decisions;
    },
    requestScan: () => scanRequest.make(),
  };
}

function isNothingSeen({ items }: Detections, { tracks }: TrackedFrame, minimumConfidence: number): boolean {
  return tracks.length === 0 && !items.some(({ confidence }) => confidence >= minimumConfidence);
}

/** A request that is taken once, however often it was made. */
function createRequest() {
  let isMade = false;
  return {
    make: () => void (isMade = true),
    take(): boolean {
      const wasMade = isMade;
      isMade = false;
      return wasMade;
    },
  };
}

function makeCandidate(picture: ScanPicture, objects: readonly SeenObject[]): Candidate<ScanPicture> {
  const { frame } = picture;
  const diagonal = Math.hypot(frame.widthPixels, frame.heightPixels);
  const shown = objects.map(({ confidence, box: { x1, y1, x2, y2 } }) => ({
    confidence,
    box: { x1: x1 * diagonal, y1: y1 * diagonal, x2: x2 * diagonal, y2: y2 * diagonal },
  }));
  return { picture, quality: pictureQuality(frame, shown) };
}

/** The objects seen in this frame with enough confidence, their boxes in picture diagonals. */
function seenObjects(
  { tracks }: TrackedFrame,
  { widthPixels, heightPixels }: Frame,
  minimumConfidence: number,
): SeenObject[] {
  const diagonal = Math.hypot(widthPixels, heightPixels);
  return tracks
    .filter(({ state, detection }) => state === "tracked" && (detection?.confidence ?? 0) >= minimumConfidence)
    .map(({ trackingId, className, confidence, box: { x1, y1, x2, y2 } }) => ({
      trackingId,
      className,
      confidence,
      box: { x1: x1 / diagonal, y1: y1 / diagonal, x2: x2 / diagonal, y2: y2 / diagonal },
    }));
}
