import { type Command, Option } from "commander";
import type { CommandContext } from "../terminal/command-context.ts";
import { defineCommand, defineGroup } from "./define-command.ts";
import { parseNumber, parseWholeNumber } from "./read-option.ts";

const CONTAINER = ["--container <number>", "container number, such as CSQU3054383"] as const;

/** Adds the commands that run an agent, or speak to the one that runs. */
export function addAgentCommands(program: Command, context: CommandContext): void {
  defineCommand(
    program,
    {
      usage: "run",
      description: "run the agent until SIGINT or SIGTERM; SIGHUP reads the configuration again",
      details: "A second SIGINT or SIGTERM ends it immediately.",
      examples: ["run", "run --config /etc/edge-agent/edge-agent.yaml", "run --once", "run --dry-run --pictures shown"],
    },
    async (options) => {
      const { once, dryRun } = options<{ once?: boolean; dryRun?: boolean }>();
      return once === true || dryRun === true
        ? (await import("../run-once.ts")).runOnce(options(), context)
        : (await import("../run.ts")).run(options(), context);
    },
  )
    .option("--once", "take and deliver one picture of every camera, report the results, and end")
    .option("--dry-run", "like --once, but store and send nothing: only report what would be sent")
    .option("--pictures <folder>", "with --once or --dry-run: write the pictures with their findings to this folder")
    .option("--timeout <seconds>", "with --once or --dry-run: how long to wait for a camera", parseNumber(1, 600), 20)
    .option("--wait <seconds>", "with --once: how long to wait for the delivery", parseNumber(0, 3_600), 20);
  defineCommand(
    program,
    { usage: "status", description: "show the status of the running agent", examples: ["status", "status --json"] },
    async (options) => (await import("../status.ts")).showStatus(options(), context),
  );
  addViews(program, context);
  addService(program, context);
  addUpgrade(program, context);
  addScan(program, context);
  addIdentify(program, context);
  addServe(program, context);
  addTrack(program, context);
}

function addScan(program: Command, context: CommandContext): void {
  defineCommand(
    program,
    {
      usage: "scan",
      description: "scan one picture and deliver the result",
      required: [["--image <file>", "picture file: JPEG, PNG, WebP or TIFF"]],
      details:
        "Works with and without a running agent. Without a number, the picture is of the vehicle that the running agent follows in the lane of the camera. Exit code 3: the cloud was unavailable; the scan is stored and delivered later.",
      examples: [
        "scan --container CSQU3054383 --image load.jpg",
        "scan --camera gate-1 --image load.jpg",
        "scan --container CSQU3054383 --image load.jpg --json --wait 60",
      ],
    },
    async (options) => (await import("../scan.ts")).scan(options(), context),
  )
    .option(CONTAINER[0], `${CONTAINER[1]} (default: that of the vehicle in the lane of the camera)`)
    .option("--model <name>", "name of a configured model (default: the first)")
    .option("--camera <id>", "camera id to record with the scan", "command-line")
    .option("--wait <seconds>", "how long to wait for the delivery", parseNumber(0, 3_600), 20);
}

function addIdentify(program: Command, context: CommandContext): void {
  defineCommand(
    program,
    {
      usage: "identify",
      description: "set the container in a lane or at a station of the running agent",
      required: [CONTAINER],
      examples: [
        "identify --station gate-1 --container CSQU3054383",
        "identify --lane lane-1 --position front --container CSQU3054383",
      ],
    },
    async (options) => (await import("../identify.ts")).identify(options(), context),
  )
    .option("--station <id>", "station of the configuration")
    .option("--lane <id>", "lane of the configuration")
    .option("--position <name>", "where the container stands, in a lane with positions")
    .option("--confidence <share>", "confidence of the number, 0 to 1", parseNumber(0, 1));
}

function addServe(program: Command, context: CommandContext): void {
  defineCommand(
    program,
    {
      usage: "serve",
      description: "serve the configured models to the cloud (the AI service) until SIGINT or SIGTERM",
      details:
        "A model named category, defect or illegal serves the scans of that type. Clients must send the token in AI_SERVICE_TOKEN.",
      examples: ["AI_SERVICE_TOKEN=... edge-agent serve --host 0.0.0.0"],
    },
    async (options) => (await import("../serve.ts")).serve(options(), context),
  )
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--port <number>", "port to listen on; 0 selects a free port", parseWholeNumber(0, 65_535), 8_092)
    .option("--max-in-flight <count>", "concurrent requests of all clients", parseWholeNumber(1, 1_024), 8);
}

function addTrack(program: Command, context: CommandContext): void {
  defineCommand(
    program,
    {
      usage: "track <file>",
      description: "follow the detections of a MOT Challenge file",
      details: "Needs no configuration.",
      examples: ["track det.txt --fps 10 --output results.txt"],
    },
    async (options, target = "") => (await import("../track.ts")).trackFile(target, options(), context),
  )
    .option("--fps <number>", "frames per second of the file", parseNumber(0.1, 240), 30)
    .option("--buffer <seconds>", "how long an object may be unseen", parseNumber(0, 60), 2)
    .option("--output <file>", "write the results here, in the format of MOT Challenge");
}

function addViews(program: Command, context: CommandContext): void {
  defineCommand(
    program,
    {
      usage: "top",
      description: "show the live status of the running agent, full screen, until Ctrl-C",
      examples: ["top", "top --interval 5"],
    },
    async (options) => (await import("../top.ts")).showTop(options(), context),
  ).option("--interval <seconds>", "time between two updates", parseNumber(0.1, 60), 1);
  defineCommand(
    program,
    {
      usage: "logs",
      description: "show the newest lines of the running agent's log",
      details: "The agent keeps 300 lines of each level in memory. With --json, each line is an object.",
      examples: ["logs --follow", "logs --level warn --since 2h"],
    },
    async (options) => (await import("../logs.ts")).showLogs(options(), context),
  )
    .option("-f, --follow", "print new lines until Ctrl-C")
    .addOption(
      new Option("--level <level>", "lines of at least this level")
        .choices(["debug", "info", "warn", "error"])
        .default("info"),
    )
    .option("--since <time>", "lines since this time, such as 15min, 2h, 1d or 2026-11-23T10:15:00Z");
}

function addUpgrade(program: Command, context: CommandContext): void {
  defineCommand(
    program,
    {
      usage: "upgrade [file]",
      description: "unpack a release beside this one and let the service run it, or go back to the one before",
      details:
        "SHA256SUMS, and with a releaseKey SHA256SUMS.sig, lie beside the tarball. A version that does not become healthy is replaced by\n" +
        "the one before it. Stored records stay, and are delivered by whichever version runs. Agents of the Debian package: dpkg -i.",
      examples: ["sudo edge-agent upgrade edge-agent-3.1.0-linux-x64.tar.gz", "sudo edge-agent upgrade --rollback"],
    },
    async (options, file) => (await import("../upgrade.ts")).upgrade(file, options(), context),
  )
    .option("--rollback", "go back to the release before this one")
    .option("--folder <folder>", "folder of the installed release (default: that of this program)")
    .option("--link <file>", "link that starts the installed release", "/usr/local/bin/edge-agent")
    .option("--unit-folder <folder>", "folder of the unit", "/etc/systemd/system");
}

function addService(program: Command, context: CommandContext): void {
  const service = defineGroup(program, {
    usage: "service",
    description: "run the agent as a systemd service",
    examples: ["sudo edge-agent service install --user edge-agent", "service status"],
  });
  const unitFolder = ["--unit-folder <folder>", "folder of the unit", "/etc/systemd/system"] as const;
  defineCommand(
    service,
    {
      usage: "install",
      description: "install and start the service, which is restarted when it fails or hangs",
      details:
        "Without systemd, the unit is printed. systemd does not restart the agent after exit code 78 (invalid configuration).",
      examples: [
        "sudo edge-agent service install --user edge-agent --config /etc/edge-agent/edge-agent.yaml",
        "service install --print",
      ],
    },
    async (options) => (await import("../service.ts")).installService(options(), context),
  )
    .option(
      "--user <name>",
      "user that the agent runs as; it must exist (default: the one that runs this command, but not root)",
    )
    .option("--print", "only print the unit")
    .option(...unitFolder);
  defineCommand(
    service,
    {
      usage: "uninstall",
      description: "stop the service and remove it; the configuration and the waiting records stay",
      examples: ["sudo edge-agent service uninstall"],
    },
    async (options) => (await import("../service.ts")).uninstallService(options(), context),
  ).option(...unitFolder);
  defineCommand(
    service,
    { usage: "status", description: "show whether the service is installed and runs", examples: ["service status"] },
    async (options) => (await import("../service.ts")).showService(options(), context),
  ).option(...unitFolder);
}
