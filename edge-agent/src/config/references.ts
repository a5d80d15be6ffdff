import { parseContainerNumber } from "@container-inspection/shared-schemas";
import { parseCameraUrl, resolveCameraUrl } from "../cameras/sources.ts";
import { closestWord } from "./closest-word.ts";
import type { Positions } from "./positions.ts";
import { type ConfigProblem, formatPath } from "./problem.ts";
import type { ConfigFile } from "./sections.ts";

type Path = readonly PropertyKey[];

/**
 * Checks what one value says about another: names that must exist, ids that must differ, cameras that can be read.
 * `folder` is where the configuration lies.
 */
export function checkReferences(file: ConfigFile, folder: string, positions: Positions): ConfigProblem[] {
  const problem = (severity: ConfigProblem["severity"], path: Path, message: string, fix: string): ConfigProblem => ({
    severity,
    ...positions.ofValue(path),
    path: formatPath(path),
    message,
    fix,
  });
  const named = (path: Path, kind: string, name: string, known: string[]): ConfigProblem[] => {
    if (known.includes(name)) return [];
    const meant = closestWord(name, known);
    const list = known.length === 0 ? `no ${kind} is configured` : `there are: ${known.join(", ")}`;
    return [problem("error", path, `there is no ${kind} "${name}"`, meant ? `did you mean ${meant}?` : list)];
  };
  const unique = (section: "cameras" | "stations"): ConfigProblem[] =>
    file[section].flatMap(({ id }, index) =>
      file[section].findIndex((other) => other.id === id) === index
        ? []
        : [problem("error", [section, index, "id"], `"${id}" is already taken`, "give each an id of its own")],
    );

  const cameraIds = file.cameras.map(({ id }) => id);
  const perCamera = file.cameras.flatMap(({ id, url }, index) => {
    const parsed = parseCameraUrl(resolveCameraUrl(url, folder));
    const path = ["cameras", index, "url"];
    const unused = !file.stations.some(({ camera }) => camera === id);
    return [
      ...(parsed.ok ? [] : [problem("error", path, parsed.problem, "")]),
      ...(unused
        ? [
            problem(
              "warning",
              ["cameras", index],
              `no station uses camera "${id}": it stays off`,
              "add a station for it",
            ),
          ]
        : []),
    ];
  });
  const perStation = file.stations.flatMap(({ camera, model, container }, index) => {
    const path = ["stations", index];
    const sharesCamera = file.stations.findIndex((other) => other.camera === camera) !== index;
    const badDigit =
      container.fixed !== undefined && parseContainerNumber(container.fixed)?.check === "bad-check-digit";
    return [
      ...named([...path, "camera"], "camera", camera, cameraIds),
      ...named([...path, "model"], "model", model, Object.keys(file.models)),
      ...(sharesCamera
        ? [
            problem(
              "error",
              [...path, "camera"],
              `camera "${camera}" already belongs to another station`,
              "one station per camera",
            ),
          ]
        : []),
      ...(badDigit
        ? [
            problem(
              "warning",
              [...path, "container", "fixed"],
              `"${container.fixed}" does not pass the check digit of ISO 6346`,
              "compare it with the number on the container; it is used as it is",
            ),
          ]
        : []),
    ];
  });
  return [...unique("cameras"), ...unique("stations"), ...perCamera, ...perStation];
}
