// The passages of one gate lane. A passage is one vehicle through the lane.
//
// The lane holds to these facts; the manual names what follows where one does not hold:
// - One vehicle is in the lane at a time: its number comes into view, or is announced, when the vehicle before it has
//   left the lane's stations; announced at least a second after that.
// - Something of each vehicle is noticed: a number, though it may stay unread, or a load.
// - A vehicle without a load and one without a number do not follow each other in the usual time from number to load.
//
// Invariants, which the tests and the simulation of gates check:
// 1. The passages follow from all evidence, ordered by time of capture. The order of arrival changes nothing.
// 2. No number is valid for a time alone: a second load at a station is another vehicle, as is a second number.
// 3. What was seen before a stop of the agent and what is seen after it is not of one vehicle: another may have come.
// 4. A doubt leaves loads unidentified, and never moves them to a neighbour.
import type { Announcement, Evidence, Load, PlacedNumber, Reading } from "./evidence.ts";
import { createTravelTimes, type TravelTimes } from "./travel-times.ts";

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
};

/** `before`: the evidence from before the start; until the start, the agent saw nothing. */
export type ArrangeRules = PassageRules & { before: ReadonlySet<string> };

export type Passage = {
  /** The id of the evidence of it that arrived first. */
  id: string;
  /** Its first evidence, and the time of that. */
  beganWith: string;
  fromMs: number;
  loads: Load[];
  readings: Reading[];
  announcements: Announcement[];
  /** The loads that may belong to the next vehicle. */
  doubted: Set<string>;
  /** The loads that are of this vehicle if no other number becomes known while they are in view. */
  tentative: Set<string>;
  /** True where it began with an announcement just after a load without a number had left: it may be of that load. */
  followsUnnumbered: boolean;
};

/** Numbers that are read again, or announced one by one, within this time and with no other one between, are of one. */
const RETURN_MS = 30_000;
/** A load is seen in single pictures: one that was in view this long ago still counts when a number is announced. */
const ANNOUNCED_MS = 1_000;

type State = { passages: Passage[]; travels: TravelTimes; rules: ArrangeRules; arrivals: ReadonlyMap<string, number> };

/** The passages that the evidence makes, in the order in which they began. */
export function arrangePassages(all: readonly Evidence[], rules: ArrangeRules): Passage[] {
  const outlivesStop = rules.severalLoads || !rules.followsVehicles;
  const arrivals = new Map(all.map(({ id }, index) => [id, index]));
  const state: State = { passages: [], travels: createTravelTimes(rules), rules, arrivals };
  for (const one of all.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const current = state.passages.at(-1);
    const isAfterStop = current !== undefined && rules.before.has(current.beganWith) && !rules.before.has(one.id);
    const isPicture = one.kind === "load" && (!one.isVisit || rules.severalLoads);
    const isOpen = current !== undefined && (!isAfterStop || (outlivesStop && isPicture));
    if (isOpen && belongs(one, current, state)) join(one, current, state);
    else state.passages.push(begin(one, current, state));
  }
  return state.passages;
}

/** Adds evidence to the passage that it belongs to. */
function join(one: Evidence, passage: Passage, { travels, rules, arrivals }: State): void {
  if (one.kind === "reading") passage.followsUnnumbered = false;
  if (one.kind === "load" && passage.followsUnnumbered) passage.tentative.add(one.id);
  else if (one.kind === "load" && !one.isVisit) joinPicture(one, passage, travels, rules);
  else if (one.kind === "load") joinVisit(one, passage, travels, rules);
  if (one.kind !== "load" && !hasNumber(passage)) {
    for (const load of visitsOf(passage)) travels.note(load.station, load.fromMs - one.fromMs);
  }
  add(passage, one, arrivals);
}

function joinVisit(load: Load, passage: Passage, travels: TravelTimes, rules: ArrangeRules): void {
  const { id, station, fromMs } = load;
  const isFirst = visitsAt(passage, station).length === 0;
  const isBeside = isInView({ ...passage, loads: firmLoads(passage) }, fromMs);
  if (!isBeside && !rules.severalLoads && !travels.isKnown(station)) passage.tentative.add(id);
  if (isFirst && hasNumber(passage)) travels.note(station, fromMs - lastNumberMs(passage, fromMs));
}

/** A picture that shows no vehicle's coming is of the one in view; of one that has left, once its time is known. */
function joinPicture(picture: Load, passage: Passage, travels: TravelTimes, rules: ArrangeRules): void {
  if (rules.severalLoads || !rules.followsVehicles || !hasNumber(passage)) return;
  const { id, station, fromMs } = picture;
  const tookMs = fromMs - lastNumberMs(passage, fromMs);
  const isUsual = travels.isKnown(station) && tookMs <= travels.longestMs(station);
  const isBeside = isInView(passage, fromMs);
  if (isBeside && !isInView({ ...passage, loads: firmLoads(passage) }, fromMs)) passage.tentative.add(id);
  if (!isBeside && !isUsual) passage.doubted.add(id);
  if (!passage.loads.some((load) => load.station === station)) travels.note(station, tookMs);
}

/** Begins a passage; a load that is in view and may not be of the vehicle before is moved to it, or doubted. */
function begin(one: Evidence, before: Passage | undefined, { travels, rules, arrivals }: State): Passage {
  const { id, fromMs } = one;
  const passage: Passage = {
    id,
    beganWith: id,
    fromMs,
    loads: [],
    readings: [],
    announcements: [],
    doubted: new Set(),
    tentative: new Set(),
    followsUnnumbered: false,
  };
  add(passage, one, arrivals);
  if (!before) return passage;
  if (one.kind === "load") {
    const isFirst = one.isVisit && visitsAt(before, one.station).length === 0;
    if (isFirst && hasNumber(before)) travels.note(one.station, fromMs - lastNumberMs(before, fromMs));
    for (const load of one.isVisit ? uncertainIn(before, fromMs) : []) doubt(before, load);
    return passage;
  }
  passage.followsUnnumbered = one.kind === "announcement" && leavesUnnumbered(before, one, rules);
  const slackMs = one.kind === "announcement" ? ANNOUNCED_MS : 0;
  for (const load of uncertainIn(before, fromMs - slackMs)) {
    if (before.tentative.has(load.id)) {
      const moved = [load, ...picturesBeside(before, load).filter(({ id: other }) => before.tentative.has(other))];
      before.loads = before.loads.filter((other) => !moved.includes(other));
      for (const other of moved) add(passage, other, arrivals);
    } else doubt(before, load);
    travels.correct(load.station, load.fromMs - fromMs);
  }
  return passage;
}

/** The loads that are in view at a time, and of which no number was in view or announced since they came. */
const uncertainIn = (passage: Passage, atMs: number): Load[] =>
  visitsOf(passage).filter(
    ({ id, fromMs, toMs }) => toMs >= atMs && (passage.tentative.has(id) || fromMs > lastNumberMs(passage, fromMs)),
  );

function doubt(passage: Passage, load: Load): void {
  for (const { id } of [load, ...picturesBeside(passage, load)]) passage.doubted.add(id);
}

/** The single pictures that were taken while a load was in view. */
export const picturesBeside = ({ loads }: Passage, { fromMs, toMs }: Load): Load[] =>
  loads.filter((one) => !one.isVisit && fromMs <= one.fromMs && one.fromMs <= toMs);

function add(passage: Passage, one: Evidence, arrivals: ReadonlyMap<string, number>): void {
  if (one.kind === "load") passage.loads.push(one);
  else if (one.kind === "reading") passage.readings.push(one);
  else passage.announcements.push(one);
  if ((arrivals.get(one.id) ?? 0) < (arrivals.get(passage.id) ?? 0)) passage.id = one.id;
}

function belongs(one: Evidence, passage: Passage, { travels, rules }: State): boolean {
  if (one.kind === "load") return admitsLoad(passage, one, travels, rules);
  return one.kind === "reading" ? admitsReading(passage, one, rules) : admitsAnnouncement(passage, one, rules);
}

/** The first load at each station is the vehicle's, if it is in view while the vehicle is, or follows its number. */
function admitsLoad(passage: Passage, load: Load, travels: TravelTimes, rules: ArrangeRules): boolean {
  const isOther = load.isVisit && visitsAt(passage, load.station).length > 0;
  if (isOther && !rules.severalLoads) return false;
  if (isInView(passage, load.fromMs)) return true;
  if (rules.announcedAfterLoads && !load.isVisit && hasWaiting(passage, load, rules)) return true;
  // Its load has left before it was announced.
  const isPast = rules.announcedAfterLoads && passage.readings.length === 0;
  const lagMs = load.fromMs - lastNumberMs(passage, load.fromMs);
  if (isPast || lagMs >= rules.expiresAfterMs) return false;
  if (!load.isVisit || rules.severalLoads) return true;
  // As long as it is not known when loads come, one that comes when others have left may be of the next vehicle.
  if (!travels.isKnown(load.station)) return visitsOf(passage).length === 0;
  return lagMs <= travels.longestMs(load.station);
}

/** A number in view is that of the vehicle in the lane, unless that vehicle has shown another one before. */
function admitsReading(passage: Passage, reading: Reading, { expiresAfterMs }: ArrangeRules): boolean {
  const { readings, announcements, loads } = passage;
  const last = readings.at(-1);
  if (last) return reading.fromMs - last.toMs <= RETURN_MS && isKnownIn(passage, reading);
  if (isInView({ ...passage, loads: firmLoads(passage) }, reading.fromMs)) return true;
  const isAwaited = announcements.length > 0 && !loads.some(({ isVisit }) => isVisit);
  return isAwaited && reading.fromMs - lastNumberMs(passage, reading.fromMs) < expiresAfterMs;
}

/** An announcement is that of the vehicle in the lane; of one that has left, only where the lane is set up so. */
function admitsAnnouncement(passage: Passage, one: Announcement, rules: ArrangeRules): boolean {
  if (isInView({ ...passage, loads: firmLoads(passage) }, one.fromMs, ANNOUNCED_MS)) return true;
  if (isOtherPosition(passage, one, rules)) return true;
  return rules.announcedAfterLoads && hasWaiting(passage, one, rules);
}

/** True where a load without a number has just left. */
function hasWaiting(passage: Passage, { fromMs }: Evidence, { waitMs, before }: ArrangeRules): boolean {
  const isWaiting = passage.loads.length > 0 && !hasNumber(passage) && !before.has(passage.beganWith);
  const isThere = visitsOf(passage).some(({ toMs }) => toMs + ANNOUNCED_MS >= fromMs);
  return isWaiting && !isThere && fromMs - Math.max(...passage.loads.map(({ toMs }) => toMs)) <= waitMs;
}

/** True where an announcement may be of a load that has left: of one without a number, or with one that is in doubt. */
function leavesUnnumbered(
  before: Passage,
  { fromMs }: Evidence,
  { waitMs, severalLoads, followsVehicles }: PassageRules,
) {
  if (severalLoads || !followsVehicles) return false;
  const isUnnumbered = hasNumber(before) ? before.followsUnnumbered : before.loads.length > 0;
  const hasLeft = !isInView(before, fromMs, ANNOUNCED_MS);
  const lastMs = Math.max(...[...before.loads, ...before.announcements].map(({ toMs }) => toMs));
  return isUnnumbered && hasLeft && fromMs - lastMs <= waitMs;
}

/**
 * True where a single number is announced for a position of which nothing is known, soon after others of the vehicle,
 * of which nothing has left before it is announced.
 */
function isOtherPosition(passage: Passage, one: Announcement, rules: ArrangeRules): boolean {
  const { numbers, fromMs } = one;
  const { announcements } = passage;
  const [only, ...others] = numbers;
  const hasLeft = !rules.announcedAfterLoads && visitsOf(passage).some(({ toMs }) => toMs + ANNOUNCED_MS < fromMs);
  if (hasLeft || fromMs - lastNumberMs(passage, fromMs) > RETURN_MS) return false;
  const known = announcements.flatMap((one) => one.numbers.map(({ position }) => position));
  const isPlaced = only?.position !== undefined && others.length === 0 && known.length > 0;
  return isPlaced && known.every((position) => position !== undefined && position !== only.position);
}

/** True where something of the vehicle is in view of a camera that follows it, or was at most `slackMs` ago. */
const isInView = ({ loads, readings }: Pick<Passage, "loads" | "readings">, atMs: number, slackMs = 0): boolean =>
  [...loads.filter(({ isVisit }) => isVisit), ...readings].some(
    ({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs + slackMs,
  );

const firmLoads = ({ loads, tentative }: Passage): Load[] => loads.filter(({ id }) => !tentative.has(id));

const visitsOf = ({ loads }: Passage): Load[] => loads.filter(({ isVisit }) => isVisit);

const visitsAt = (passage: Passage, station: string): Load[] =>
  visitsOf(passage).filter((one) => one.station === station);

const hasNumber = ({ readings, announcements }: Passage): boolean => readings.length + announcements.length > 0;

/** The last time at which a number of the vehicle was in view or announced, at most `atMs`; -Infinity without one. */
function lastNumberMs({ readings, announcements }: Passage, atMs: number): number {
  return Math.max(-Infinity, ...[...readings, ...announcements].map(({ toMs }) => Math.min(toMs, atMs)));
}

export const numbersOf = ({ readings, announcements }: Passage): PlacedNumber[] => [
  ...readings.flatMap(({ result }) => (result.state === "read" ? result.numbers : [])),
  ...announcements.flatMap(({ numbers }) => numbers),
];

function isKnownIn(passage: Passage, { result }: Reading): boolean {
  if (result.state !== "read") return false;
  const known = new Set(numbersOf(passage).map(({ containerNumber }) => containerNumber));
  return result.numbers.every(({ containerNumber }) => known.has(containerNumber));
}
