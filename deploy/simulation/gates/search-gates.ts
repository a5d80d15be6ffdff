import { type GateKind, type GateSchedule, makeGateSchedule } from "./gate-schedule.ts";
import { type GateFigures, type Recorder, runGate } from "./run-gate.ts";

/** Source of the usual times to the stations further on: the configuration, or the vehicles alone. */
type Travel = "stated" | "learnt";
type Failure = { seed: number; broken: string; smallest: GateSchedule };

/** Runs schedules from a seed on, until one breaks the promise unless it `continues`. */
export function searchGates(parts: {
  firstSeed: number;
  count: number;
  record?: Recorder;
  continues?: boolean;
  breaksFacts?: boolean;
  /** Returns true to end the search. */
  isOver?: (soFar: { schedules: number; failed: number }) => boolean;
}) {
  const { firstSeed, count, record, continues = false, breaksFacts = false, isOver = () => false } = parts;
  const byKind = new Map<GateKind, GateFigures>();
  const byTravel = new Map<Travel, GateFigures>();
  /** Vehicles by what keeps them from being identified, or in one passage. */
  const causes = new Map<string, number>();
  const failed: number[] = [];
  let schedules = 0;
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    if (isOver({ schedules, failed: failed.length })) break;
    const schedule = makeGateSchedule(seed, breaksFacts);
    const { broken, causes: found, ...figures } = runGate(schedule, record);
    for (const { of, why } of found) causes.set(`${of}: ${why}`, (causes.get(`${of}: ${why}`) ?? 0) + 1);
    schedules += 1;
    byKind.set(schedule.kind, add(byKind.get(schedule.kind), figures));
    const travel = Object.keys(schedule.guessed).length > 0 ? "stated" : "learnt";
    byTravel.set(travel, add(byTravel.get(travel), figures));
    if (broken !== null) failed.push(seed);
    if (broken !== null && !continues) break;
  }
  const [first] = failed;
  const figures = [...byKind.values()].reduce<GateFigures>(add, NONE);
  const failure = first === undefined ? null : explain(makeGateSchedule(first, breaksFacts), record);
  return { schedules, figures, byKind, byTravel, causes, failed, failure };
}

const NO_SHARE = { identified: 0, known: 0, scanned: 0, split: 0 };
const NONE: GateFigures = { ...NO_SHARE, vehicles: 0, captures: 0, foreign: 0, misread: 0, merged: 0, later: NO_SHARE };

const add = (sum: GateFigures = NONE, one: GateFigures): GateFigures => ({
  ...addShares(sum, one),
  vehicles: sum.vehicles + one.vehicles,
  captures: sum.captures + one.captures,
  foreign: sum.foreign + one.foreign,
  misread: sum.misread + one.misread,
  merged: sum.merged + one.merged,
  later: addShares(sum.later, one.later),
});

const addShares = (sum: GateFigures["later"], one: GateFigures["later"]): GateFigures["later"] => ({
  identified: sum.identified + one.identified,
  known: sum.known + one.known,
  scanned: sum.scanned + one.scanned,
  split: sum.split + one.split,
});

/** Takes out vehicles and faults as long as what is left still breaks the promise. */
function explain(schedule: GateSchedule, record?: Recorder): Failure {
  const brokenBy = (one: GateSchedule) => runGate(one, record).broken;
  let smallest = schedule;
  for (let changed = true; changed;) {
    const smaller: GateSchedule | undefined = smallerOnes(smallest).find((one) => brokenBy(one) !== null);
    changed = smaller !== undefined;
    smallest = smaller ?? smallest;
  }
  return { seed: schedule.seed, broken: brokenBy(smallest) ?? "", smallest };
}

const smallerOnes = (schedule: GateSchedule): GateSchedule[] => [
  ...schedule.vehicles.map((_one, index) => ({ ...schedule, vehicles: schedule.vehicles.toSpliced(index, 1) })),
  ...(schedule.restart ? [{ ...schedule, restart: null }] : []),
  ...schedule.gaps.map((_one, index) => ({ ...schedule, gaps: schedule.gaps.toSpliced(index, 1) })),
];
