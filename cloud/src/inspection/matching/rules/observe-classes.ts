import type { CategoryClass, Detection } from "@container-inspection/shared-schemas";
import type { CompiledMap } from "../reading/compile-map.ts";
import { normaliseWords } from "../reading/normalise-words.ts";

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
 * Adds up detections by the classes of the map, in order of first sight. Detections below the map's confidence, and
 * those of the class "empty", are left out; a class that the map does not know keeps its own name.
 */
export function observeClasses(detections: readonly Detection[], map: CompiledMap): Observed[] {
  const seen = new Map<string, Observed>();
  for (const { className, confidence, quantity } of detections) {
    const words = normaliseWords(className);
    const certainty = confidence ?? 1;
    if (certainty < map.minConfidence || map.emptyClasses.has(words)) continue;
    const found = identifyClass(className, map.classesByName.get(words));
    const before = seen.get(found.name) ?? { count: 0, confidence: 0 };
    const count = before.count + (quantity ?? 1);
    seen.set(found.name, { ...found, count, confidence: Math.max(before.confidence, certainty) });
  }
  return [...seen.values()];
}

/** A class as the map names it, or under its own name where the map does not know it. */
function identifyClass(
  className: string | null,
  known: CategoryClass | undefined,
): Pick<Observed, "name" | "plural" | "kind"> {
  if (known) return { name: known.name, plural: known.plural, kind: known.carrier ? "carrier" : "goods" };
  const name = className ?? "unnamed";
  return { name, plural: name, kind: "unknown" };
}
