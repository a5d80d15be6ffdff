import type { GreyPicture } from "./grey-picture.ts";
import type { PrivacyZone } from "./privacy-zones.ts";
import { coverZones } from "./privacy-zones.ts";
import type { Turn } from "./turn-picture.ts";
import { turnPixels } from "./turn-picture.ts";

/** Turns small grey copies upright, blackens and marks their privacy zones. */
export function createGreyFinish(rotate: Turn, zones: readonly PrivacyZone[]): (grey: GreyPicture) => GreyPicture {
  const marks = new Map<string, Uint8Array>();
  return (grey) => {
    const turned = turnPixels({ ...grey, pixels: grey.levels, channels: 1 }, rotate);
    const { widthPixels, heightPixels, pixels: levels } = turned;
    if (zones.length === 0) return { widthPixels, heightPixels, levels };
    const size = `${widthPixels}x${heightPixels}`;
    const hidden = marks.get(size) ?? markZones(zones, widthPixels, heightPixels);
    marks.set(size, hidden);
    for (let at = 0; at < hidden.length; at++) if (hidden[at]) levels[at] = 0;
    return { widthPixels, heightPixels, levels, hidden };
  };
}

function markZones(zones: readonly PrivacyZone[], widthPixels: number, heightPixels: number): Uint8Array {
  const hidden = new Uint8Array(widthPixels * heightPixels);
  for (const [start, end] of coverZones(zones, widthPixels, heightPixels)) hidden.fill(1, start, end);
  return hidden;
}
