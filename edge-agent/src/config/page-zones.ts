import { readFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { readFailure } from "../base/key-file.ts";
import { makeFolder, syncPath } from "../base/sync-path.ts";
import { replaceFile } from "../base/replace-file.ts";
import type { ConfigProblem } from "./problem.ts";
import { type ConfigFile, configFile } from "./sections.ts";
import { dataDirOf } from "./data-dir.ts";

const share = z.number().min(0).max(1);
const polygons = (most: number) =>
  z
    .array(
      z
        .array(z.tuple([share, share]))
        .min(3)
        .max(100),
    )
    .max(most);
/** The zones of a camera, and those of its station where it has one; corners are shares of the picture. */
export const zones = z.strictObject({ privacy: polygons(32), include: polygons(20), exclude: polygons(20) });
export type Zones = z.output<typeof zones>;

/** Zones by camera: those that the technician's page has saved, and those of the file that they replaced. */
const pageZones = z.record(z.string(), z.object({ zones, instead: z.unknown() }));
export type PageZones = z.output<typeof pageZones>;

/** The file that the page writes: the folder of the configuration is read-only for the service. */
export const pageZonesFile = (dataDir: string): string => path.join(dataDir, "zones.json");

/** The zones that the page has saved; `problem` states why they cannot be read. */
export function readPageZones(dataDir: string): { saved: PageZones; problem?: string } {
  const file = pageZonesFile(dataDir);
  try {
    return { saved: pageZones.parse(JSON.parse(readFileSync(file, "utf8"))) };
  } catch (error) {
    const reason = readFailure(error);
    if (reason === "ENOENT" || reason === "ENOTDIR") return { saved: {} };
    return { saved: {}, problem: `the zones that were saved on the technician's page cannot be read from ${file}` };
  }
}

/** Replaces the zones of all cameras, safe from a power cut. */
export function writePageZones(dataDir: string, saved: PageZones): void {
  makeFolder(dataDir);
  replaceFile(pageZonesFile(dataDir), `${JSON.stringify(saved, null, 2)}\n`, 0o600);
  syncPath(dataDir);
}

type Section = Record<string, unknown>;
const isSection = (value: unknown): value is Section =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const sectionsOf = (list: unknown): Section[] => (Array.isArray(list) ? list.filter(isSection) : []);

const changeSections = (list: unknown, change: (section: Section) => Section): unknown =>
  Array.isArray(list) ? list.map((item: unknown) => (isSection(item) ? change(item) : item)) : list;

/** Returns the contents of a configuration file with other zones for each camera that was saved and still exists. */
export function layPageZones(file: unknown, saved: PageZones): unknown {
  if (!isSection(file) || Object.keys(saved).length === 0) return file;
  const cameras = changeSections(file["cameras"], (camera) => {
    const found = saved[String(camera["id"])];
    return found === undefined ? camera : { ...camera, privacyZones: found.zones.privacy };
  });
  const changed = new Set<string>();
  const stations = changeSections(file["stations"], (station) => {
    const camera = String(station["camera"]);
    const found = saved[camera];
    // The page shows and changes the zones of a camera's first station.
    if (found === undefined || changed.has(camera)) return station;
    changed.add(camera);
    const { objects } = station;
    const { include, exclude } = found.zones;
    return { ...station, objects: { ...(isSection(objects) ? objects : {}), include, exclude } };
  });
  return { ...file, cameras, ...(stations !== undefined && { stations }) };
}

/** A file, read from `raw`, with the zones that were saved on the technician's page; `folder` is that of the file. */
export function withPageZones(
  raw: unknown,
  data: ConfigFile,
  folder: string,
): { data: ConfigFile; warnings: ConfigProblem[] } {
  const dataDir = dataDirOf(folder, data.dataDir);
  const { saved, problem } = readPageZones(dataDir);
  const laid = configFile.safeParse(layPageZones(raw, saved));
  if (problem === undefined && laid.success)
    return { data: laid.data, warnings: findReplacedZones(raw, saved, dataDir) };
  const fix = `draw the zones again on the page, or delete ${pageZonesFile(dataDir)}`;
  return { data, warnings: [{ ...placeless, message: problem ?? "the zones of the page do not fit this file", fix }] };
}

/** The zones that the contents of a configuration file have for a camera. */
export function zonesInFile(file: unknown, cameraId: string): unknown {
  const section = isSection(file) ? file : {};
  const camera = sectionsOf(section["cameras"]).find(({ id }) => id === cameraId);
  const station = sectionsOf(section["stations"]).find((one) => one["camera"] === cameraId);
  const objects = isSection(station?.["objects"]) ? station["objects"] : {};
  return {
    privacy: camera?.["privacyZones"] ?? [],
    include: objects["include"] ?? [],
    exclude: objects["exclude"] ?? [],
  };
}

/** A warning for each camera whose zones in the file were changed after the page had replaced them. */
function findReplacedZones(file: unknown, saved: PageZones, dataDir: string): ConfigProblem[] {
  const changed = Object.entries(saved).filter(
    ([camera, { instead }]) =>
      sectionsOf(isSection(file) ? file["cameras"] : []).some(({ id }) => id === camera) &&
      !isDeepStrictEqual(zonesInFile(file, camera), instead),
  );
  return changed.map(([camera]) => ({
    ...placeless,
    message: `the zones of camera "${camera}" in this file are not used: the technician's page has saved others`,
    fix: `change the zones on the page, or delete the entry "${camera}" in ${pageZonesFile(dataDir)}`,
  }));
}

/** A warning that belongs to no place of the file. */
const placeless = { severity: "warning", line: 1, column: 1, path: "" } as const;
