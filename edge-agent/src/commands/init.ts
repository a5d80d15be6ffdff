import { existsSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { readConfigText } from "../config/config.ts";
import { dataDirOf } from "../config/data-dir.ts";
import { formatProblem } from "../config/problem.ts";
import { prepareDataFolder } from "../composition/explain-data-folder.ts";
import type { Asker } from "./setup/ask.ts";
import { askerOf } from "./setup/asker-of.ts";
import { chooseModel } from "./setup/choose-model.ts";
import { reviewAnswers } from "./setup/review-answers.ts";
import { askNumber, chooseNumbers, type NumberOptions, refuseWrong } from "./setup/choose-numbers.ts";
import { composeConfig, type Numbers, USUAL_STATUS_PORT } from "./setup/compose-config.ts";
import { connectCloud, joinDevice, KEY_FILE, type SetupParts } from "./setup/connect-cloud.ts";
import { type Draft, openDraft } from "./setup/draft.ts";
import { type CameraOptions, findCamera } from "./setup/find-camera.ts";
import { findFurtherCameras } from "./setup/find-further-cameras.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  configFileOf,
  type Outcome,
} from "./terminal/command-context.ts";
import { writePrivate } from "../base/write-private.ts";
import { scan } from "./scan.ts";

type Options = CommonOptions &
  CameraOptions &
  NumberOptions & {
    cloud?: string;
    caFile?: string;
    code?: string;
    device?: string;
    model?: string;
    container?: string;
    firstScan: boolean;
    yes?: boolean;
  };

const WAIT_SECONDS = 30;

/**
 * Sets up this device step by step and tests each step: cloud, key, camera, model, configuration, first scan. Keeps
 * the answers, so that an interrupted wizard continues where it was, and lets the user change them before it writes
 * the configuration.
 */
export async function init(options: Options, context: CommandContext): Promise<Outcome> {
  const configFile = path.resolve(configFileOf(options, context));
  if (existsSync(configFile)) {
    const message = `${configFile} exists already: add cameras with "edge-agent camera add", or specify another file with --config`;
    throw new CommandError("usage", message);
  }
  for (const number of [options.container, options.fixedContainer]) if (number !== undefined) refuseWrong(number);
  const dataDir = dataDirOf(path.dirname(configFile), undefined);
  prepareDataFolder(dataDir);
  const asker = askerOf(options, context);
  const draft = openDraft(configFile);
  asker.open("Setting up this device. Each answer is tested. Ctrl-C stops; the next start continues.");
  if (!draft.isNew) asker.good(`Continuing with the previous answers; to answer all again, delete ${draft.file}`);
  const { environment, clock, random, version } = context;
  const parts: SetupParts = { asker, draft, configFile, environment, clock, random, version };
  await connectCloud(parts, options);
  await joinDevice(parts, options);
  let camera = await findCamera(parts, options);
  const given = options.model ?? draft.answers.model;
  draft.save({ model: await chooseModel(parts, { given, camera }, context) });
  await chooseNumbers(parts, options);
  // An answer that is changed is asked for; only the port of the search applies again.
  const search = options.discoveryPort === undefined ? {} : { discoveryPort: options.discoveryPort };
  await findFurtherCameras(parts, search, context);
  const chooseModelAgain = async ({ model: before }: Draft) =>
    draft.save({ model: await chooseModel(parts, { before, camera }, context) });
  await reviewAnswers(parts, {
    // The key of this device belongs to its cloud.
    cloudUrl: (before) => connectCloud(parts, {}, before.cloudUrl).then(() => joinDevice(parts, {})),
    deviceId: (before) => joinDevice(parts, {}, before.deviceId),
    camera: async (before) => {
      camera = await findCamera(parts, { ...search, before: before.camera?.url });
      await chooseModelAgain(before);
    },
    model: chooseModelAgain,
    numbers: () => chooseNumbers(parts, search),
    further: () => findFurtherCameras(parts, search, context),
  });
  await writeConfig(parts, dataDir);
  const { numbers, camera: loadCamera, fixedNumber } = draft.answers;
  draft.remove();
  asker.good(`The configuration is in ${configFile}`);
  const always = numbers === "fixed" ? fixedNumber : undefined;
  return takeFirstScan(
    parts,
    { ...options, pictureFile: camera.pictureFile, cameraId: loadCamera?.id ?? "", always },
    context,
  );
}

async function writeConfig({ draft, configFile, environment }: SetupParts, dataDir: string): Promise<void> {
  const { cloudUrl, deviceId, camera, model, caFile, further = [] } = draft.answers;
  if (cloudUrl === undefined || deviceId === undefined || !camera || model === undefined) {
    throw new Error("the wizard left out a question");
  }
  const statusPort = await firstFreePort(USUAL_STATUS_PORT);
  const numbers = numbersOf(draft.answers);
  const answers = {
    cloudUrl,
    caFile,
    keyFile: KEY_FILE,
    deviceId,
    dataDir,
    camera,
    model,
    numbers,
    further,
    statusPort,
  };
  const text = composeConfig(answers);
  const reading = await readConfigText(text, configFile, environment);
  if (!reading.ok) {
    const problems = reading.problems.map((problem) => formatProblem(configFile, problem));
    throw new CommandError("configuration", problems.join("\n"));
  }
  // It may contain the password of the camera.
  writePrivate(configFile, text);
}

function numbersOf({ numbers, numberCamera, fixedNumber }: Draft): Numbers {
  if (numbers === "camera" && numberCamera) return { source: numbers, camera: numberCamera };
  if (numbers === "fixed" && fixedNumber !== undefined) return { source: numbers, number: fixedNumber };
  return { source: "announced" };
}

/** The first port from `port` on that no program of this machine uses. */
async function firstFreePort(port: number): Promise<number> {
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
  return isFree ? port : firstFreePort(port + 1);
}

const NEXT = 'Start the agent with "edge-agent run"; "edge-agent doctor" checks everything again.';

type FirstScan = Options & {
  pictureFile: string;
  cameraId: string;
  /** The number of every scan, where there is one. */
  always: string | undefined;
};

/** Scans the camera's picture and delivers it under a number that is stored nowhere else, if the user wants to. */
async function takeFirstScan(
  { asker, configFile }: SetupParts,
  options: FirstScan,
  context: CommandContext,
): Promise<Outcome> {
  const { json, pictureFile, cameraId } = options;
  const number = await chooseTrialNumber(asker, options);
  const printed: string[] = [];
  const quiet = { ...context, isTerminal: false, print: (line: string) => void printed.push(line) };
  const request = { image: pictureFile, camera: cameraId, wait: WAIT_SECONDS, config: configFile };
  const code =
    number === undefined
      ? "done"
      : await scan({ ...request, container: number, ...(json === true && { json }) }, quiet);
  if (json === true) {
    const result: unknown = printed.length === 0 ? null : JSON.parse(printed.join("\n"));
    context.print(JSON.stringify({ configFile, pictureFile, scan: result }, null, 2));
    return code;
  }
  for (const line of printed) context.print(line);
  asker.close(NEXT);
  return code;
}

/** The number of the first scan; undefined where none is wanted. */
async function chooseTrialNumber(
  asker: Asker,
  { firstScan, container, always }: FirstScan,
): Promise<string | undefined> {
  if (!firstScan) return undefined;
  if (always !== undefined) {
    const isWanted = await asker.confirm(`Scan this picture now as ${always}, and deliver it to the cloud?`);
    return isWanted ? always : undefined;
  }
  const message = "Trial scan: number of the container in the picture, for this scan only; leave it empty for no scan";
  return askNumber(asker, { message, given: container, mayBeEmpty: true });
}
