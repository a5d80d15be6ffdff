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
const MATCHES = 200;
const WARM_UP = 20;
const REPEATS = 5;

/**
 * Milliseconds of a match of 200 declared lines with 500 detections, each match with a different load. Each time is
 * the fastest of five runs, which excludes other work on the machine.
 */
export function timeMatches(): { median: number; p95: number; slowest: number } {
  const loads = Array.from({ length: MATCHES + WARM_UP }, (_, index) => drawLargeLoad(index));
  const times = loads.map((load) => Math.min(...Array.from({ length: REPEATS }, () => timeMatch(load))));
  const sorted = times.slice(WARM_UP).sort((left, right) => left - right);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { median: at(0.5), p95: at(0.95), slowest: at(1) };
}

function timeMatch(load: Load): number {
  const startedAt = performance.now();
  judgeLoad(load);
  return performance.now() - startedAt;
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
