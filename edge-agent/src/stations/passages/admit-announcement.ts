import type { Announcement, Evidence } from "./evidence.ts";
import {
  firmLoads,
  hasNumber,
  isInView,
  lastNumberMs,
  numbersOf,
  type ArrangeRules,
  type Passage,
  type PassageRules,
  uncertainIn,
  visitsOf,
} from "./passage.ts";

/** Numbers that are read again, or announced one by one, within this time and with no other one between, are of one. */
export const RETURN_MS = 30_000;
/** A load is seen in single pictures: one that was in view this long ago still counts when a number is announced. */
export const ANNOUNCED_MS = 1_000;

/** An announcement is that of the vehicle in the lane; of one whose load has left, only where the lane is set up so. */
export function admitsAnnouncement(passage: Passage, one: Announcement, rules: ArrangeRules): boolean {
  if (isInView({ ...passage, loads: firmLoads(passage) }, one.fromMs, ANNOUNCED_MS)) return true;
  if (isOtherPosition(passage, one, rules) || isRepeat(passage, one, rules)) return true;
  return rules.announcedAfterLoads ? hasWaiting(passage, one, rules) : isOfUnread(passage, one, rules);
}

/** True where a number was in view, no camera has read it, and no load has followed: the vehicle may still come. */
function isOfUnread(passage: Passage, { fromMs }: Announcement, { expiresAfterMs }: PassageRules): boolean {
  const isUnread = passage.readings.length > 0 && passage.loads.length === 0 && numbersOf(passage).length === 0;
  return isUnread && fromMs - lastNumberMs(passage, fromMs) < expiresAfterMs;
}

/** True where a load without a number has just left. */
export function hasWaiting(passage: Passage, { fromMs }: Evidence, { waitMs, before }: ArrangeRules): boolean {
  const isWaiting = passage.loads.length > 0 && !hasNumber(passage) && !before.has(passage.beganWith);
  const isThere = visitsOf(passage).some(({ toMs }) => toMs + ANNOUNCED_MS >= fromMs);
  return isWaiting && !isThere && fromMs - Math.max(...passage.loads.map(({ toMs }) => toMs)) <= waitMs;
}

/**
 * True where an announcement may be of a load that has left: of one of which none was announced, since a camera may
 * have misread its number, or of one whose announcement is in doubt.
 */
export function leavesUnnumbered(
  before: Passage,
  one: Announcement,
  { waitMs, severalLoads, followsVehicles }: PassageRules,
) {
  if (severalLoads || !followsVehicles) return false;
  const { fromMs } = one;
  const isKnown = before.announcements.length > 0 && !isForOtherPosition(before, one);
  const isUnnumbered = isKnown ? before.followsUnnumbered : before.loads.length > 0;
  const hasLeft = !isInView(before, fromMs, ANNOUNCED_MS);
  const lastMs = Math.max(...[...before.loads, ...before.announcements].map(({ toMs }) => toMs));
  return isUnnumbered && hasLeft && fromMs - lastMs <= waitMs;
}

/** True where only numbers of a vehicle that has just left are announced: they are not of the next one. */
function isRepeat(
  passage: Passage,
  { numbers, fromMs }: Announcement,
  { waitMs, severalLoads }: ArrangeRules,
): boolean {
  const known = new Set(numbersOf(passage).map(({ containerNumber }) => containerNumber));
  const lastMs = Math.max(lastNumberMs(passage, fromMs), ...passage.loads.map(({ toMs }) => toMs));
  // In view, it may be the next vehicle, with the same container.
  const isFree = uncertainIn(passage, fromMs - ANNOUNCED_MS).length === 0;
  const isSame = numbers.every((one) => known.has(one.containerNumber));
  return !severalLoads && isSame && isFree && fromMs - lastMs <= waitMs;
}

/**
 * True where a single number is announced for a position of which nothing is known, soon after others of the vehicle,
 * of which nothing has left before it is announced.
 */
function isOtherPosition(passage: Passage, one: Announcement, rules: ArrangeRules): boolean {
  const { numbers, fromMs } = one;
  const hasLeft = !rules.announcedAfterLoads && visitsOf(passage).some(({ toMs }) => toMs + ANNOUNCED_MS < fromMs);
  return !hasLeft && numbers.length === 1 && isForOtherPosition(passage, one);
}

/** True where numbers are announced for other positions than those that were announced just before. */
function isForOtherPosition(passage: Passage, { numbers, fromMs }: Announcement): boolean {
  const known = new Set(passage.announcements.flatMap((one) => one.numbers.map(({ position }) => position)));
  const isPlaced = known.size > 0 && !known.has(undefined) && fromMs - lastNumberMs(passage, fromMs) <= RETURN_MS;
  return isPlaced && numbers.every(({ position }) => position !== undefined && !known.has(position));
}
