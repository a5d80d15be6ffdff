import { type Document, parse } from "yaml";
import { type AppliedRelease, findOwnSetting, readApplied } from "./applied-releases.ts";
import { readPath } from "./config-path.ts";
import type { ConfigProblem } from "./problem.ts";

/**
 * Changes a document as a release does. Throws an Error with the reason where the document has no place for it: a model
 * that it does not name, an entry of a list that is missing, a setting that no release may change.
 */
export function applyRelease(document: Document, { kind, name, settings }: AppliedRelease): void {
  if (kind === "model" && !document.hasIn(["models", name]))
    throw new Error(`the configuration of this device has no model "${name}"`);
  const own = findOwnSetting(settings);
  if (own !== undefined) throw new Error(`${own} is decided on the device only`);
  for (const { setting, value } of settings)
    document.setIn(readPath(setting, document), document.createNode(parse(value)));
}

type Reading =
  | { ok: true; config: { dataDir: string; releases: readonly AppliedRelease[] }; warnings: ConfigProblem[] }
  | { ok: false; problems: ConfigProblem[] };

/**
 * Reads a configuration with the releases rolled out to its device, or with `given` instead: a release that does not
 * fit is left out, with a warning. A configuration that is not valid by itself stays so.
 */
export async function readWithReleases<Result extends Reading>(
  read: (releases: readonly AppliedRelease[]) => Promise<Result>,
  given: readonly AppliedRelease[] | undefined,
): Promise<Result> {
  let best = await read([]);
  if (!best.ok) return best;
  const warnings: ConfigProblem[] = [];
  for (const release of given ?? readApplied(best.config.dataDir)) {
    const next = await read([...(best.ok ? best.config.releases : []), release]);
    if (next.ok) best = next;
    else warnings.push(...next.problems.map((problem) => describeLeftOut(release, problem)));
  }
  return { ...best, warnings: [...warnings, ...(best.ok ? best.warnings : [])] };
}

function describeLeftOut({ kind, name, version }: AppliedRelease, { path, message }: ConfigProblem): ConfigProblem {
  const what = `${kind} ${name} ${version}, which is rolled out to this device, is not used`;
  const fix = "roll it back in the cloud, or change this file so that it fits";
  const place = path === "" ? "" : `${path} `;
  return { severity: "warning", line: 1, column: 1, path: "", message: `${what}: ${place}${message}`, fix };
}
