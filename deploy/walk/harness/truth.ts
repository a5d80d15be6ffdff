import { readFileSync } from "node:fs";
import path from "node:path";
import type { Detection } from "@container-inspection/shared-schemas/scans";
import { type Outline, polygonOverlap } from "./polygon-overlap.ts";

export const demoFolder = path.resolve(import.meta.dirname, "../../demo");

type Thing = { id: number; class: string; polygon: Outline };
export type Truth = { width: number; height: number; visits: { index: number; things: Thing[] }[] };

/** Reads the content of the demonstration video, as its generator wrote it down. */
export function readTruth(): Truth {
  return JSON.parse(readFileSync(path.join(demoFolder, "loads.truth.json"), "utf8")) as Truth;
}

/**
 * Pairs the detections of a scan with the things of a visit: same class, polygon overlap of at least one half, best
 * pairs first, each used once. Returns the overlap of every thing, 0 for one not found.
 */
export function overlapsOf(
  things: Thing[],
  detections: Detection[],
  size: { width: number; height: number },
): number[] {
  const pairs = things
    .flatMap((thing) =>
      detections.map((found) => ({
        thing,
        found,
        overlap:
          found.className === thing.class && found.polygon
            ? polygonOverlap(thing.polygon, found.polygon, size.width, size.height)
            : 0,
      })),
    )
    .filter(({ overlap }) => overlap >= 0.5)
    .sort((left, right) => right.overlap - left.overlap);
  const best = new Map<Thing, number>();
  const used = new Set<Detection>();
  for (const { thing, found, overlap } of pairs) {
    if (best.has(thing) || used.has(found)) continue;
    best.set(thing, overlap);
    used.add(found);
  }
  return things.map((thing) => best.get(thing) ?? 0);
}

export function medianOf(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
