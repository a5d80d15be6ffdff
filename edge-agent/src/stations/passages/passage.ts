import type { Announcement, Load, PlacedNumber, Reading } from "./evidence.ts";
import type { Times } from "./travel-times.ts";

export type PassageRules = {
  /** A number that was last in view, or announced, this long ago is no longer that of a load. */
  expiresAfterMs: number;
  /** A load waits this long for its number. */
  waitMs: number;
  /** True where several loads of one container pass the station, such as at an unloading dock. */
  severalLoads: boolean;
  /** True where numbers are announced when the load has left. */
  announcedAfterLoads: boolean;
  /** False where no station or number camera of the lane sees vehicles come and leave, such as in a yard. */
  followsVehicles: boolean;
  /** The usual times of stations, which hold until they are learnt from vehicles. */
  usualTimes: ReadonlyMap<string, Times>;
};

/**
 * - `before`: the evidence from before the start; until the start, the agent saw nothing
 * - `late`: announcements that are known to have followed an unnumbered load which may be forgotten
 */
export type ArrangeRules = PassageRules & { before: ReadonlySet<string>; late: ReadonlySet<string> };

export type Passage = {
  /** The id of the evidence of it that arrived first. */
  id: string;
  /** Its first evidence, and the time of that. */
  beganWith: string;
  fromMs: number;
  loads: Load[];
  readings: Reading[];
  announcements: Announcement[];
  /** The loads that may belong to the next vehicle, each with the reason for that. */
  doubted: Map<string, string>;
  /** The loads that are of this vehicle if no other number becomes known while they are in view. */
  tentative: Set<string>;
  /** True where it began with an announcement just after a load without a number had left: it may be of that load. */
  followsUnnumbered: boolean;
};

/** True where something of the vehicle is in view of a camera that follows it, or was at most `slackMs` ago. */
export const isInView = (
  { loads, readings }: Pick<Passage, "loads" | "readings">,
  atMs: number,
  slackMs = 0,
): boolean =>
  [...loads.filter(({ isVisit }) => isVisit), ...readings].some(
    ({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs + slackMs,
  );

/**
 * True for a number that was noticed while a camera gave no pictures of a load without one, which may have been there
 * for as long: it may be that of the load.
 */
export function mayShow(passage: Passage, { fromMs }: Reading): boolean {
  if (numbersOf(passage).length > 0 && !passage.followsUnnumbered) return false;
  return visitsOf(passage).some(({ toMs, untilMs = toMs, isOver }) => toMs < fromMs && (!isOver || fromMs <= untilMs));
}

export const firmLoads = ({ loads, tentative }: Passage): Load[] => loads.filter(({ id }) => !tentative.has(id));

/**
 * True where a number was known before, and nothing in view is sure to be of its vehicle: a number that was not read
 * may be two, one after the other.
 */
export function isBesideDoubt(passage: Passage, atMs: number): boolean {
  const loads = passage.loads.filter(({ id }) => !passage.doubted.has(id));
  const readings = passage.readings.filter(({ result }) => result.state !== "unread");
  return numbersOf(passage).length > 0 && !isInView({ loads, readings }, atMs);
}

/** True for a load that follows others of which it is not sure that they are of the vehicle. */
export function followsDoubt(passage: Passage, { fromMs }: Load): boolean {
  const left = visitsOf(passage).filter(({ toMs }) => toMs < fromMs);
  const lastMs = Math.max(...left.map(({ toMs }) => toMs));
  return left.some(({ id, toMs }) => toMs === lastMs && passage.doubted.has(id));
}

export const visitsOf = ({ loads }: Passage): Load[] => loads.filter(({ isVisit }) => isVisit);

export const visitsAt = (passage: Passage, station: string): Load[] =>
  visitsOf(passage).filter((one) => one.station === station);

export const hasNumber = ({ readings, announcements }: Passage): boolean => readings.length + announcements.length > 0;

/** The last time at which a number of the vehicle was in view or announced, at most `atMs`; -Infinity without one. */
export function lastNumberMs({ readings, announcements }: Passage, atMs: number): number {
  return Math.max(-Infinity, ...[...readings, ...announcements].map(({ toMs }) => Math.min(toMs, atMs)));
}

export const numbersOf = ({ readings, announcements }: Passage): PlacedNumber[] => [
  ...readings.flatMap(({ result }) => (result.state === "read" ? result.numbers : [])),
  ...announcements.flatMap(({ numbers }) => numbers),
];

export function isKnownIn(passage: Passage, { result }: Reading): boolean {
  if (result.state !== "read") return false;
  const known = new Set(numbersOf(passage).map(({ containerNumber }) => containerNumber));
  return result.numbers.every(({ containerNumber }) => known.has(containerNumber));
}

/** The loads that are in view at a time, and of which no number was in view or announced since they came. */
export function uncertainIn(passage: Passage, atMs: number): Load[] {
  // A number that was not read may be that of the next vehicle, which came into view without a gap.
  const readings = passage.readings.filter(({ result }) => result.state !== "unread");
  const known = { ...passage, readings };
  return visitsOf(passage).filter(
    ({ id, fromMs, toMs }) => toMs >= atMs && (passage.tentative.has(id) || fromMs > lastNumberMs(known, fromMs)),
  );
}

/** True where loads of the vehicle had come to other stations, and left, before a load came. */
export function isLater(passage: Passage, load: Load): boolean {
  const others = othersOf(passage, load);
  return others.length > 0 && others.every(({ toMs }) => toMs < load.fromMs);
}

/** The loads at other stations that came before one. */
export const othersOf = (passage: Passage, { station, fromMs }: Load): Load[] =>
  visitsOf(passage).filter((one) => one.station !== station && one.fromMs <= fromMs);

/** The single pictures that were taken while a load was in view. */
export const picturesBeside = ({ loads }: Passage, { fromMs, toMs }: Load): Load[] =>
  loads.filter((one) => !one.isVisit && fromMs <= one.fromMs && one.fromMs <= toMs);
