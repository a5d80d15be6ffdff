#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { isatty } from "node:tty";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { z } from "zod";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  type ExitCode,
  exitCodes,
} from "./commands/command-context.ts";
import { createHangUpJudge } from "./commands/hang-up.ts";

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")));

const context: CommandContext = {
  environment: process.env,
  version,
  clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
  random: () => Math.random(),
  isTerminal: process.stderr.isTTY,
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
  onStopSignal(stop) {
    let isStopping = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (isStopping) process.exit(exitCodes.failed);
        isStopping = true;
        stop();
      });
    }
  },
  onHangUp(hungUp) {
    // What is written to a terminal or pipe after it has closed is dropped; the log book still has it.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
    const causeOf = createHangUpJudge([0, 1, 2], isatty);
    process.on("SIGHUP", () => hungUp(causeOf()));
  },
};

const program = new Command("edge-agent")
  .description(
    "Watches cameras at a gate or dock, scans each load once and delivers every scan to the cloud exactly once.",
  )
  .version(version)
  .showHelpAfterError("(use --help for the available commands and options)")
  .addHelpText(
    "after",
    `
Exit codes:
  0  done; for scan: delivered
  1  failed
  2  wrong usage
  3  scan: stored in the outbox, not delivered yet
  78 the configuration cannot work

Examples:
  edge-agent config check
  edge-agent run --config /etc/edge-agent/edge-agent.yaml
  edge-agent scan --container CSQU3054383 --image load.jpg`,
  );

/** Adds a command with the common options, whose action sets the exit code. */
function command(
  parent: Command,
  usage: string,
  description: string,
  act: (options: CommonOptions, command: Command) => Promise<ExitCode>,
): Command {
  return parent
    .command(usage)
    .description(description)
    .option("-c, --config <file>", "configuration file (default: $EDGE_AGENT_CONFIG, else ./edge-agent.yaml)")
    .option("--json", "print only JSON on standard output")
    .option("--verbose", "print more details, with stack traces")
    .action(async function (this: Command) {
      process.exitCode = await act(this.opts(), this);
    });
}

command(
  program,
  "run",
  "run the agent until SIGINT or SIGTERM; SIGHUP reads the configuration again",
  async (options) => (await import("./commands/run.ts")).run(options, context),
).addHelpText(
  "after",
  "\nA second SIGINT or SIGTERM ends it immediately.\n\nExample:\n  edge-agent run --config edge-agent.yaml",
);

command(program, "scan", "scan one picture and deliver the result", async (_, self) =>
  (await import("./commands/scan.ts")).scan(self.opts(), context),
)
  .requiredOption("--container <number>", "container number, such as CSQU3054383")
  .requiredOption("--image <file>", "picture file: JPEG, PNG, WebP or TIFF")
  .option("--model <name>", "name of a configured model (default: the first)")
  .option("--camera <id>", "camera id to record with the scan", "command-line")
  .option("--wait <seconds>", "how long to wait for the delivery", parseNumber(0, 3_600), 20)
  .addHelpText(
    "after",
    `
Works with and without a running agent. Exit code 3: the cloud was unavailable; the scan is stored and delivered later.

Examples:
  edge-agent scan --container CSQU3054383 --image load.jpg
  edge-agent scan --container CSQU3054383 --image load.jpg --json --wait 60`,
  );

command(program, "status", "show the status of the running agent", async (options) =>
  (await import("./commands/status.ts")).showStatus(options, context),
);

command(
  program,
  "serve",
  "serve the configured models to the cloud (the AI service) until SIGINT or SIGTERM",
  async (_, self) => (await import("./commands/serve.ts")).serve(self.opts(), context),
)
  .option("--host <address>", "address to listen on", "127.0.0.1")
  .option("--port <number>", "port to listen on; 0 selects a free port", parseWholeNumber(0, 65_535), 8_092)
  .option("--max-in-flight <count>", "concurrent requests of all clients", parseWholeNumber(1, 1_024), 8)
  .addHelpText(
    "after",
    `
A model named category, defect or illegal serves the scans of that type. Clients must send the token in AI_SERVICE_TOKEN.

Example:
  AI_SERVICE_TOKEN=... edge-agent serve --config edge-agent.yaml --host 0.0.0.0`,
  );

command(program, "identify", "set the container in a lane or at a station of the running agent", async (_, self) =>
  (await import("./commands/identify.ts")).identify(self.opts(), context),
)
  .option("--station <id>", "station of the configuration")
  .option("--lane <id>", "lane of the configuration")
  .option("--position <name>", "where the container stands, in a lane with positions")
  .requiredOption("--container <number>", "container number, such as CSQU3054383")
  .option("--confidence <share>", "confidence of the number, 0 to 1", parseNumber(0, 1))
  .addHelpText("after", "\nExample:\n  edge-agent identify --station gate-1 --container CSQU3054383");

command(program, "track <file>", "follow the detections of a MOT Challenge file", async (_, self) =>
  (await import("./commands/track.ts")).trackFile(self.args[0] ?? "", self.opts(), context),
)
  .option("--fps <number>", "frames per second of the file", parseNumber(0.1, 240), 30)
  .option("--buffer <seconds>", "how long an object may be unseen", parseNumber(0, 60), 2)
  .option("--output <file>", "write the results here, in the format of MOT Challenge")
  .addHelpText(
    "after",
    "\nNeeds no configuration.\n\nExample:\n  edge-agent track det.txt --fps 10 --output results.txt",
  );

const queue = program.command("queue").description("inspect the outbox, with or without a running agent");
command(queue, "status", "show how many records wait, and how long the space will last", async (options) =>
  (await import("./commands/queue-status.ts")).showQueue(options, context),
);
command(queue, "parked", "list the records that the cloud rejected", async (options) =>
  (await import("./commands/queue-parked.ts")).showParked(options, context),
);
command(queue, "retry [ids...]", "return parked records to the queue", async (options, self) =>
  (await import("./commands/queue-retry.ts")).retryParked(self.args, options, context),
)
  .option("--all", "every parked record")
  .addHelpText(
    "after",
    "\nExamples:\n  edge-agent queue retry 66f2a1b0c3d4e5f601020304\n  edge-agent queue retry --all",
  );
command(
  queue,
  "export <folder> [ids...]",
  "write parked records and their pictures to a folder",
  async (options, self) => {
    const [folder = "", ...ids] = self.args;
    return (await import("./commands/queue-export.ts")).exportParked(folder, ids, options, context);
  },
).addHelpText("after", "\nExample:\n  edge-agent queue export ./parked");

const model = program.command("model").description("inspect, measure and check models");
const modelArgument = "The model is an ONNX file, bundled:NAME, or the name of a configured model";
command(model, "inspect <model>", "show the task, layout, classes and input of a model", async (options, self) =>
  (await import("./commands/model-inspect.ts")).inspectModel(self.args[0] ?? "", options, context),
).addHelpText(
  "after",
  `\n${modelArgument}; numbers: the configured number reader\n\nExample:\n  edge-agent model inspect bundled:category-demo`,
);
command(model, "bench <model>", "measure the speed of a model on this machine, by threads", async (_, self) =>
  (await import("./commands/model-bench.ts")).benchModel(self.args[0] ?? "", self.opts(), context),
)
  .option("--seconds <number>", "how long to measure each number of threads", parseNumber(0.1, 600), 5)
  .option("--image <file>", "picture to use (default: a drawn one of 1280 × 720)")
  .addHelpText("after", `\n${modelArgument}\n\nExample:\n  edge-agent model bench category --seconds 10`);
command(
  model,
  "check [model]",
  "compare what models find on this machine with what was measured; without a name: every configured model",
  async (options, self) => (await import("./commands/model-check.ts")).checkModels(self.args[0], options, context),
).addHelpText("after", `\n${modelArgument}\n\nExample:\n  edge-agent model check bundled:category-demo`);

const camera = program.command("camera").description("find and adjust cameras");
command(camera, "discover", "list the ONVIF cameras of this network with the URLs of their streams", async (_, self) =>
  (await import("./commands/camera-discover.ts")).discoverCameras(self.opts(), context),
)
  .option("--username <name>", "user of the cameras; the password is read from CAMERA_PASSWORD")
  .option("--wait <seconds>", "how long to wait for answers", parseNumber(0.1, 60), 4)
  .option("--host <address>", "ask one camera instead of the whole network")
  .option("--port <number>", "UDP port of the discovery", parseWholeNumber(1, 65_535), 3_702)
  .addHelpText(
    "after",
    "\nNeeds no configuration.\n\nExample:\n  CAMERA_PASSWORD=... edge-agent camera discover --username viewer",
  );

command(
  camera,
  "learn <id>",
  "learn a camera's reference picture and its usual days again, after it was adjusted",
  async (options, self) =>
    (await import("./commands/camera-learn.ts")).learnCameraView(self.args[0] ?? "", options, context),
).addHelpText("after", "\nExample:\n  edge-agent camera learn gate-1-top");

command(
  camera,
  "drift [id]",
  "show how the last days of a camera differ from those after its installation; without an id: of every camera",
  async (options, self) => (await import("./commands/camera-drift.ts")).showCameraDrift(self.args[0], options, context),
).addHelpText("after", "\nExample:\n  edge-agent camera drift gate-1-top");

const page = program.command("page").description("open the technician's page to phones in the network");
command(page, "password", "set the password of the technician's page; prints a new one", async (_, self) =>
  (await import("./commands/page-password.ts")).setPagePassword(self.opts(), context),
)
  .option("--stdin", "read the password from standard input instead")
  .addHelpText("after", "\nA running agent uses it at once.\n\nExample:\n  edge-agent page password");
command(
  page,
  "certificate",
  "show the fingerprint of the technician's page, to compare it in the browser",
  async (options) => (await import("./commands/page-certificate.ts")).showPageCertificate(options, context),
).addHelpText("after", "\nExample:\n  edge-agent page certificate");

const config = program.command("config").description("check the configuration file");
command(config, "check", "check the configuration file, and that its models, cameras and cloud work", async (_, self) =>
  (await import("./commands/config-check.ts")).checkConfig(self.opts(), context),
)
  .option("--offline", "check only the file")
  .option("--timeout <seconds>", "how long to wait for each camera and for the cloud", parseNumber(1, 600), 20)
  .addHelpText("after", "\nExample:\n  edge-agent config check --config edge-agent.yaml");

function parseNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Enter a number from ${least} to ${most}.`);
  };
}

function parseWholeNumber(least: number, most: number): (text: string) => number {
  const parse = parseNumber(least, most);
  return (text) => {
    if (Number.isInteger(Number(text))) return parse(text);
    throw new InvalidArgumentError("Enter a whole number.");
  };
}

/** Makes commander throw instead of ending the process, so that a usage error gets its own exit code. */
function throwOnExit(parent: Command): void {
  parent.exitOverride();
  for (const child of parent.commands) throwOnExit(child);
}

/** Prints one line; the stack trace only with --verbose. */
function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    return;
  }
  const message = error instanceof Error ? error.message : String(error);
  process.exitCode = error instanceof CommandError ? error.exitCode : exitCodes.failed;
  context.note(process.argv.includes("--verbose") && error instanceof Error ? (error.stack ?? message) : message);
  if (process.argv.includes("--json")) context.print(JSON.stringify({ error: { message } }));
}

throwOnExit(program);
await program.parseAsync().catch(fail);
