import type { Command } from "commander";
import type { CommandContext } from "../terminal/command-context.ts";
import { defineCommand, defineGroup } from "./define-command.ts";
import { SIGNING } from "./model-commands.ts";
import { parseNumber, parseWholeNumber } from "./read-option.ts";

/** Adds the commands that set up this machine: its configuration, and the technician's page. */
export function addSiteCommands(program: Command, context: CommandContext): void {
  addExaminations(program, context);
  addInit(program, context);
  defineCommand(
    program,
    {
      usage: "join <code>",
      description: "exchange a one-time code of an administrator for the key of this device",
      details:
        "The key is written into cloud.apiKeyFile of the configuration; an earlier key works for one more day.\n" +
        "On new hardware, --cloud restores the configuration that the cloud keeps of the device, without its secrets.\n" +
        "A release key, a fallback or a proxy in it is used only if a person confirms it, or with --trust.",
      examples: ["join K7MXQ-9RTWA", "join K7MXQ-9RTWA --cloud https://inspection.example.com"],
    },
    async (options, target = "") => (await import("../join.ts")).join(target, options(), context),
  )
    .option("--cloud <url>", "restore the configuration from this cloud; address without /v1")
    .option("--ca-file <file>", "with --cloud: certificate authority of the site, PEM")
    .option("--overwrite", "restore the configuration over an existing one, which stays in FILE.bak")
    .option(
      "--trust",
      "with --cloud: use the release key, fallback and proxy of the kept configuration without asking",
    );
  const config = defineGroup(program, {
    usage: "config",
    description: "check, show and change the configuration file",
    examples: ["config check", "config show", "config set cameras.gate-1-top.framesPerSecond 5"],
  });
  addConfigFileCommands(config, context);
  defineCommand(
    config,
    {
      usage: "check",
      description: "check the configuration file, and that its models, cameras and cloud work",
      examples: ["config check --config edge-agent.yaml", "config check --offline"],
    },
    async (options) => (await import("../config-check.ts")).checkConfig(options(), context),
  )
    .option("--offline", "check only the file")
    .option("--timeout <seconds>", "how long to wait for each camera and for the cloud", parseNumber(1, 600), 20);
  defineCommand(
    program,
    {
      usage: "signing-key",
      description: "show the key with which this device signs its records",
      examples: ["signing-key", "signing-key --new"],
    },
    async (options) => (await import("../signing-key.ts")).showSigningKey(options(), context),
  ).option("--new", "replace the key by a new one");
  addPageCommands(program, context);
}

function addExaminations(program: Command, context: CommandContext): void {
  defineCommand(
    program,
    {
      usage: "doctor",
      description:
        "check everything the agent depends on, from the configuration to the models, with a fix for each failure",
      details: "Records nothing in the cloud, and can run beside the agent.",
      examples: ["doctor", "doctor --json --timeout 5"],
    },
    async (options) => (await import("../doctor.ts")).examine(options(), context),
  ).option("--timeout <seconds>", "how long to wait for each part", parseNumber(1, 600), 20);
  defineCommand(
    program,
    {
      usage: "bundle",
      description:
        "write an archive for support: configuration, versions, doctor, outbox, status and log, without secrets",
      details: "Every key and password in use is replaced in every file.",
      examples: ["bundle", "bundle --output gate-1.zip"],
    },
    async (options) => (await import("../bundle.ts")).writeBundle(options(), context),
  )
    .option("--output <file>", "where to write it (default: edge-agent-bundle-TIME.zip, in this folder)")
    .option("--timeout <seconds>", "how long doctor waits for each part", parseNumber(1, 600), 20);
}

function addConfigFileCommands(config: Command, context: CommandContext): void {
  const details = "An entry of a list is named by its id or its place: cameras.gate-1-top.url, cameras[0].url";
  defineCommand(
    config,
    {
      usage: "show [setting]",
      description: "show the configuration file, or one setting of it, without its secrets",
      details,
      examples: ["config show", "config show cloud.url"],
    },
    async (options, target) => (await import("../config-show.ts")).showConfig(target, options(), context),
  );
  defineCommand(
    config,
    {
      usage: "set <setting> [value]",
      description: "change one setting of the configuration file; keeps comments, rejects what config check rejects",
      details: `${details}\nThe value is YAML. The previous file stays in FILE.bak.`,
      examples: ["config set cameras.gate-1-top.framesPerSecond 5", "config set cloud.proxy --unset"],
    },
    async (options, setting = "", value) =>
      (await import("../config-set.ts")).setConfig([setting, value], options(), context),
  ).option("--unset", "remove the setting, so that its default is used");
  defineCommand(
    config,
    {
      usage: "sign <changes...>",
      description: "sign settings, as config set takes them, for roll-outs by the cloud",
      details: "A change is SETTING=VALUE; the value is YAML. Devices use it where its key is their releaseKey.",
      required: [["--release <version>", "version of the release"], ...(SIGNING ?? [])],
      examples: ["config sign watching.enabled=false --name watching --release 1 --key release.pem"],
    },
    async (options, ...changes) => (await import("../sign-release.ts")).signSettings(changes, options(), context),
  ).option("--output <file>", "where to write it (default: NAME-VERSION.release, in this folder)");
}

function addInit(program: Command, context: CommandContext): void {
  defineCommand(
    program,
    {
      usage: "init",
      description: "set up this device: cloud, key, camera, model and a first scan, each tested immediately",
      details:
        "Asks on a terminal for what no option specifies. An interrupted wizard continues where it stopped.\n" +
        "The password of the camera is read from CAMERA_PASSWORD where --username is given.",
      examples: [
        "init",
        "init --yes --cloud https://inspection.example.com --code K7MXQ-9RTWA --camera rtsp://192.168.1.20/stream1",
      ],
    },
    async (options) => (await import("../init.ts")).init(options(), context),
  )
    .option("--cloud <url>", "address of the cloud, without /v1")
    .option("--ca-file <file>", "certificate authority of the site, PEM")
    .option("--code <code>", "join code of an administrator")
    .option("--device <id>", "ID of this device in its records (default: the name of this machine)")
    .option("--camera <url>", "address of the camera")
    .option("--camera-id <id>", "name of the camera (default: camera-1)")
    .option("--username <name>", "user of the camera")
    .option("--model <file>", "ONNX file, or bundled:NAME (default: bundled:category-demo)")
    .option("--number-camera <url>", "camera that reads container numbers (default: they are announced)")
    .option("--fixed-container <number>", "number of every scan, for a test rig")
    .option("--container <number>", "number of the container in the picture, for the first scan only")
    .option("--no-first-scan", "deliver no first scan")
    .option("--discovery-port <number>", "UDP port of the search for cameras", parseWholeNumber(1, 65_535), 3_702)
    .option("--yes", "ask nothing");
}

function addPageCommands(program: Command, context: CommandContext): void {
  const page = defineGroup(program, {
    usage: "page",
    description: "open the technician's page to phones in the network",
    examples: ["page password", "page certificate"],
  });
  defineCommand(
    page,
    {
      usage: "password",
      description: "set the password of the technician's page; prints a new one",
      details: "A running agent uses it at once.",
      examples: ["page password", "edge-agent page password --stdin < password.txt"],
    },
    async (options) => (await import("../page-password.ts")).setPagePassword(options(), context),
  ).option("--stdin", "read the password from standard input instead");
  defineCommand(
    page,
    {
      usage: "certificate",
      description: "show the fingerprint of the technician's page, to compare it in the browser",
      examples: ["page certificate"],
    },
    async (options) => (await import("../page-certificate.ts")).showPageCertificate(options(), context),
  );
}
