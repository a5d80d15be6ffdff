import { t } from "@lingui/core/macro";
import type { NumberField } from "./setting-kinds.ts";

/** Returns the unit of a number; empty for a count. Names of settings end in their units. */
export function unitOf({ path, isShare }: NumberField): string {
  if (isShare) return "%";
  const unit = units().find(([ending]) => ending.test(path))?.[1];
  return unit ?? "";
}

const units = (): readonly [ending: RegExp, unit: string][] => [
  [/kgPerM3(\.\w+)?$/, "kg/m³"],
  [/kg(\.\w+)?$/i, "kg"],
  [/M3$/, "m³"],
  [/Celsius$/, "°C"],
  [/Deviations$/, t`standard deviations`],
  [/(maxVolumeShare|Factor)$/, t`times`],
  [/PerPicture$/, t`per picture`],
  [/PerDay$/, t`a day`],
];
