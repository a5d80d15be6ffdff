import path from "node:path";
import { isSeq, type Document } from "yaml";
import { addCredentials, resolveCameraUrl } from "../cameras/sources.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  configFileOf,
  show,
} from "./terminal/command-context.ts";
import { cameraAt } from "./camera-list.ts";
import { APPLY, changeConfig } from "./config-set.ts";
import { readConfigFile } from "./config-show.ts";
import { tryCamera } from "./try-parts.ts";

type Options = CommonOptions & {
  username?: string;
  model?: string;
  station?: string;
  container?: string;
  test: boolean;
  timeout: number;
};

/**
 * Tests a camera and adds it to the configuration file, with a station if a model is given; comments stay. The password
 * is read from CAMERA_PASSWORD.
 */
export async function addCamera(
  [id, url]: readonly [string, string],
  options: Options,
  context: CommandContext,
): Promise<void> {
  const { username, model } = options;
  const text = await readConfigFile(options, context);
  const file = configFileOf(options, context);
  const password = username === undefined ? undefined : context.environment["CAMERA_PASSWORD"];
  const added = addCredentials(resolveCameraUrl(url, path.dirname(path.resolve(file))), { username, password });
  if (!added.ok) throw new CommandError("usage", added.problem);
  const check = options.test
    ? await tryCamera(cameraAt(added.url, id), options.timeout * 1_000, context)
    : { ok: true, message: "not tested", fix: "" };
  if (!check.ok) {
    const more = "\nThe file is unchanged; --no-test adds the camera without a test.";
    throw new CommandError("failed", `camera ${id}: ${check.message}\nFix: ${check.fix}${more}`);
  }
  const camera = { id, url, ...(username !== undefined && { username, ...(password !== undefined && { password }) }) };
  const station = options.station ?? id;
  await changeConfig(text, options, context, (document) => {
    append(document, "cameras", camera);
    if (model === undefined) return;
    const container = options.container === undefined ? { identified: {} } : { fixed: options.container };
    append(document, "stations", { id: station, camera: id, model, container });
  });
  const stationLine =
    model === undefined ? "; add a station for it, or the agent does not open it" : ` with the station ${station}`;
  show(options, context, { file, camera: id, station: model === undefined ? null : station, check: check.message }, [
    `${id}: ${check.message}`,
    `added to ${file}${stationLine}; ${APPLY}`,
  ]);
}

/** Adds an entry to a list of the file, which may be missing or empty. */
function append(document: Document, list: string, entry: object): void {
  const node = document.createNode(entry, { flow: true });
  if (isSeq(document.get(list))) document.addIn([list], node);
  else document.set(list, document.createNode([entry]));
}
