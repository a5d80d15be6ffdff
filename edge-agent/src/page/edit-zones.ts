import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { type AgentConfig, readConfigText } from "../config/config.ts";
import { readPageZones, type Zones, writePageZones, zonesInFile } from "../config/page-zones.ts";
import { formatProblem } from "../config/problem.ts";
import { readFailure } from "../base/key-file.ts";

export type ZoneEdit = { ok: true } | { ok: false; message: string };

/** The zones of a camera in a configuration; undefined for an unknown camera. */
export function zonesOf(config: AgentConfig, cameraId: string): (Zones & { hasStation: boolean }) | undefined {
  const camera = config.cameras.find(({ id }) => id === cameraId);
  if (!camera) return undefined;
  const station = config.stations.find((one) => one.camera === cameraId);
  const copy = (polygons: readonly (readonly (readonly [number, number])[])[]): Zones["privacy"] =>
    polygons.map((polygon) => polygon.map(([x, y]) => [x, y]));
  return {
    privacy: copy(camera.privacyZones),
    include: copy(station?.objects.include ?? []),
    exclude: copy(station?.objects.exclude ?? []),
    hasStation: station !== undefined,
  };
}

/**
 * Saves other zones of a camera in the data folder, from where they are laid over the configuration file, which stays
 * as it is. Zones that equal those of the file are deleted there.
 */
export async function saveZones(
  { text, file, cameraId, zones }: { text: string; file: string; cameraId: string; zones: Zones },
  environment: Record<string, string | undefined>,
): Promise<ZoneEdit> {
  const reading = await readConfigText(text, file, environment);
  if (!reading.ok) return { ok: false, message: describeProblems(file, reading.problems) };
  const { dataDir } = reading.config;
  const current = zonesOf(reading.config, cameraId);
  if (!current) return { ok: false, message: `the file contains no camera "${cameraId}"` };
  if (!current.hasStation && zones.include.length + zones.exclude.length > 0)
    return { ok: false, message: `camera "${cameraId}" has no station, whose zones these would be` };
  const instead = zonesInFile(parse(text), cameraId);
  const { [cameraId]: _before, ...others } = readPageZones(dataDir).saved;
  try {
    writePageZones(dataDir, isDeepStrictEqual(instead, zones) ? others : { ...others, [cameraId]: { zones, instead } });
    return { ok: true };
  } catch (error) {
    return { ok: false, message: `the zones cannot be saved in ${dataDir} (${readFailure(error)})` };
  }
}

export function describeProblems(file: string, problems: readonly Parameters<typeof formatProblem>[1][]): string {
  const errors = problems.filter(({ severity }) => severity === "error");
  return `the configuration is not valid: ${errors.map((problem) => formatProblem(file, problem)).join("; ")}`;
}
