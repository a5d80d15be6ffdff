import type { Detection } from "@container-inspection/shared-schemas";
import type { CompiledMap } from "./compile-map.ts";
import { normaliseWords } from "./normalise-words.ts";

/** What was seen of one class. */
export type Observed = {
  name: string;
  plural: string;
  /** Sum of the quantities; a detection without one counts as 1. */
  count: number;
  /** The best; a detection without one counts as certain. */
  confidence: number;
  kind: "goods" | "carrier" | "unknown";
};

/**
 * Adds up detections by the classes of the map, in order of first sight. Detections below the map's confidence, and those
 * that say "empty", are left out; a class the map does not know stands under its own name.
 */
export function observeClasses(detections: readonly Detection[], map: CompiledMap): Observed[] {
  const seen = new Map<string, Observed>();
  for (const { className, confidence, quantity } of detections) {
    const words = normaliseWords(className);
    if ((confidence ?? 1) < map.minConfidence || map.emptyClasses.has(words)) continue;
    const known = map.classesByName.get(words);
    const name = known?.name ?? className ?? "unnamed";
    const before = seen.get(name);
    seen.set(name, {
      name,
      plural: known?.plural ?? name,
      count: (before?.count ?? 0) + (quantity ?? 1),
      confidence: Math.max(before?.confidence ?? 0, confidence ?? 1),
      kind: known === undefined ? "unknown" : known.carrier ? "carrier" : "goods",
    });
  }
  return [...seen.values()];
}
