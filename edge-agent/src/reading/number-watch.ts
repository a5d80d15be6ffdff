import { type FusedNumber, fuseLooks, type NumberLook, type Reading } from "./fuse-looks.ts";

export type NumberWatchSettings = {
  /** Positions of containers on a vehicle, in the order in which they come into view; empty: a single container. */
  positions: readonly string[];
  /** A number with less is not announced. */
  minimumConfidence: number;
  /** A number that was read from this many looks is announced at once; with fewer, when the vehicle has left. */
  enoughLooks: number;
  /** Time in ms without a look after which the vehicle has left. */
  goneMs: number;
  /** Numbers that are awaited. */
  expected: () => ReadonlySet<string>;
};

/** A number in front of the cameras, with its position; undefined: at every position. */
type PlacedNumber = { number: FusedNumber; position: string | undefined };

/**
 * Result for a vehicle: its numbers, or the reason why they are unknown:
 * - `disagreement`, `uncertain`: see `Reading`
 * - `different`: the looks show more containers than the lane has positions
 * - `order`: two containers came into view in the same picture, so that their positions are not known, or one was in
 *   view when the watch began, so that another one may have been before
 */
export type NumberOutcome =
  | { kind: "read"; numbers: PlacedNumber[] }
  | { kind: "unread"; reason: "disagreement" | "uncertain" | "different" | "order"; best: FusedNumber[] };

/**
 * A vehicle whose number was in view, from the capture of the first picture of it to that of the last. Once its numbers
 * are read and not in doubt, only looks at these count: others may be at the vehicle before or after.
 */
export type NumberPass = {
  /** Counts up from 1. */
  number: number;
  fromMs: number;
  toMs: number;
  /** Time of the first look, which may be at another number. */
  noticedMs: number;
  /** False while it is in view. */
  isOver: boolean;
  /** True while its newest look shows another number than the one that was decided: it may be the next vehicle's. */
  isDoubtful: boolean;
  /** New decision about it; null if none was made. */
  outcome: NumberOutcome | null;
};

/** More looks at one number add nothing: `fuseLooks` weighs those of one camera as a few. */
const KEPT_OF_NUMBER = 8;
const KEPT_NUMBERS = 6;
/** A second number counts as another container from this share of the looks at the first one on. Estimate. */
const OTHER_SHARE = 1 / 4;

type Pass = {
  number: number;
  fromMs: number;
  toMs: number;
  looks: NumberLook[];
  /** Times at which each number was first the best one of a look. */
  firstSeenMs: Map<string, number>;
  lastSeenMs: Map<string, number>;
  /** The best ones of the looks from which its numbers were read; empty before. */
  own: Set<string>;
  /** Time at which the last picture of it had been read. */
  lastReadMs: number;
  /** The numbers that were announced; null before. */
  announced: ReadonlySet<string> | null;
  /** True where no picture without a number came before it: it may have been in view already. */
  isCut: boolean;
  isDoubtful: boolean;
  isDisputed: boolean;
};

/**
 * Collects the readings of one lane's cameras, vehicle by vehicle, and decides once per vehicle which numbers are
 * announced. Times are those of any clock that only goes forward, milliseconds.
 */
export function createNumberWatch(settings: NumberWatchSettings) {
  const { goneMs, minimumConfidence, expected } = settings;
  let pass: Pass | null = null;
  let passes = 0;
  /** Until a picture without a number was seen, a vehicle may have been in view before. */
  let mayBeCut = true;

  const readingsOf = ({ looks }: Pass) => fuseLooks(looks, { expected: expected(), minimumConfidence });
  const describe = (described: Pass, outcome: NumberOutcome | null): NumberPass => {
    const { number, isDoubtful, fromMs: noticedMs } = described;
    return { number, ...spanOf(described, outcome), noticedMs, isOver: pass?.number !== number, isDoubtful, outcome };
  };
  const end = (): NumberPass[] => {
    if (!pass) return [];
    const ended = pass;
    pass = null;
    const isDecided = ended.isDisputed || (ended.announced !== null && !ended.isDoubtful);
    const readings = readingsOf(ended);
    const outcome = isDecided ? null : decide(readings, ended, settings);
    noteOwn(ended, readings, outcome);
    return [describe(ended, outcome)];
  };
  /** True where a picture shows nothing of the vehicle, and its last one was taken long before. */
  const hasLeft = (looks: readonly NumberLook[], takenMs: number): boolean => {
    if (!pass || takenMs - pass.toMs < goneMs) return false;
    const { firstSeenMs, lastReadMs } = pass;
    const isSame = looks.length > 0 && looks.every((look) => firstSeenMs.has(textOf(look)));
    return !isSame || takenMs - lastReadMs >= goneMs;
  };
  const add = (looks: readonly NumberLook[], takenMs: number, nowMs: number): NumberPass[] => {
    pass ??= beginPass((passes += 1), takenMs, mayBeCut);
    mayBeCut = false;
    pass.toMs = Math.max(pass.toMs, takenMs);
    pass.lastReadMs = nowMs;
    pass.looks = keepBest([...pass.looks, ...looks]);
    for (const look of looks) {
      const text = textOf(look);
      pass.firstSeenMs.set(text, Math.min(takenMs, pass.firstSeenMs.get(text) ?? Infinity));
      pass.lastSeenMs.set(text, Math.max(takenMs, pass.lastSeenMs.get(text) ?? -Infinity));
    }
    const readings = readingsOf(pass);
    const outcome = decideEarly(readings, pass, settings);
    if (outcome?.kind === "read") pass.announced = new Set(outcome.numbers.map(({ number }) => number.text));
    if (outcome?.kind === "unread") pass.isDisputed = true;
    noteOwn(pass, readings, outcome);
    pass.isDoubtful = !pass.isDisputed && showsOther(readings, pass, looks);
    return [describe(pass, outcome)];
  };

  return {
    /**
     * The looks of one picture, none where it shows no number; it was taken at `takenMs` and has just been read. On a
     * machine that reads slowly, a vehicle stays in view from one picture of its number to the next, however late that
     * is read.
     * Returns the passes that are in view or have ended.
     */
    observe(looks: readonly NumberLook[], takenMs: number, nowMs: number): NumberPass[] {
      const ended = hasLeft(looks, takenMs) ? end() : [];
      if (looks.length === 0) mayBeCut = false;
      return looks.length === 0 ? ended : [...ended, ...add(looks, takenMs, nowMs)];
    },
    /** Ends the visit of a vehicle that has left; call it regularly while no picture is being read. */
    tick: (atMs: number): NumberPass[] => (pass && atMs - pass.lastReadMs >= goneMs ? end() : []),
    /** Returns true if a vehicle is present, as far as is known. */
    isOpen: () => pass !== null,
    /** True once all is decided about the vehicle at the gate. */
    isDecided: () => pass !== null && (pass.announced !== null || pass.isDisputed),
    /** The looks that decide now, the most certain of each number. */
    bestLooks: (): NumberLook[] => (pass ? readingsOf(pass).flatMap(({ number: { looks } }) => looks.slice(0, 1)) : []),
  };
}
export type NumberWatch = ReturnType<typeof createNumberWatch>;

const beginPass = (number: number, takenMs: number, isCut: boolean): Pass => ({
  number,
  fromMs: takenMs,
  toMs: takenMs,
  looks: [],
  firstSeenMs: new Map(),
  lastSeenMs: new Map(),
  own: new Set(),
  lastReadMs: takenMs,
  announced: null,
  isCut,
  isDoubtful: false,
  isDisputed: false,
});

/** Notes which looks are at the numbers that were read, as far as that is known now. */
function noteOwn({ announced, own }: Pass, readings: readonly Reading[], outcome: NumberOutcome | null): void {
  const decided = outcome?.kind === "read" ? outcome.numbers.map(({ number }) => number.text) : [];
  const read = new Set([...(announced ?? []), ...decided]);
  for (const { number } of readings) {
    if (read.has(number.text)) for (const look of number.looks) own.add(textOf(look));
  }
}

/** The time from the first look at a vehicle to the last one; see `NumberPass`. */
function spanOf(
  { fromMs, toMs, own, firstSeenMs, lastSeenMs, isDoubtful, isDisputed }: Pass,
  outcome: NumberOutcome | null,
): { fromMs: number; toMs: number } {
  if (own.size === 0 || isDoubtful || isDisputed || outcome?.kind === "unread") return { fromMs, toMs };
  const texts = [...own];
  return {
    fromMs: Math.min(...texts.map((text) => firstSeenMs.get(text) ?? toMs)),
    toMs: Math.max(...texts.map((text) => lastSeenMs.get(text) ?? fromMs)),
  };
}

/** True where looks show a number that was not announced, and is no misreading of one that was. */
function showsOther(readings: readonly Reading[], { announced }: Pass, looks: readonly NumberLook[]): boolean {
  if (!announced) return false;
  const known = readings.filter(({ number }) => announced.has(number.text)).flatMap(({ number }) => number.looks);
  const places = new Set(known.map(({ place }) => place));
  return looks.some((look) => !announced.has(textOf(look)) && !places.has(look.place));
}

const textOf = ({ place }: NumberLook): string => place.candidates[0]?.text ?? "";

/** Returns the most certain looks of the most certain numbers, so that a waiting vehicle fills no memory. */
function keepBest(looks: readonly NumberLook[]): NumberLook[] {
  const byText = Map.groupBy(
    looks.toSorted((a, b) => b.place.confidence - a.place.confidence),
    textOf,
  );
  return [...byText.values()].slice(0, KEPT_NUMBERS).flatMap((ofOne) => ofOne.slice(0, KEPT_OF_NUMBER));
}

/** The containers that the looks show: a number that few of them show is a misreading of another. */
function containersOf(readings: readonly Reading[]): FusedNumber[] {
  const read = readings.filter(({ kind }) => kind === "read").map(({ number }) => number);
  const most = Math.max(0, ...read.map(({ looks }) => looks.length));
  return read.filter(({ looks }) => looks.length >= most * OTHER_SHARE);
}

/** Returns the decision that is possible while the vehicle is still present; null if none. */
function decideEarly(readings: readonly Reading[], pass: Pass, settings: NumberWatchSettings): NumberOutcome | null {
  if (pass.isDisputed) return null;
  const { positions, enoughLooks } = settings;
  const seen = containersOf(readings);
  // One of them is of the vehicle before or after: which one shows when all looks are known.
  if (positions.length > 0 && seen.length > positions.length) return null;
  const containers = seen.filter(({ looks }) => looks.length >= enoughLooks);
  const isComplete = containers.length >= Math.max(1, positions.length);
  // An announced number is only disputed by more containers than there can be.
  const isExpected = pass.announced !== null && containers.length <= Math.max(1, positions.length);
  return isComplete && !isExpected ? placeContainers(containers, pass, settings) : null;
}

/** Returns the outcome once the vehicle has left. */
function decide(readings: readonly Reading[], pass: Pass, settings: NumberWatchSettings): NumberOutcome {
  const containers = containersOf(readings);
  if (pass.isDoubtful) return { kind: "unread", reason: "different", best: readings.map(({ number }) => number) };
  if (containers.length > 0) return placeContainers(containers, pass, settings);
  const [first] = readings;
  if (first?.kind !== "abstained") throw new Error("a vehicle begins with a look at a number");
  return { kind: "unread", reason: first.reason, best: [first.number] };
}

/** Gives several containers their positions, by the order in which they came into view. */
function placeContainers(
  containers: FusedNumber[],
  { firstSeenMs, isCut }: Pass,
  { positions }: NumberWatchSettings,
): NumberOutcome {
  const [only] = containers;
  if (containers.length === 1 && isCut && positions.length > 1)
    return { kind: "unread", reason: "order", best: containers };
  if (only && containers.length === 1) return { kind: "read", numbers: [{ number: only, position: undefined }] };
  if (containers.length !== positions.length) return { kind: "unread", reason: "different", best: containers };
  const seenMs = ({ text, looks }: FusedNumber) =>
    firstSeenMs.get(text) ?? Math.min(...looks.map((look) => firstSeenMs.get(textOf(look)) ?? Infinity));
  const ordered = containers.toSorted((a, b) => seenMs(a) - seenMs(b));
  const isTied = new Set(ordered.map(seenMs)).size < ordered.length;
  if (isTied) return { kind: "unread", reason: "order", best: ordered };
  return { kind: "read", numbers: ordered.map((number, index) => ({ number, position: positions[index] })) };
}
