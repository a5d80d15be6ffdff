import type { Picture } from "./source.ts";

/** A polygon in shares of the upright picture, from [0, 0] at its left upper corner to [1, 1]. */
export type PrivacyZone = [x: number, y: number][];

/**
 * Paints privacy zones black, in place. Also paints pixels that a zone only touches, so that no hidden part shows.
 */
export function createPrivacyMask(
  zones: readonly PrivacyZone[],
): (picture: Pick<Picture, "widthPixels" | "heightPixels" | "rgb">) => void {
  let spans: Span[] = [];
  let size = "";
  return ({ widthPixels, heightPixels, rgb }) => {
    if (zones.length === 0) return;
    if (size !== `${widthPixels}x${heightPixels}`) {
      size = `${widthPixels}x${heightPixels}`;
      spans = coverZones(zones, widthPixels, heightPixels);
    }
    for (const [start, end] of spans) rgb.fill(0, 3 * start, 3 * end);
  };
}

/** Pixels of one row, counted from the first of the picture: from and to. */
type Span = readonly [start: number, end: number];

/** The pixels of a picture of this size that the zones cover or touch. */
export function coverZones(zones: readonly PrivacyZone[], widthPixels: number, heightPixels: number): Span[] {
  return zones.flatMap((zone) => spansOf(zone, widthPixels, heightPixels));
}

function spansOf(zone: PrivacyZone, width: number, height: number): Span[] {
  const spans: Span[] = [];
  for (let row = 0; row < height; row++) {
    // Both edges of a row and its middle, so that a corner between two middles is covered.
    for (const share of [0.001, 0.5, 0.999]) {
      const crossings = crossingsAt(zone, (row + share) / height);
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        const left = Math.max(0, Math.floor((crossings[at] ?? 0) * width));
        const right = Math.min(width, Math.ceil((crossings[at + 1] ?? 0) * width));
        if (right > left) spans.push([row * width + left, row * width + right]);
      }
    }
  }
  return spans;
}

/** Returns the places at which the zone's outline crosses a horizontal line, from left to right. */
function crossingsAt(zone: PrivacyZone, y: number): number[] {
  return zone
    .flatMap(([x1, y1], at) => {
      const [x2, y2] = zone[(at + 1) % zone.length] ?? [x1, y1];
      return y1 <= y === y2 <= y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
    })
    .toSorted((a, b) => a - b);
}
