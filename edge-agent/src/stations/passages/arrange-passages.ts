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
// 5. A load further on, at its usual time after an unnumbered vehicle left the stations before, is of that vehicle, and
//    so is a number that was noticed between them: the next one comes into the lane when this one has left it.
import { admitsAnnouncement, ANNOUNCED_MS, hasWaiting, leavesUnnumbered, RETURN_MS } from "./admit-announcement.ts";
import type { Announcement, Evidence, Load, Reading } from "./evidence.ts";
import {
  firmLoads,
  hasNumber,
  isInView,
  isBesideDoubt,
  isKnownIn,
  isLater,
  lastNumberMs,
  mayShow,
  numbersOf,
  followsDoubt,
  othersOf,
  type ArrangeRules,
  type Passage,
  picturesBeside,
  uncertainIn,
  visitsAt,
  visitsOf,
} from "./passage.ts";
import { createTravelTimes, type Times, type TravelTimes, UNKNOWN_TIMES } from "./travel-times.ts";

const NEXT_CAME = "it may be of the next vehicle, of which something came into view";
const LATE = "its vehicle had left for longer than is usual, or it is not known yet what is usual";

type State = { passages: Passage[]; travels: TravelTimes; rules: ArrangeRules; arrivals: ReadonlyMap<string, number> };

/** The passages that the evidence makes, in the order in which they began, and the times that they teach. */
export function arrangePassages(
  all: readonly Evidence[],
  rules: ArrangeRules,
): { passages: Passage[]; travels: TravelTimes } {
  const outlivesStop = rules.severalLoads || !rules.followsVehicles;
  const arrivals = new Map(all.map(({ id }, index) => [id, index]));
  const state: State = { passages: [], travels: createTravelTimes(rules.usualTimes), rules, arrivals };
  for (const one of all.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const current = state.passages.at(-1);
    const isAfterStop = current !== undefined && rules.before.has(current.beganWith) && !rules.before.has(one.id);
    const isPicture = one.kind === "load" && (!one.isVisit || rules.severalLoads);
    const isOpen = current !== undefined && (!isAfterStop || (outlivesStop && isPicture));
    if (isOpen && belongs(one, current, state)) join(one, current, state);
    else state.passages.push(begin(one, current, state));
  }
  return state;
}

/** Adds evidence to the passage that it belongs to. */
function join(one: Evidence, passage: Passage, state: State): void {
  if (one.kind === "reading" && isKnownIn(passage, one)) passage.followsUnnumbered = false;
  if (one.kind === "load" && !rejoins(one, state)) {
    if (passage.followsUnnumbered) passage.tentative.add(one.id);
    else if (one.isVisit) joinVisit(one, passage, state);
    else joinPicture(one, passage, state);
  }
  // An announcement after the loads teaches nothing of their times.
  const isPast = one.kind === "announcement" && state.rules.announcedAfterLoads;
  if (one.kind !== "load" && !isPast && !hasNumber(passage)) {
    for (const load of visitsOf(passage)) state.travels.note(load, timesOf(passage, load, one.fromMs));
  }
  add(state.passages.at(-1) ?? passage, one, state.arrivals);
}

function joinVisit(load: Load, passage: Passage, { travels, rules }: State): void {
  const { id, station, fromMs } = load;
  const isFirst = visitsAt(passage, station).length === 0;
  const isBeside = isInView({ ...passage, loads: firmLoads(passage) }, fromMs);
  const times = timesOf(passage, load);
  if (isBeside && !rules.severalLoads && isBesideDoubt(passage, fromMs)) passage.doubted.set(id, NEXT_CAME);
  if (!isBeside && !rules.severalLoads && travels.judge(load, times) !== "usual") passage.tentative.add(id);
  if (!isBeside && !rules.severalLoads && followsDoubt(passage, load)) passage.doubted.set(id, NEXT_CAME);
  if (isFirst) travels.note(load, times);
}

/** A picture that shows no vehicle's coming is of the one in view; of one that has left, once its time is known. */
function joinPicture(picture: Load, passage: Passage, { travels, rules }: State): void {
  if (rules.severalLoads || !rules.followsVehicles) return;
  const { id, station, fromMs } = picture;
  const times = timesOf(passage, picture);
  const isBeside = isInView(passage, fromMs);
  if (hasNumber(passage)) {
    if (isBeside && !isInView({ ...passage, loads: firmLoads(passage) }, fromMs)) passage.tentative.add(id);
    if (isBeside && isBesideDoubt(passage, fromMs)) passage.doubted.set(id, NEXT_CAME);
    if (!isBeside && travels.judge(picture, times) !== "usual") passage.doubted.set(id, LATE);
    else if (!isBeside && followsDoubt(passage, picture)) passage.doubted.set(id, NEXT_CAME);
  }
  const isFirst = !passage.loads.some((load) => load.station === station);
  if (isFirst) travels.note(picture, times);
}

/**
 * True for a load further on, at its usual time after an unnumbered vehicle left the stations before: what was noticed
 * between them is that vehicle's number, and both passages become one.
 */
function rejoins(load: Load, { passages, travels, rules, arrivals }: State): boolean {
  const [before, passage] = passages.slice(-2);
  if (!before || !passage || !load.isVisit || passage.loads.length > 0 || rules.severalLoads) return false;
  if (visitsAt(before, load.station).length > 0 || numbersOf(before).length > 0) return false;
  if (rules.before.has(before.beganWith) && !rules.before.has(load.id)) return false;
  const { sinceLeftMs } = timesOf(before, load);
  if (sinceLeftMs === null || travels.judge(load, { sinceNumberMs: null, sinceLeftMs }) !== "usual") return false;
  passages.pop();
  for (const one of [...passage.readings, ...passage.announcements]) add(before, one, arrivals);
  return true;
}

/** Begins a passage after another one. */
function begin(one: Evidence, before: Passage | undefined, state: State): Passage {
  const { id, fromMs } = one;
  const passage: Passage = {
    id,
    beganWith: id,
    fromMs,
    loads: [],
    readings: [],
    announcements: [],
    doubted: new Map(),
    tentative: new Set(),
    followsUnnumbered: state.rules.late.has(id),
  };
  add(passage, one, state.arrivals);
  if (before && one.kind === "load") beginWithLoad(one, before, state);
  if (before && one.kind !== "load") beginWithNumber(one, { passage, before }, state);
  return passage;
}

function beginWithLoad(load: Load, before: Passage, { travels, rules }: State): void {
  const isFirst = !before.loads.some(({ station }) => station === load.station);
  // Without its number, a vehicle may have left: another station sees the next one, unless numbers come afterwards.
  const isThere = hasNumber(before) !== rules.announcedAfterLoads;
  travels.note(load, isFirst && isThere ? timesOf(before, load) : UNKNOWN_TIMES);
  for (const one of load.isVisit ? uncertainIn(before, load.fromMs) : []) doubt(before, one);
}

/** A load that is in view and may not be of the vehicle before is moved to that of the number, or doubted. */
function beginWithNumber(
  one: Reading | Announcement,
  { passage, before }: { passage: Passage; before: Passage },
  { travels, rules, arrivals }: State,
): void {
  const isAnnounced = one.kind === "announcement";
  const isLeft = isAnnounced ? leavesUnnumbered(before, one, rules) : !rules.severalLoads && mayShow(before, one);
  if (isLeft) passage.followsUnnumbered = true;
  const fromMs = one.fromMs - (isAnnounced ? ANNOUNCED_MS : 0);
  // A look that may be at the number already shows which loads may be of its vehicle.
  const noticedMs = isAnnounced ? fromMs : (one.noticedMs ?? fromMs);
  for (const load of uncertainIn(before, noticedMs)) if (load.toMs < fromMs) doubt(before, load);
  for (const load of uncertainIn(before, fromMs)) {
    if (before.tentative.has(load.id)) {
      const moved = [load, ...picturesBeside(before, load).filter(({ id }) => before.tentative.has(id))];
      before.loads = before.loads.filter((other) => !moved.includes(other));
      for (const other of moved) add(passage, other, arrivals);
    } else doubt(before, load);
    travels.note(load, { sinceNumberMs: load.fromMs - one.fromMs, sinceLeftMs: null });
  }
}

/** The times that a load took since a number of its vehicle, and since the vehicle left the other stations. */
function timesOf(passage: Passage, load: Load, numberMs = lastNumberMs(passage, load.fromMs)): Times {
  const leftMs = Math.max(-Infinity, ...othersOf(passage, load).map(({ toMs }) => toMs));
  return {
    sinceNumberMs: Number.isFinite(numberMs) ? load.fromMs - numberMs : null,
    sinceLeftMs: isLater(passage, load) ? load.fromMs - leftMs : null,
  };
}

function doubt(passage: Passage, load: Load): void {
  for (const { id } of [load, ...picturesBeside(passage, load)]) passage.doubted.set(id, NEXT_CAME);
}

function add(passage: Passage, one: Evidence, arrivals: ReadonlyMap<string, number>): void {
  if (one.kind === "load") passage.loads.push(one);
  else if (one.kind === "reading") passage.readings.push(one);
  else passage.announcements.push(one);
  if ((arrivals.get(one.id) ?? 0) < (arrivals.get(passage.id) ?? 0)) passage.id = one.id;
}

function belongs(one: Evidence, passage: Passage, state: State): boolean {
  if (one.kind === "load") return admitsLoad(passage, one, state);
  const { rules } = state;
  return one.kind === "reading" ? admitsReading(passage, one, rules) : admitsAnnouncement(passage, one, rules);
}

/** The first load at each station is the vehicle's, if it is in view while the vehicle is, or follows its number. */
function admitsLoad(passage: Passage, load: Load, state: State): boolean {
  const { rules } = state;
  const isOther = load.isVisit && visitsAt(passage, load.station).length > 0;
  if (isOther && !rules.severalLoads) return false;
  if (isInView(passage, load.fromMs)) return true;
  if (rules.announcedAfterLoads && !load.isVisit && hasWaiting(passage, load, rules)) return true;
  return hasNumber(passage) ? followsNumber(passage, load, state) : followsUnnumbered(passage, load, state);
}

/** True for a load that comes in its time after the number of the vehicle, or after that left the stations before. */
function followsNumber(passage: Passage, load: Load, { travels, rules }: State): boolean {
  const times = timesOf(passage, load);
  // Its load has left before it was announced.
  const isPast = rules.announcedAfterLoads && passage.readings.length === 0;
  if (isPast || (times.sinceNumberMs ?? Infinity) >= rules.expiresAfterMs) return false;
  if (!load.isVisit || rules.severalLoads) return true;
  const judged = travels.judge(load, times);
  // As long as it is not known when loads come, one that comes when others have left may be of the next vehicle.
  return judged === "unknown" ? visitsOf(passage).length === 0 : judged === "usual";
}

/** True for a load further on, at its usual time after a vehicle without a number left the stations before. */
function followsUnnumbered(passage: Passage, load: Load, { travels, rules }: State): boolean {
  const times = timesOf(passage, load);
  return times.sinceLeftMs !== null && !rules.severalLoads && travels.judge(load, times) === "usual";
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
