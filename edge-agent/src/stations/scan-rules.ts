import type { Box } from "../base/pictures/box.ts";
import { createRoster, type SeenObject } from "./roster.ts";

/** Rules that scan beside, or instead of, the visits of loads. Times are milliseconds on the frames' clock. */
export type ScanRules = {
  /** True if each load is scanned once. */
  ofLoads: boolean;
  interval: { everyMs: number; withoutObjects: boolean } | null;
  change: ChangeSettings | null;
};

export type ChangeSettings = {
  /** Time in milliseconds for which the changed objects must be present. */
  stableMs: number;
  minimumPresenceMs: number;
  /** Time in milliseconds that an object may be unseen while it still counts as present. */
  flickerMs: number;
  /** An object that is elsewhere by more than this has moved, in the unit of the boxes. */
  minimumMove: number;
};

/** Scans every so often, counted from the first picture; where objects are needed, the next picture with one. */
export function createIntervalRule({ everyMs, withoutObjects }: { everyMs: number; withoutObjects: boolean }) {
  let sinceMs: number | null = null;
  const isDue = (atMs: number) => sinceMs !== null && atMs - sinceMs >= everyMs;
  return {
    /** Takes in one frame; returns whether it is to be scanned. */
    observe(hasObjects: boolean, atMs: number): boolean {
      sinceMs ??= atMs;
      if (!isDue(atMs) || !(hasObjects || withoutObjects)) return false;
      sinceMs = atMs;
      return true;
    },
    /** Returns true if the next picture must be scanned, whatever it shows: the camera must not skip it. */
    needsPicture: (atMs: number): boolean => withoutObjects && isDue(atMs),
  };
}

type Standing = { className: string; box: Box };

/**
 * Scans when the objects in view have differed from those at the last scan, by class, number or place, for a while. An
 * empty picture is not scanned; the same objects are a change again after it.
 */
export function createChangeRule({ stableMs, minimumPresenceMs, flickerMs, minimumMove }: ChangeSettings) {
  const roster = createRoster({ minimumPresenceMs, flickerMs });
  let standing: Standing[] = [];
  let scanned: Standing[] = [];
  let changed: { sinceMs: number; to: Standing[] } | null = null;

  const noteScan = (): void => {
    scanned = standing;
    changed = null;
  };
  return {
    /**
     * Takes in the objects of one frame; returns whether it is to be scanned. While `mayScan` is false, a change waits.
     */
    observe(objects: readonly SeenObject[], atMs: number, mayScan = true): boolean {
      roster.see(objects, atMs);
      const members = roster.standing(atMs);
      standing = members.map(({ className, box }) => ({ className, box }));
      // An object that is hidden for a moment is still present, but its picture would not show it.
      const isShown = members.every(({ lastSeenMs }) => lastSeenMs === atMs);
      if (isSame(standing, scanned, minimumMove)) {
        changed = null;
        return false;
      }
      if (!changed || !isSame(standing, changed.to, minimumMove)) changed = { sinceMs: atMs, to: standing };
      if (atMs - changed.sinceMs < stableMs || !mayScan || !isShown) return false;
      noteScan();
      return standing.length > 0;
    },
    /** Records that another rule has scanned the objects now in view. */
    noteScan,
  };
}

/** Returns true if both are the same objects: each has one of its class in its place in the other. */
function isSame(these: readonly Standing[], others: readonly Standing[], minimumMove: number): boolean {
  if (these.length !== others.length) return false;
  const left = [...others];
  for (const { className, box } of these) {
    const distances = left.map((other) => (other.className === className ? distance(box, other.box) : Infinity));
    const nearest = Math.min(...distances);
    if (nearest > minimumMove) return false;
    left.splice(distances.indexOf(nearest), 1);
  }
  return true;
}

/** Returns the distance that the farther corner has moved. */
function distance(one: Box, other: Box): number {
  return Math.max(Math.hypot(one.x1 - other.x1, one.y1 - other.y1), Math.hypot(one.x2 - other.x2, one.y2 - other.y2));
}
