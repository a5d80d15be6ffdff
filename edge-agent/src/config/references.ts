import { parseContainerNumber } from "@container-inspection/shared-schemas";
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
    ...checkUnique("stations", file, report),
    ...file.cameras.flatMap((_, index) => checkCamera(index, file, folder, report)),
    ...file.stations.flatMap((_, index) => checkStation(index, file, report)),
  ];
}

function checkUnique(section: "cameras" | "stations", file: ConfigFile, report: Report): ConfigProblem[] {
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
  const { id, url, username, password } = camera;
  const parsed = parseCameraUrl(resolveCameraUrl(url, folder));
  const problems = parsed.ok ? [] : [report("error", ["cameras", index, "url"], parsed.problem, "")];
  const added = addCredentials(url, { username, password });
  if (parsed.ok && !added.ok) problems.push(report("error", ["cameras", index], added.problem, ""));
  if (file.stations.some(({ camera }) => camera === id)) return problems;
  const message = `no station uses camera "${id}", so the agent does not open it`;
  return [...problems, report("warning", ["cameras", index], message, "add a station for it")];
}

function checkStation(index: number, file: ConfigFile, report: Report): ConfigProblem[] {
  const station = file.stations[index];
  if (!station) return [];
  const { camera, model, scanType, alsoScan, container } = station;
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
  if (container.fixed !== undefined && parseContainerNumber(container.fixed)?.check === "bad-check-digit") {
    const message = `"${container.fixed}" does not pass the check digit of ISO 6346`;
    const fix = "compare it with the number on the container; the agent uses it unchanged";
    problems.push(report("warning", [...path, "container", "fixed"], message, fix));
  }
  return problems;
}

function checkName(path: Path, kind: string, name: string, known: string[], report: Report): ConfigProblem[] {
  if (known.includes(name)) return [];
  const meant = closestWord(name, known);
  const list = known.length === 0 ? `no ${kind} is configured` : `configured: ${known.join(", ")}`;
  return [report("error", path, `unknown ${kind} "${name}"`, meant ? `did you mean ${meant}?` : list)];
}
