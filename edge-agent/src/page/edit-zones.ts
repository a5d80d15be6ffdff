import { isDeepStrictEqual } from "node:util";
import { type Document, isCollection, parseDocument } from "yaml";
import { type AgentConfig, readConfigText } from "../config.ts";
import { formatProblem } from "../config/problem.ts";

type Polygon = [number, number][];
/** The zones of a camera, and those of its station where it has one; corners are shares of the picture. */
export type Zones = { privacy: Polygon[]; include: Polygon[]; exclude: Polygon[] };

export type ZoneEdit = { ok: true; text: string } | { ok: false; message: string };

/** The zones of a camera in a configuration; undefined for an unknown camera. */
export function zonesOf(config: AgentConfig, cameraId: string): (Zones & { hasStation: boolean }) | undefined {
  const camera = config.cameras.find(({ id }) => id === cameraId);
  if (!camera) return undefined;
  const station = config.stations.find((one) => one.camera === cameraId);
  const copy = (polygons: readonly (readonly (readonly [number, number])[])[]): Polygon[] =>
    polygons.map((polygon) => polygon.map(([x, y]) => [x, y]));
  return {
    privacy: copy(camera.privacyZones),
    include: copy(station?.objects.include ?? []),
    exclude: copy(station?.objects.exclude ?? []),
    hasStation: station !== undefined,
  };
}

/**
 * Puts other zones into the text of a configuration file and leaves everything else, comments included. The result
 * passes the check of the whole configuration, and differs from it in these zones alone.
 */
export async function editZones(
  { text, file, cameraId, zones }: { text: string; file: string; cameraId: string; zones: Zones },
  environment: Record<string, string | undefined>,
): Promise<ZoneEdit> {
  const before = await readConfigText(text, file, environment);
  if (!before.ok) return { ok: false, message: describeProblems(file, before.problems) };
  const current = zonesOf(before.config, cameraId);
  if (!current) return { ok: false, message: `the file contains no camera "${cameraId}"` };
  const edited = replaceZones(text, before.config, cameraId, { current, zones });
  if (edited === undefined) return { ok: false, message: UNEDITABLE };
  const after = await readConfigText(edited, file, environment);
  if (!after.ok) return { ok: false, message: describeProblems(file, after.problems) };
  const wanted = { ...zones, hasStation: current.hasStation };
  const isAsWanted =
    isDeepStrictEqual(zonesOf(after.config, cameraId), wanted) &&
    isDeepStrictEqual(withoutZones(after.config, cameraId), withoutZones(before.config, cameraId));
  return isAsWanted ? { ok: true, text: edited } : { ok: false, message: UNEDITABLE };
}

const UNEDITABLE = "the zones are written in a way that this page cannot change: edit the file by hand";

export function describeProblems(file: string, problems: readonly Parameters<typeof formatProblem>[1][]): string {
  const errors = problems.filter(({ severity }) => severity === "error");
  return `the configuration is not valid: ${errors.map((problem) => formatProblem(file, problem)).join("; ")}`;
}

function replaceZones(
  text: string,
  config: AgentConfig,
  cameraId: string,
  { current, zones }: { current: Zones; zones: Zones },
): string | undefined {
  const document = parseDocument(text);
  const camera = ["cameras", config.cameras.findIndex(({ id }) => id === cameraId)];
  const station = ["stations", config.stations.findIndex((one) => one.camera === cameraId)];
  const places = { privacy: [...camera, "privacyZones"], include: [...station, "objects", "include"] };
  try {
    for (const [kind, place] of Object.entries({ ...places, exclude: [...station, "objects", "exclude"] })) {
      if (kind !== "privacy" && kind !== "include" && kind !== "exclude") continue;
      if (!isDeepStrictEqual(current[kind], zones[kind])) setPolygons(document, place, zones[kind]);
    }
    const objects = document.getIn([...station, "objects"]);
    if (isCollection(objects) && objects.items.length === 0) document.deleteIn([...station, "objects"]);
    return document.toString({ lineWidth: 0 });
  } catch {
    // Such as a camera that is an alias of another one.
    return undefined;
  }
}

function setPolygons(document: Document, place: (string | number)[], polygons: Polygon[]): void {
  if (polygons.length === 0) return void document.deleteIn(place);
  document.setIn(place, document.createNode(polygons, { flow: true }));
}

/** The rest of a configuration, which a change of zones must not touch. */
function withoutZones(config: AgentConfig, cameraId: string) {
  return {
    ...config,
    cameras: config.cameras.map((camera) => (camera.id === cameraId ? { ...camera, privacyZones: [] } : camera)),
    stations: config.stations.map((station) =>
      station.camera === cameraId ? { ...station, objects: { ...station.objects, include: [], exclude: [] } } : station,
    ),
  };
}
