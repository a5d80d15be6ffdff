import { existsSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { parseContainerNumber } from "@container-inspection/shared-schemas";
import { readConfigText } from "../config.ts";
import { formatProblem } from "../config/problem.ts";
import { askNobody, askOnTerminal, type Asker } from "../setup/ask.ts";
import { chooseModel } from "../setup/choose-model.ts";
import { composeConfig, USUAL_STATUS_PORT } from "../setup/compose-config.ts";
import { connectCloud, joinDevice, KEY_FILE, type SetupParts } from "../setup/connect-cloud.ts";
import { openDraft } from "../setup/draft.ts";
import { type CameraOptions, findCamera } from "../setup/find-camera.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  configFileOf,
  type Outcome,
} from "./command-context.ts";
import { writePrivate } from "../write-private.ts";
import { scan } from "./scan.ts";

type Options = CommonOptions &
  CameraOptions & {
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
 * Sets up this device step by step and tests each step: cloud, key, camera, model, configuration, first scan. What was
 * answered is kept, so that a wizard that was cut goes on where it was.
 */
export async function init(options: Options, context: CommandContext): Promise<Outcome> {
  const configFile = path.resolve(configFileOf(options, context));
  if (existsSync(configFile)) {
    const message = `${configFile} exists already: add cameras with "edge-agent camera add", or specify another file with --config`;
    throw new CommandError("usage", message);
  }
  const canAsk = options.yes !== true && options.json !== true && context.isTerminal && process.stdin.isTTY;
  const asker = canAsk ? askOnTerminal() : askNobody(context.note);
  const draft = openDraft(configFile);
  asker.open("Setting up this device. Each answer is tested. Ctrl-C stops; the next start continues.");
  if (!draft.isNew) asker.good("Continuing with the previous answers");
  const { environment, clock, random, version } = context;
  const parts: SetupParts = { asker, draft, configFile, environment, clock, random, version };
  await connectCloud(parts, options);
  await joinDevice(parts, options);
  const camera = await findCamera(parts, options);
  await chooseModel(parts, { model: options.model, camera }, context);
  await chooseContainer(parts, options.container);
  await writeConfig(parts);
  draft.remove();
  asker.good(`The configuration is in ${configFile}`);
  return takeFirstScan(parts, { ...options, pictureFile: camera.pictureFile }, context);
}

const whyNoNumber = (text: string) =>
  text === "" || parseContainerNumber(text) ? undefined : `"${text}" is not a container number`;

/** Whether the camera always sees the same container, or numbers are announced. */
async function chooseContainer({ asker, draft }: SetupParts, given: string | undefined): Promise<void> {
  if (given === undefined && draft.answers.containerNumber !== undefined) return;
  const message = "Container in front of the camera; leave it empty where a gate system announces numbers";
  const answer = given ?? (await asker.text({ message, usual: "", validate: whyNoNumber })) ?? "";
  const problem = whyNoNumber(answer);
  if (problem !== undefined) throw new CommandError("usage", problem);
  draft.save({ containerNumber: parseContainerNumber(answer)?.text ?? null });
}

async function writeConfig({ draft, configFile, environment }: SetupParts): Promise<void> {
  const { cloudUrl, deviceId, camera, model, caFile, containerNumber } = draft.answers;
  if (cloudUrl === undefined || deviceId === undefined || !camera || model === undefined) {
    throw new Error("the wizard left out a question");
  }
  const statusPort = await firstFreePort(USUAL_STATUS_PORT);
  const number = containerNumber ?? undefined;
  const answers = { cloudUrl, caFile, keyFile: KEY_FILE, deviceId, camera, model, containerNumber: number, statusPort };
  const text = composeConfig(answers);
  const reading = await readConfigText(text, configFile, environment);
  if (!reading.ok) {
    const problems = reading.problems.map((problem) => formatProblem(configFile, problem));
    throw new CommandError("configuration", problems.join("\n"));
  }
  // It may contain the password of the camera.
  writePrivate(configFile, text);
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

/** Scans the camera's picture and delivers it, where the container is known and the user agrees. */
async function takeFirstScan(
  { asker, draft, configFile }: SetupParts,
  { firstScan, json, pictureFile }: Options & { pictureFile: string },
  context: CommandContext,
): Promise<Outcome> {
  const { containerNumber, camera } = draft.answers;
  const isWanted = firstScan && containerNumber != null && camera !== undefined && (await agrees(asker));
  const printed: string[] = [];
  const quiet = { ...context, isTerminal: false, print: (line: string) => void printed.push(line) };
  const code = isWanted
    ? await scan(
        {
          container: containerNumber,
          image: pictureFile,
          camera: camera.id,
          wait: WAIT_SECONDS,
          config: configFile,
          ...(json === true && { json }),
        },
        quiet,
      )
    : "done";
  if (json === true) {
    const result: unknown = printed.length === 0 ? null : JSON.parse(printed.join("\n"));
    context.print(JSON.stringify({ configFile, pictureFile, scan: result }, null, 2));
    return code;
  }
  for (const line of printed) context.print(line);
  asker.close(NEXT);
  return code;
}

const agrees = (asker: Asker) => asker.confirm("Scan this picture now, and deliver it to the cloud?");
