import { arrangePassages } from "./arrange-passages.ts";
import type { Evidence, Load, PlacedNumber } from "./evidence.ts";
import { createEvidenceMemory, isPicture } from "./evidence-memory.ts";
import { judgePassage, numberAt, type Outcome } from "./judge-passage.ts";
import { nameLoad, type PassageNaming } from "./name-load.ts";
import { createScanMemory } from "./scan-memory.ts";
import { type ArrangeRules, numbersOf, type Passage, type PassageRules } from "./passage.ts";
import type { Times } from "./travel-times.ts";

type Parts = {
  rules: PassageRules;
  /** Evidence from before the start. */
  before: readonly Evidence[];
  nowMs: () => number;
  /** Called when the evidence should be kept. */
  changed: () => void;
};

/** The passages of one lane, from evidence that arrives in any order. */
export function createLanePassages({ before, nowMs, changed, ...parts }: Parts) {
  const memory = createEvidenceMemory({ before, rules: parts.rules, nowMs });
  const rules: ArrangeRules = { ...parts.rules, before: new Set(before.map(({ id }) => id)), late: memory.late };
  let arranged: ReturnType<typeof arrangePassages> | null = null;
  let readUntilMs = () => Infinity;

  const arrange = () => (arranged ??= arrangePassages(memory.all(), rules));
  const passages = (): Passage[] => arrange().passages;
  const find = (isIt: (passage: Passage) => boolean) => passages().find(isIt);
  const reported = createReports(passages());
  const scans = createScanMemory();
  const name = (passage: Passage, load: Load, position: string | undefined): PassageNaming => {
    const next = passages()[passages().indexOf(passage) + 1];
    const isFromBefore = rules.before.has(passage.beganWith);
    const isReported = reported.has(passage.id);
    return nameLoad({ passage, next, load, position, readUntilMs: readUntilMs(), isReported, isFromBefore });
  };

  return {
    /** Takes evidence in; a later one of the same id replaces it. */
    see(one: Evidence): void {
      const isChange = memory.take(one);
      arranged = null;
      arranged = memory.forget(passages()) ? null : arranged;
      if (isChange) changed();
    },
    /** Returns what the passage of some evidence came to. */
    outcomeOf(evidenceId: string): PassageOutcome | null {
      const passage = find(({ readings, announcements }) =>
        [...readings, ...announcements].some(({ id }) => id === evidenceId),
      );
      if (!passage) return null;
      const before = passages()[passages().indexOf(passage) - 1];
      const { id: passageId, followsUnnumbered } = passage;
      return { passageId, outcome: judgePassage(passage), followsUnnumbered, ...compare(passage, before) };
    },
    /** Notes that numbers are reported of a passage; returns true if one of them was not before. */
    report: (passageId: string, numbers: readonly PlacedNumber[]): boolean => reported.add(passageId, numbers),
    /** Returns what is known of the container of a load at a position; null for a load that is forgotten. */
    nameLoad(loadId: string, position: string | undefined): PassageNaming | null {
      const load = memory.load(loadId);
      const passage = load && find(({ loads }) => loads.includes(load));
      return passage ? name(passage, load, position) : null;
    },
    /** Returns the number of the load in view of a station, or of one that came now. */
    nextNumber(station: string, position: string | undefined): string | null {
      const now = nowMs();
      const visit = find(({ loads }) => loads.some((one) => one.station === station && !isPicture(one) && !one.isOver));
      const coming: Load = { kind: "load", id: "next", station, isVisit: true, isOver: false, fromMs: now, toMs: now };
      const passage =
        visit ?? arrangePassages([...memory.all(), coming], rules).passages.find(({ loads }) => loads.includes(coming));
      return passage ? (numbersIn(passage, (numbers) => numberAt(numbers, position)) ?? null) : null;
    },
    /** Notes that a load was scanned. */
    noteScan: (loadId: string, capturedAtMs: number): void => scans.note(loadId, capturedAtMs),
    /** True where another vehicle has come since a scan was captured; null for a scan that is not known. */
    hasLeft(capturedAtMs: number): boolean | null {
      const loadId = scans.loadOf(capturedAtMs);
      const newest = passages().at(-1);
      return loadId === undefined ? null : !newest?.loads.some(({ id }) => id === loadId);
    },
    /** Returns the passage of the newest vehicle if a number is known as its own. */
    newestOf: (containerNumber: string): string | null => newestOf(passages(), containerNumber),
    /** Names what reports up to which time of capture all pictures of the number cameras were read. */
    waitForReadings(until: () => number): void {
      readUntilMs = until;
    },
    /** The usual times until a vehicle comes to a station, learnt or stated. */
    usualTimes: (station: string): Times => arrange().travels.usual(station),
    /** The evidence that is kept for the next start. */
    evidence: (): Evidence[] => memory.all(),
  };
}
export type LanePassages = ReturnType<typeof createLanePassages>;

/** Outcome of a passage, and what is unusual about it beside the one before. */
type PassageOutcome = {
  passageId: string;
  outcome: Outcome;
  followsUnnumbered: boolean;
  isSameNumber: boolean;
  isBeforeWithoutLoad: boolean;
};

function compare(passage: Passage, before: Passage | undefined) {
  const known = new Set(before ? numbersOf(before).map(({ containerNumber }) => containerNumber) : []);
  const isSameNumber = numbersOf(passage).some(({ containerNumber }) => known.has(containerNumber));
  return { isSameNumber, isBeforeWithoutLoad: known.size > 0 && before?.loads.length === 0 };
}

/** Looks for something in the numbers of a passage; undefined where it is not identified. */
function numbersIn<Found>(passage: Passage, look: (numbers: readonly PlacedNumber[]) => Found): Found | undefined {
  const outcome = judgePassage(passage);
  return outcome.kind === "identified" ? look(outcome.numbers) : undefined;
}

function newestOf(passages: readonly Passage[], containerNumber: string): string | null {
  const newest = passages.at(-1);
  const isItsOwn =
    newest && numbersIn(newest, (numbers) => numbers.some((one) => one.containerNumber === containerNumber));
  return isItsOwn ? newest.id : null;
}

/** The newest passages of which numbers were reported. */
const KEPT_REPORTS = 100;

/** Keeps in mind which numbers were reported, by the id of the passage. */
function createReports(before: readonly Passage[]) {
  const identified = before.filter((passage) => judgePassage(passage).kind === "identified");
  const reported = new Map<string, Set<string>>(identified.map(({ id }) => [id, new Set()]));
  return {
    has: (passageId: string) => reported.has(passageId),
    add(passageId: string, numbers: readonly PlacedNumber[]): boolean {
      const known = reported.get(passageId) ?? new Set();
      reported.set(passageId, new Set([...known, ...numbers.map(({ containerNumber }) => containerNumber)]));
      const [oldest] = reported.keys();
      if (oldest !== undefined && reported.size > KEPT_REPORTS) reported.delete(oldest);
      return numbers.some(({ containerNumber }) => !known.has(containerNumber));
    },
  };
}
