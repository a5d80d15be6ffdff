import { commodities } from "./commodities.ts";
import { photograph } from "./camera.ts";
import { fillWith } from "./cargo.ts";
import { type Judged, judgeLoad } from "../../src/match/testing/judge-load.ts";
import type { Load } from "../../src/match/testing/load.ts";
import { goodModel } from "./model.ts";
import { declare } from "./paper.ts";
import { createRandom } from "./random.ts";
import type { Limit, Row } from "./rows.ts";

export const SEED = 2026;

/** Measured results of a row. */
export type Measured = {
  row: Row;
  loads: number;
  lanes: Record<Judged["lane"], number>;
  /** Number of loads in which each rule raised a warning or a critical finding. */
  rules: Map<string, number>;
};

/** Load number `index` of a row, always the same one. */
export const drawLoad = (row: Row, index: number): Load => row.draw(createRandom(`${SEED}/${row.name}/${index}`));

/** Judges the first loads of a row. */
export function measureRow(row: Row, loads: number): Measured {
  const lanes = { green: 0, yellow: 0, red: 0, incomplete: 0 };
  const rules = new Map<string, number>();
  for (let index = 0; index < loads; index += 1) {
    const { lane, findings } = judgeLoad(drawLoad(row, index));
    lanes[lane] += 1;
    const raised = findings.filter(({ severity }) => severity !== "info");
    for (const rule of new Set(raised.map(({ rule, severity }) => `${severity} ${rule}`)))
      rules.set(rule, (rules.get(rule) ?? 0) + 1);
  }
  return { row, loads, lanes, rules };
}

/** The share that a limit is about, 0 to 1. */
export function shareOf({ lanes, loads }: Measured, { of }: Limit): number {
  return (of === "stopped" ? lanes.yellow + lanes.red : lanes[of]) / loads;
}

export const isMet = (share: number, { atLeast = 0, atMost = 1 }: Limit) => share >= atLeast && share <= atMost;

const LINES = 200;
const DETECTIONS = 500;
const MATCHES = 60;
const WARM_UP = 3;
const REPEATS = 12;

/**
 * Mean processor time in milliseconds of a match of 200 declared lines with 500 detections, and of parsing such a load
 * from JSON, over 60 different loads: the quickest of twelve runs of each, in turns.
 */
export function timeMatches(): { match: number; parse: number } {
  const loads = Array.from({ length: MATCHES }, (_, index) => drawLargeLoad(index));
  const texts = loads.map((load) => JSON.stringify(load));
  for (let repeat = 0; repeat < WARM_UP; repeat += 1) loads.forEach(judgeLoad);
  const runs = Array.from({ length: REPEATS }, () => ({
    match: timeEach(loads, judgeLoad),
    parse: timeEach(texts, (text) => JSON.parse(text)),
  }));
  return { match: Math.min(...runs.map(({ match }) => match)), parse: Math.min(...runs.map(({ parse }) => parse)) };
}

/** Returns the mean processor time in milliseconds; other work on the machine does not count. */
function timeEach<Item>(items: readonly Item[], run: (item: Item) => unknown): number {
  const before = process.threadCpuUsage();
  for (const item of items) run(item);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000 / items.length;
}

function drawLargeLoad(index: number): Load {
  const random = createRandom(`${SEED}/large/${index}`);
  const kinds = Array.from({ length: LINES }, () => random.pick(commodities));
  const cargo = fillWith(kinds, random, "45G1");
  const containerNumber = "CSQU3054383";
  const manifests = declare(cargo, containerNumber, random);
  const declaredGoods = manifests.flatMap((manifest) => manifest.declaredGoods ?? []);
  const taken = [1, 2, 3].flatMap(() => photograph(cargo, "xray-full", goodModel, random).slice(0, 1));
  const detections = taken.flatMap((picture) => picture.detections).slice(0, DETECTIONS);
  if (detections.length < DETECTIONS) throw new Error("too small a load");
  return {
    containerNumber,
    sizeType: "45G1",
    manifests: manifests.slice(0, 1).map((manifest) => ({ ...manifest, declaredGoods })),
    pictures: taken.slice(0, 1).map((picture) => ({ ...picture, detections })),
  };
}
