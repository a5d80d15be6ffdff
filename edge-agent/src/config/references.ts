import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { addCredentials, parseCameraUrl, resolveCameraUrl } from "../cameras/sources.ts";
import { closestWord } from "./closest-word.ts";
import type { Positions } from "./positions.ts";
import { type ConfigProblem, formatPath } from "./problem.ts";
import type { ConfigFile } from "./sections.ts";

type Path = readonly PropertyKey[];
/** Makes a problem at the place of the value at `path`. */
type Report = (severity: ConfigProblem["severity"], path: Path, message: string, fix: string) => ConfigProblem;

/**
 * Checks how values refer to each other: names that must exist, ids that must differ, cameras that can be read.
 * `folder` is the folder of the configuration file.
 */
export function checkReferences(file: ConfigFile, folder: string, positions: Positions): ConfigProblem[] {
  const report: Report = (severity, path, message, fix) => ({
    severity,
    ...positions.ofValue(path),
    path: formatPath(path),
    message,
    fix,
  });
  return [
    ...checkUnique("cameras", file, report),
    ...checkUnique("lanes", file, report),
    ...checkUnique("stations", file, report),
    ...file.cameras.flatMap((_, index) => checkCamera(index, file, folder, report)),
    ...file.lanes.flatMap((_, index) => checkLane(index, file, report)),
    ...file.stations.flatMap((_, index) => checkStation(index, file, report)),
    ...numberCamerasOf(file)
      .map((use) => checkNumberCamera(use, file, report))
      .filter((problem) => problem !== null),
  ];
}

function checkUnique(section: "cameras" | "lanes" | "stations", file: ConfigFile, report: Report): ConfigProblem[] {
  const ids = file[section].map(({ id }) => id);
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index
      ? []
      : [report("error", [section, index, "id"], `"${id}" is already taken`, "use each id once")],
  );
}

function checkCamera(index: number, file: ConfigFile, folder: string, report: Report): ConfigProblem[] {
  const camera = file.cameras[index];
  if (!camera) return [];
  const { id, url, subStream, username, password } = camera;
  const parsed = parseCameraUrl(resolveCameraUrl(url, folder));
  const problems = parsed.ok ? [] : [report("error", ["cameras", index, "url"], parsed.problem, "")];
  const added = addCredentials(url, { username, password });
  if (parsed.ok && !added.ok) problems.push(report("error", ["cameras", index], added.problem, ""));
  if (subStream !== undefined) {
    const isKept = !parsed.ok || parsed.source.readPackets !== undefined;
    problems.push(...checkSubStream(["cameras", index, "subStream"], { ...camera, subStream, isKept }, report));
  }
  if (file.stations.some(({ camera, evidence }) => camera === id || evidence.cameras.includes(id))) return problems;
  if (numberCamerasOf(file).some(({ name }) => name === id)) return problems;
  const message = `no station uses camera "${id}", so the agent does not open it`;
  return [...problems, report("warning", ["cameras", index], message, "add a station for it")];
}

/** A sub-stream belongs to a camera whose main stream can be kept undecoded: `isKept`. */
function checkSubStream(
  path: Path,
  {
    url,
    subStream,
    username,
    password,
    isKept,
  }: ConfigFile["cameras"][number] & { subStream: string; isKept: boolean },
  report: Report,
): ConfigProblem[] {
  const parsed = parseCameraUrl(subStream);
  if (!parsed.ok) return [report("error", path, parsed.problem, "")];
  const added = addCredentials(subStream, { username, password });
  if (!added.ok) return [report("error", path, added.problem, "")];
  if (!isKept) return [report("error", path, "needs a main stream over RTSP", "remove it, or use an rtsp: URL as url")];
  if (!parsed.source.isCamera) {
    return [report("error", path, "is not a network camera", "specify the small stream of the camera")];
  }
  if (subStream !== url) return [];
  return [report("error", path, "is the same stream as url", "specify the small stream, or remove it")];
}

function checkStation(index: number, file: ConfigFile, report: Report): ConfigProblem[] {
  const station = file.stations[index];
  if (!station) return [];
  const { camera, model, scanType, alsoScan } = station;
  const path = ["stations", index];
  const cameraIds = file.cameras.map(({ id }) => id);
  const problems = [
    ...checkName([...path, "camera"], "camera", camera, cameraIds, report),
    ...checkName([...path, "model"], "model", model, Object.keys(file.models), report),
  ];
  for (const [type, further] of Object.entries(alsoScan)) {
    const at = [...path, "alsoScan", type];
    if (further !== undefined) problems.push(...checkName(at, "model", further, Object.keys(file.models), report));
    if (further === undefined || type !== scanType) continue;
    const message = `the station's own model already makes ${type} scans`;
    problems.push(report("error", at, message, "remove it, or set scanType to what the station's model looks for"));
  }
  if (file.stations.findIndex((other) => other.camera === camera) !== index) {
    const message = `camera "${camera}" already belongs to another station`;
    problems.push(report("error", [...path, "camera"], message, "give each station a camera of its own"));
  }
  return [
    ...problems,
    ...checkFixedNumber([...path, "container", "fixed"], station.container?.fixed, report),
    ...checkPosition(path, station, file, report),
    ...checkScanRules([...path, "scan"], station, file, report),
    ...checkEvidence([...path, "evidence", "cameras"], station.evidence.cameras, file, report),
  ];
}

function checkFixedNumber(path: Path, fixed: string | undefined, report: Report): ConfigProblem[] {
  if (fixed === undefined || parseContainerNumber(fixed)?.check !== "bad-check-digit") return [];
  const message = `"${fixed}" does not pass the check digit of ISO 6346`;
  const fix = "compare it with the number on the container; the agent uses it unchanged";
  return [report("warning", path, message, fix)];
}

function checkLane(index: number, file: ConfigFile, report: Report): ConfigProblem[] {
  const lane = file.lanes[index];
  if (!lane) return [];
  const path = ["lanes", index];
  const problems = [
    ...checkFixedNumber([...path, "container", "fixed"], lane.container.fixed, report),
    ...checkTopic([...path, "verdict", "mqttTopic"], lane.verdict?.mqttTopic, file, report),
  ];
  // The photographs of a lane's number cameras are kept without a station, too.
  const isUsed = lane.container.identified?.cameras.length || file.stations.some(({ lane: id }) => id === lane.id);
  if (isUsed) return problems;
  return [
    ...problems,
    report("warning", path, `no station belongs to lane "${lane.id}"`, "add its stations or number cameras"),
  ];
}

/** Rules that have no effect are errors: a technician would wait for their scans. */
function checkScanRules(
  path: Path,
  { camera, scan }: ConfigFile["stations"][number],
  { cameras, mqtt }: ConfigFile,
  report: Report,
): ConfigProblem[] {
  const { each, everySeconds, onChange, mqttTopic } = scan;
  const isFolder = cameras.find(({ id }) => id === camera)?.url.startsWith("folder:") ?? false;
  const isEachPicture = (each ?? (isFolder ? "picture" : "load")) === "picture";
  const problems: ConfigProblem[] = [];
  if (isEachPicture && (everySeconds !== undefined || onChange || mqttTopic !== undefined)) {
    const message = "each picture is scanned already, so that no other rule has an effect";
    problems.push(report("error", path, message, "remove everySeconds, onChange and mqttTopic"));
  }
  return [...problems, ...checkTopic([...path, "mqttTopic"], mqttTopic, { mqtt }, report)];
}

function checkTopic(
  path: Path,
  topic: string | undefined,
  { mqtt }: Pick<ConfigFile, "mqtt">,
  report: Report,
): ConfigProblem[] {
  if (topic === undefined || mqtt !== undefined) return [];
  const fix = "add mqtt: { url: mqtts://broker.example.com:8883 }";
  return [report("error", path, "no broker is configured for this topic", fix)];
}

/** The lane of a station exists, and its position is one of the lane's. */
function checkPosition(
  path: Path,
  { lane: id, position }: ConfigFile["stations"][number],
  { lanes }: ConfigFile,
  report: Report,
): ConfigProblem[] {
  const ids = lanes.map((lane) => lane.id);
  if (id !== undefined && !ids.includes(id)) return checkName([...path, "lane"], "lane", id, ids, report);
  const positions = lanes.find((lane) => lane.id === id)?.positions ?? [];
  if (position !== undefined) return checkName([...path, "position"], "position", position, positions, report);
  if (positions.length === 0) return [];
  const message = `lane "${id}" has positions, and the station declares none`;
  return [report("error", path, message, `set position to what its camera sees: ${positions.join(" or ")}`)];
}

/** Cameras of evidence show the present, and no station takes their pictures. */
function checkEvidence(path: Path, cameras: readonly string[], file: ConfigFile, report: Report): ConfigProblem[] {
  const ids = file.cameras.map(({ id }) => id);
  return cameras.flatMap((id, index) => {
    const at = [...path, index];
    if (file.stations.some(({ camera }) => camera === id)) {
      const message = `camera "${id}" belongs to a station, which takes its pictures`;
      return [report("error", at, message, "specify a camera without a station")];
    }
    if (file.cameras.find((camera) => camera.id === id)?.url.startsWith("folder:")) {
      return [report("error", at, `camera "${id}" is a folder, which shows no visit`, "specify a video camera")];
    }
    return checkName(at, "camera", id, ids, report);
  });
}

type NumberCameraUse = { path: Path; name: string };

/** Every mention of a camera that reads container numbers. */
function numberCamerasOf({ lanes, stations }: ConfigFile): NumberCameraUse[] {
  const sections = [["lanes", lanes] as const, ["stations", stations] as const];
  return sections.flatMap(([section, list]) =>
    list.flatMap(({ container }, index) =>
      (container?.identified?.cameras ?? []).map((name, at) => ({
        path: [section, index, "container", "identified", "cameras", at],
        name,
      })),
    ),
  );
}

/** A number camera exists, is used for nothing else, and there is a reader for it. */
function checkNumberCamera({ path, name }: NumberCameraUse, file: ConfigFile, report: Report): ConfigProblem | null {
  const [unknown] = checkName(
    path,
    "camera",
    name,
    file.cameras.map(({ id }) => id),
    report,
  );
  if (unknown) return unknown;
  const own = "give each station, lane and evidence a camera of its own";
  if (file.stations.some(({ camera, evidence }) => camera === name || evidence.cameras.includes(name))) {
    return report("error", path, `camera "${name}" belongs to a station, which takes its pictures`, own);
  }
  if (numberCamerasOf(file).filter((other) => other.name === name).length > 1) {
    return report("error", path, `camera "${name}" reads the numbers of several lanes, or twice`, own);
  }
  if (file.numbers) return null;
  const fix = "add numbers: { characters: number-characters.onnx, lines: number-lines.onnx }";
  return report("error", path, "no reader of container numbers is configured", fix);
}

function checkName(path: Path, kind: string, name: string, known: string[], report: Report): ConfigProblem[] {
  if (known.includes(name)) return [];
  const meant = closestWord(name, known);
  const list = known.length === 0 ? `no ${kind} is configured` : `configured: ${known.join(", ")}`;
  return [report("error", path, `unknown ${kind} "${name}"`, meant ? `did you mean ${meant}?` : list)];
}
