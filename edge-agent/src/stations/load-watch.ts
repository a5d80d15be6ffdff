import type { Frame } from "../cameras/frame.ts";
import type { Detections } from "../inference/detections.ts";
import type { TrackedFrame } from "../tracking/track.ts";
import type { ScanPicture } from "./make-captures.ts";
import { pictureQuality } from "./picture-quality.ts";
import type { SeenObject } from "./roster.ts";
import { createChangeRule, createIntervalRule, type ScanRules } from "./scan-rules.ts";
import type { Evidence } from "./side-cameras.ts";
import type { StationEvents } from "./station-events.ts";
import {
  type Candidate,
  createVisitWatch,
  type ScanDecision,
  type ScanReason,
  type VisitSettings,
} from "./watch-visits.ts";

export type LoadWatchParts = {
  /** `maxSpeedPerSecond` in picture diagonals. */
  visit: VisitSettings;
  /** Objects with less take no part in the decision when to scan. */
  minimumConfidence: number;
  /** Reports after each frame whether nothing is in view: the camera may then skip pictures without motion. */
  setIdle: (isIdle: boolean) => void;
  evidence: Pick<Evidence, "begin">;
  rules: ScanRules;
  track: (detections: Detections, time: { capturedAtMs: number; monotonicMs: number }) => TrackedFrame;
};

/** Follows the loads in front of the camera: tracks their objects, and decides when to scan. */
export function createLoadWatch(parts: LoadWatchParts, events: StationEvents) {
  const { evidence, minimumConfidence, rules, setIdle } = parts;
  const watch = createVisitWatch<ScanPicture>(parts.visit);
  const ofLoads = (decisions: ScanDecision<ScanPicture>[]) => (rules.ofLoads ? decisions : []);
  const further = createFurtherRules(rules);
  return {
    visit: watch.visit,
    visitCount: watch.visitCount,
    observe(picture: ScanPicture): ScanDecision<ScanPicture>[] {
      const { frame, detections } = picture;
      const tracked = parts.track(detections, frame);
      events.observe(tracked, frame);
      const objects = seenObjects(tracked, frame, minimumConfidence);
      const visitsBefore = watch.visitCount();
      const decisions = ofLoads(watch.observe(objects, frame.monotonicMs, () => makeCandidate(picture, objects)));
      if (watch.visitCount() > visitsBefore) evidence.begin(watch.visitCount());
      // A load that is about to be scanned is no change besides.
      const isSettling = rules.ofLoads && watch.visit()?.state === "settling";
      const state = { isSettling, isScanned: decisions.length > 0 };
      const reason = further.observe(objects, frame.monotonicMs, state);
      // Where loads are not scanned, each scan is independent: something may be in the background for days.
      const visit = rules.ofLoads && watch.visit() ? watch.visitCount() : undefined;
      if (reason) decisions.push({ picture, reason, ...(visit === undefined ? {} : { visit }) });
      setIdle(isNothingSeen(detections, tracked, minimumConfidence) && watch.isEmpty());
      return decisions;
    },
    tick(atMs: number): ScanDecision<ScanPicture>[] {
      if (further.needsPicture(atMs)) setIdle(false);
      return ofLoads(watch.tick(atMs));
    },
    stop: () => ofLoads(watch.stop()),
    /** Scans the next picture, whatever it shows. */
    requestScan(): void {
      further.requestScan();
      setIdle(false);
    },
  };
}

/** The rules that scan a picture for another reason than its load. */
function createFurtherRules(rules: ScanRules) {
  const interval = rules.interval && createIntervalRule(rules.interval);
  const change = rules.change && createChangeRule(rules.change);
  let isRequested = false;
  return {
    /** Returns the reason to scan this picture, or null; `isScanned`: another rule has just scanned these objects. */
    observe(
      objects: readonly SeenObject[],
      atMs: number,
      { isSettling, isScanned }: { isSettling: boolean; isScanned: boolean },
    ): ScanReason | null {
      // Each rule sees each picture, whichever of them decides.
      const isChanged = change?.observe(objects, atMs, !isSettling) ?? false;
      const isDue = interval?.observe(objects.length > 0, atMs) ?? false;
      const wasRequested = isRequested;
      isRequested = false;
      const changed = isChanged && !isScanned ? "changed" : null;
      const reason = wasRequested ? "requested" : (changed ?? (isDue ? "interval" : null));
      if (isScanned || reason !== null) change?.noteScan();
      return reason;
    },
    needsPicture: (atMs: number) => interval?.needsPicture(atMs) ?? false,
    requestScan: () => void (isRequested = true),
  };
}

function isNothingSeen({ items }: Detections, { tracks }: TrackedFrame, minimumConfidence: number): boolean {
  return tracks.length === 0 && !items.some(({ confidence }) => confidence >= minimumConfidence);
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
    .map(({ trackingId, className, detection, confidence, box: { x1, y1, x2, y2 } }) => ({
      trackingId,
      className: detection?.className ?? className,
      confidence,
      box: { x1: x1 / diagonal, y1: y1 / diagonal, x2: x2 / diagonal, y2: y2 / diagonal },
    }));
}
