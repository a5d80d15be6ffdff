import type { Detections } from "./detections.ts";

/** The name of a thing that was found but not recognised. */
const UNKNOWN = "unknown cargo";

/**
 * Names findings less certain than `nameConfidence` unknown: a wrong name is worse than none. Undefined: names all.
 */
export function nameFindings<Found extends Pick<Detections, "items">>(
  found: Found,
  nameConfidence: number | undefined,
): Found {
  if (nameConfidence === undefined) return found;
  const items = found.items.map((item) => (item.confidence < nameConfidence ? { ...item, className: UNKNOWN } : item));
  return { ...found, items };
}
