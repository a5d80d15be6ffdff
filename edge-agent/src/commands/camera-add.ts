import path from "node:path";
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
import { addEntry, addStation } from "./setup/add-station.ts";
import { tryCamera } from "./try-parts.ts";

type Options = CommonOptions & {
  username?: string;
  model?: string;
  station?: string;
  scanType?: string;
  container?: string;
  after?: string;
  afterSeconds?: number;
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
  refuseContradictions(options);
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
    addEntry(document, "cameras", camera);
    if (model === undefined) return;
    const { scanType, after, afterSeconds } = options;
    const container = options.container === undefined ? { identified: {} } : { fixed: options.container };
    const place = after === undefined ? { container } : { after, afterSeconds };
    addStation(document, { id: station, camera: id, model, scanType, ...place });
  });
  const stationLine =
    model === undefined ? "; add a station for it, or the agent does not open it" : ` with the station ${station}`;
  show(options, context, { file, camera: id, station: model === undefined ? null : station, check: check.message }, [
    `${id}: ${check.message}`,
    `added to ${file}${stationLine}; ${APPLY}`,
  ]);
}

function refuseContradictions({ model, after, afterSeconds, container, scanType }: Options): void {
  if (model === undefined && (after ?? scanType) !== undefined) {
    throw new CommandError(
      "usage",
      "--after and --scan-type are of the camera's station: specify its model with --model",
    );
  }
  if (after !== undefined && container !== undefined) {
    throw new CommandError(
      "usage",
      "--container cannot be used with --after: the stations of a lane share their containers",
    );
  }
  if (after === undefined && afterSeconds !== undefined) {
    throw new CommandError("usage", "--after-seconds needs --after: the station that vehicles pass before");
  }
}
