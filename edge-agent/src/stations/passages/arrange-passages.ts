// The passages of one gate lane. A passage is one vehicle through the lane.
//
// The lane holds to these facts; the manual names what follows where one does not hold:
// - One vehicle is in the lane at a time: its number comes into view, or is announced, when the vehicle before it has
//   left the lane's stations; announced at least a second after that.
// - Something of each vehicle is noticed: a number, though it may stay unread, or a load at one of the stations.
// - A number is announced before its vehicle leaves. One that comes later, within the wait of a load, is in doubt if a
//   load of the vehicle was seen; if none was, it is that of an unread number before it, or else of the next vehicle.
// - A vehicle without a load is not followed, in the usual time from number to load, by one whose number is noticed
//   only when its first load has left, or not at all; nor the other way round where numbers are announced after the
//   loads. (A number that is unread is not noticed if the next one comes into view before a camera knows that it left.)
// - Where a vehicle has several containers, a camera that sees one of their numbers sees all of them.
//
// Invariants, which the tests and the simulation of gates check:
// 1. The passages follow from all evidence, ordered by time of capture. The order of arrival changes no number.
// 2. No number is valid for a time alone: a second load at a station is another vehicle, as is a second number. Only
//    where a lane is set up for several loads, or sees no vehicle come and leave, a number holds until it expires.
// 3. What was seen before a stop of the agent and what is seen after it is not of one vehicle: another may have come.
//    Only in lanes of those two kinds, the pictures of a camera continue the passage before.
// 4. A load whose vehicle is in doubt has no number, and an id of its own. It is moved to the next vehicle only if the
//    number of that one comes while the load is in view, and none was known to be its own before.
import { admitsAnnouncement, ANNOUNCED_MS, hasWaiting, leavesUnnumbered, RETURN_MS } from "./admit-announcement.ts";
import type { Evidence, Load, Reading } from "./evidence.ts";
import {
  firmLoads,
  hasNumber,
  isInView,
  isKnownIn,
  isLater,
  lastNumberMs,
  othersOf,
  type ArrangeRules,
  type Passage,
  picturesBeside,
  uncertainIn,
  visitsAt,
  visitsOf,
} from "./passage.ts";
import { createTravelTimes, type TravelTimes } from "./travel-times.ts";

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
  if (one.kind === "reading" && isKnownIn(passage, one)) passage.followsUnnumbered = false;
  if (one.kind === "load" && passage.followsUnnumbered) passage.tentative.add(one.id);
  else if (one.kind === "load" && !one.isVisit) joinPicture(one, passage, travels, rules);
  else if (one.kind === "load") joinVisit(one, passage, travels, rules);
  if (one.kind !== "load" && !hasNumber(passage)) {
    for (const load of visitsOf(passage)) noteTime(passage, load, one.fromMs, travels);
  }
  add(passage, one, arrivals);
}

function joinVisit(load: Load, passage: Passage, travels: TravelTimes, rules: ArrangeRules): void {
  const { id, station, fromMs } = load;
  const isFirst = visitsAt(passage, station).length === 0;
  const isBeside = isInView({ ...passage, loads: firmLoads(passage) }, fromMs);
  const time = timeOf(passage, load, lastNumberMs(passage, fromMs));
  const isUsual = travels.isKnown(station, time.isLater) && time.tookMs <= travels.longestMs(station, time.isLater);
  if (!isBeside && !rules.severalLoads && !isUsual) passage.tentative.add(id);
  if (isFirst && hasNumber(passage)) noteTime(passage, load, lastNumberMs(passage, fromMs), travels);
}

/** A picture that shows no vehicle's coming is of the one in view; of one that has left, once its time is known. */
function joinPicture(picture: Load, passage: Passage, travels: TravelTimes, rules: ArrangeRules): void {
  if (rules.severalLoads || !rules.followsVehicles || !hasNumber(passage)) return;
  const { id, station, fromMs } = picture;
  const tookMs = fromMs - lastNumberMs(passage, fromMs);
  const isUsual = travels.isKnown(station, false) && tookMs <= travels.longestMs(station, false);
  const isBeside = isInView(passage, fromMs);
  if (isBeside && !isInView({ ...passage, loads: firmLoads(passage) }, fromMs)) passage.tentative.add(id);
  if (!isBeside && !isUsual) passage.doubted.add(id);
  const isFirst = !passage.loads.some((load) => load.station === station);
  if (isFirst) travels.note(picture, { tookMs, isLater: isLater(passage, picture) });
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
    followsUnnumbered: rules.late.has(id),
  };
  add(passage, one, arrivals);
  if (!before) return passage;
  if (one.kind === "load") {
    const isFirst = one.isVisit && visitsAt(before, one.station).length === 0;
    if (isFirst && hasNumber(before)) noteTime(before, one, lastNumberMs(before, fromMs), travels);
    for (const load of one.isVisit ? uncertainIn(before, fromMs) : []) doubt(before, load);
    return passage;
  }
  if (one.kind === "announcement" && leavesUnnumbered(before, one, rules)) passage.followsUnnumbered = true;
  const slackMs = one.kind === "announcement" ? ANNOUNCED_MS : 0;
  for (const load of uncertainIn(before, fromMs - slackMs)) {
    if (before.tentative.has(load.id)) {
      const moved = [load, ...picturesBeside(before, load).filter(({ id: other }) => before.tentative.has(other))];
      before.loads = before.loads.filter((other) => !moved.includes(other));
      for (const other of moved) add(passage, other, arrivals);
    } else doubt(before, load);
    travels.note(load, { tookMs: load.fromMs - fromMs, isLater: false });
  }
  return passage;
}

const noteTime = (passage: Passage, load: Load, numberMs: number, travels: TravelTimes): void =>
  travels.note(load, timeOf(passage, load, numberMs));

/** Time that a load took: since the vehicle left the other stations, or since its number. */
function timeOf(passage: Passage, load: Load, numberMs: number) {
  const leftMs = Math.max(-Infinity, ...othersOf(passage, load).map(({ toMs }) => toMs));
  return isLater(passage, load)
    ? { tookMs: load.fromMs - leftMs, isLater: true }
    : { tookMs: load.fromMs - numberMs, isLater: false };
}

function doubt(passage: Passage, load: Load): void {
  for (const { id } of [load, ...picturesBeside(passage, load)]) passage.doubted.add(id);
}

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
  const time = timeOf(passage, load, lastNumberMs(passage, load.fromMs));
  // As long as it is not known when loads come, one that comes when others have left may be of the next vehicle.
  if (!travels.isKnown(load.station, time.isLater)) return visitsOf(passage).length === 0;
  return time.tookMs <= travels.longestMs(load.station, time.isLater);
}

/** A number in view is that of the vehicle in the lane, unless that vehicle has shown another one before. */
function admitsReading(passage: Passage, reading: Reading, rules: ArrangeRules): boolean {
  const { readings, announcements, loads } = passage;
  const last = readings.at(-1);
  if (last) return reading.fromMs - last.toMs <= RETURN_MS && isKnownIn(passage, reading);
  if (isInView({ ...passage, loads: firmLoads(passage) }, reading.fromMs)) return true;
  // Where numbers are announced after the loads, the vehicle of an announcement has left.
  if (rules.announcedAfterLoads || announcements.length === 0 || loads.some(({ isVisit }) => isVisit)) return false;
  return reading.fromMs - lastNumberMs(passage, reading.fromMs) < rules.expiresAfterMs;
}
