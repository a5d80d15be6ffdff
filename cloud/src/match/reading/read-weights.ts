import type { DeclaredLine } from "./declared-line.ts";
import { isObject } from "./is-object.ts";
import { type Measure, readMass, readVolume } from "./read-measures.ts";

/** A weight or volume that is present in a manifest but not understood. */
type Unreadable = { field: string; text: string; line: DeclaredLine | undefined };

/** Weights and volume that one line states, in kilograms and cubic metres. */
export type LineWeights = {
  line: DeclaredLine;
  grossKg: number | undefined;
  netKg: number | undefined;
  volumeM3: number | undefined;
};

/**
 * Weights and volumes that one manifest states, in kilograms and cubic metres; zero counts as not stated.
 */
export type PaperWeights = {
  grossKg: number | undefined;
  tareKg: number | undefined;
  netKg: number | undefined;
  vgmKg: number | undefined;
  lines: LineWeights[];
  unreadable: Unreadable[];
};

/** Reads the weights of a manifest and of its lines, whatever their values are. */
export function readWeights(weight: unknown, lines: readonly DeclaredLine[]): PaperWeights {
  const unreadable: Unreadable[] = [];
  const keep = (measure: Measure, field: string, line?: DeclaredLine) => {
    if (measure.kind === "read") return measure.value;
    if (measure.kind === "not-understood") unreadable.push({ field, text: measure.text, line });
    return undefined;
  };
  const stated = isObject(weight) ? weight : {};
  const mass = (name: string) => keep(readMass(stated[name]), `weight.${name}`);
  const totals = { grossKg: mass("gross"), tareKg: mass("tare"), netKg: mass("net"), vgmKg: mass("vgm") };
  const weighed = lines.map((line) => ({
    line,
    grossKg: keep(readMass(line.raw["grossWeight"]), "grossWeight", line),
    netKg: keep(readMass(line.raw["netWeight"]), "netWeight", line),
    volumeM3: keep(readVolume(line.raw["volume"]), "volume", line),
  }));
  return { ...totals, lines: weighed, unreadable };
}
