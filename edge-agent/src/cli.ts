#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { z } from "zod";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  type ExitCode,
  exitCodes,
} from "./commands/command-context.ts";

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
};

const program = new Command("edge-agent")
  .description("Watches cameras at a gate or dock, scans the loads it sees and delivers every scan to the cloud once.")
  .version(version)
  .showHelpAfterError("(add --help for what there is)")
  .addHelpText(
    "after",
    `
Exit codes:
  0  done; for scan: delivered
  1  failed
  2  called or configured wrongly
  3  scan: kept in the outbox, it goes out later

Examples:
  edge-agent config check
  edge-agent run --config /etc/edge-agent/edge-agent.yaml
  edge-agent scan --container CSQU3054383 --image load.jpg`,
  );

/** Gives a command the options that all have, and its action an exit code. */
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
    .option("--json", "print JSON, and nothing else, on standard output")
    .option("--verbose", "say more, with stack traces")
    .action(async function (this: Command) {
      process.exitCode = await act(this.opts(), this);
    });
}

command(
  program,
  "run",
  "run the agent until it is stopped (SIGINT or SIGTERM; a second one ends it at once)",
  async (options) => (await import("./commands/run.ts")).run(options, context),
).addHelpText("after", "\nExample:\n  edge-agent run --config edge-agent.yaml");

command(program, "scan", "scan one picture and deliver the result", async (_, self) =>
  (await import("./commands/scan.ts")).scan(self.opts(), context),
)
  .requiredOption("--container <number>", "container number, such as CSQU3054383")
  .requiredOption("--image <file>", "picture file: JPEG, PNG, WebP or TIFF")
  .option("--model <name>", "model of the configuration (default: its first)")
  .option("--camera <id>", "camera id to put on the scan", "command-line")
  .option("--wait <seconds>", "wait this long for the delivery", parseNumber(0, 3_600), 20)
  .addHelpText(
    "after",
    `
Works beside a running agent and without one. Exit code 3: the cloud was away, the scan is kept and goes out later.

Examples:
  edge-agent scan --container CSQU3054383 --image load.jpg
  edge-agent scan --container CSQU3054383 --image load.jpg --json --wait 60`,
  );

command(program, "status", "show what the running agent does", async (options) =>
  (await import("./commands/status.ts")).showStatus(options, context),
);

command(
  program,
  "serve",
  "serve the configured models to the cloud (the AI service) until it is stopped",
  async (_, self) => (await import("./commands/serve.ts")).serve(self.opts(), context),
)
  .option("--host <address>", "address to listen on", "127.0.0.1")
  .option("--port <number>", "port to listen on; 0 takes a free one", parseWholeNumber(0, 65_535), 8_092)
  .option("--max-in-flight <count>", "requests held at once, over all clients", parseWholeNumber(1, 1_024), 8)
  .addHelpText(
    "after",
    `
Each model named category, defect or illegal serves the scans of that name. Clients send the token of AI_SERVICE_TOKEN.

Example:
  AI_SERVICE_TOKEN=... edge-agent serve --config edge-agent.yaml --host 0.0.0.0`,
  );

command(program, "identify", "tell the running agent which container stands at a station", async (_, self) =>
  (await import("./commands/identify.ts")).identify(self.opts(), context),
)
  .requiredOption("--station <id>", "station of the configuration")
  .requiredOption("--container <number>", "container number, such as CSQU3054383")
  .option("--confidence <share>", "how sure that is, 0 to 1", parseNumber(0, 1))
  .addHelpText("after", "\nExample:\n  edge-agent identify --station gate-1 --container CSQU3054383");

const queue = program.command("queue").description("look into the outbox, with or without a running agent");
command(queue, "status", "how much waits, and for how long there is room", async (options) =>
  (await import("./commands/queue-status.ts")).showQueue(options, context),
);
command(queue, "parked", "list the records that the cloud does not take", async (options) =>
  (await import("./commands/queue-parked.ts")).showParked(options, context),
);
command(queue, "retry [ids...]", "put parked records back into the queue", async (options, self) =>
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

const config = program.command("config").description("work on the configuration file");
command(config, "check", "say what is wrong with the configuration, each with its line and its fix", async (options) =>
  (await import("./commands/config-check.ts")).checkConfig(options, context),
).addHelpText("after", "\nExample:\n  edge-agent config check --config edge-agent.yaml");

function parseNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };
}

function parseWholeNumber(least: number, most: number): (text: string) => number {
  const parse = parseNumber(least, most);
  return (text) => {
    if (Number.isInteger(Number(text))) return parse(text);
    throw new InvalidArgumentError("It must be a whole number.");
  };
}

/** Throws instead of ending the process, so that wrong usage gets its own exit code. */
function throwOnExit(parent: Command): void {
  parent.exitOverride();
  for (const child of parent.commands) throwOnExit(child);
}

/** One line for the person who called; the stack only where it was asked for. */
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
