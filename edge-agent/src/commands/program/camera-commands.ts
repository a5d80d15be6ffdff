import type { Command } from "commander";
import type { CommandContext } from "../terminal/command-context.ts";
import { defineCommand, defineGroup } from "./define-command.ts";
import { MAX_ARRIVAL_SECONDS } from "../../config/station-section.ts";
import { parseNumber, parseWholeNumber } from "./read-option.ts";

/** Adds the commands that find and adjust cameras. */
export function addCameraCommands(program: Command, context: CommandContext): void {
  const camera = defineGroup(program, {
    usage: "camera",
    description: "find, add, test and adjust cameras",
    examples: ["camera discover", "camera add gate-1-top rtsp://192.168.1.20/stream1", "camera ls"],
  });
  addCameraFileCommands(camera, context);
  defineCommand(
    camera,
    {
      usage: "discover",
      description: "list the ONVIF cameras of this network with the URLs of their streams",
      details: "Needs no configuration.",
      examples: ["camera discover", "CAMERA_PASSWORD=... edge-agent camera discover --username viewer"],
    },
    async (options) => (await import("../camera-discover.ts")).discoverCameras(options(), context),
  )
    .option("--username <name>", "user of the cameras; the password is read from CAMERA_PASSWORD")
    .option("--wait <seconds>", "how long to wait for answers", parseNumber(0.1, 60), 4)
    .option("--host <address>", "ask one camera instead of the whole network")
    .option("--port <number>", "UDP port of the discovery", parseWholeNumber(1, 65_535), 3_702);
  defineCommand(
    camera,
    {
      usage: "learn <id>",
      description: "learn a camera's reference picture and its usual days again, after it was adjusted",
      examples: ["camera learn gate-1-top"],
    },
    async (options, target = "") => (await import("../camera-learn.ts")).learnCameraView(target, options(), context),
  );
  defineCommand(
    camera,
    {
      usage: "drift [id]",
      description:
        "show how the last days of a camera differ from those after its installation; without an id: of every camera",
      examples: ["camera drift gate-1-top"],
    },
    async (options, target) => (await import("../camera-drift.ts")).showCameraDrift(target, options(), context),
  );
}

/** Adds the commands around the cameras of the configuration file. */
function addCameraFileCommands(camera: Command, context: CommandContext): void {
  const timeout = ["--timeout <seconds>", "how long to wait for a picture", parseNumber(1, 600), 20] as const;
  defineCommand(
    camera,
    {
      usage: "ls",
      description: "list the configured cameras with their stations, and their state while an agent runs",
      examples: ["camera ls", "camera ls --json"],
    },
    async (options) => (await import("../camera-list.ts")).listCameras(options(), context),
  );
  defineCommand(
    camera,
    {
      usage: "add <id> <url>",
      description: "test a camera and add it to the configuration file; keeps comments",
      details:
        "With --username, its password is read from CAMERA_PASSWORD. Without --model, add a station for it yourself. With --after, the new station and the one before share a lane, and so their vehicles' numbers.",
      examples: [
        "camera add gate-1-top rtsp://192.168.1.20/stream1 --model category",
        "camera add x-ray folder:/srv/xray --model illegal --scan-type illegal --after gate-1-top --after-seconds 12",
        "CAMERA_PASSWORD=... edge-agent camera add gate-2-top rtsp://192.168.1.21/stream1 --username viewer --model category",
      ],
    },
    async (options, id = "", url = "") => (await import("../camera-add.ts")).addCamera([id, url], options(), context),
  )
    .option("--username <name>", "user of the camera")
    .option("--model <name>", "name of a configured model: adds a station with it")
    .option("--station <id>", "name of that station (default: the id of the camera)")
    .option("--scan-type <type>", "what the model looks for: category, defect or illegal (default: category)")
    .option("--after <station>", "the station that vehicles pass before this one")
    .option(
      "--after-seconds <seconds>",
      "usual time until they come from there (default: learnt)",
      parseNumber(0, MAX_ARRIVAL_SECONDS),
    )
    .option("--container <number>", "the container that always stands there (default: numbers are announced)")
    .option("--no-test", "add the camera without opening it")
    .option(...timeout);
  defineCommand(
    camera,
    {
      usage: "test <camera>",
      description: "open a camera, by its id or its address, and count its pictures",
      examples: ["camera test gate-1-top", "camera test rtsp://192.168.1.20/stream1"],
    },
    async (options, target = "") => (await import("../camera-list.ts")).testCamera(target, options(), context),
  ).option(...timeout);
  defineCommand(
    camera,
    {
      usage: "snapshot <camera>",
      description: "store one picture of a camera, by its id or its address, as JPEG",
      examples: ["camera snapshot gate-1-top --output gate.jpg"],
    },
    async (options, target = "") => (await import("../camera-list.ts")).takeSnapshot(target, options(), context),
  )
    .option("--output <file>", "where to store it (default: the id, in this folder)")
    .option(...timeout);
}
