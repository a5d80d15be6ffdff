import type { Command } from "commander";
import type { CommandContext } from "../terminal/command-context.ts";
import { type CommandHelp, defineCommand, defineGroup } from "./define-command.ts";
import { parseNumber } from "./read-option.ts";

const TARGET = "The model is an ONNX file, bundled:NAME, or the name of a configured model";

/** Adds the commands that look at models. */
export function addModelCommands(program: Command, context: CommandContext): void {
  const model = defineGroup(program, {
    usage: "model",
    description: "inspect, measure and check models",
    examples: ["model inspect bundled:category-demo", "model check"],
  });
  defineCommand(
    model,
    {
      usage: "inspect <model>",
      description: "show the task, layout, classes and input of a model",
      details: `${TARGET}; numbers: the configured number reader`,
      examples: ["model inspect bundled:category-demo"],
    },
    async (options, target = "") => (await import("../model-inspect.ts")).inspectModel(target, options(), context),
  );
  defineCommand(
    model,
    {
      usage: "bench <model>",
      description: "measure the speed of a model on this machine, by threads",
      details: TARGET,
      examples: ["model bench category --seconds 10"],
    },
    async (options, target = "") => (await import("../model-bench.ts")).benchModel(target, options(), context),
  )
    .option("--seconds <number>", "how long to measure each number of threads", parseNumber(0.1, 600), 5)
    .option("--image <file>", "picture to use (default: a drawn one of 1280 × 720)");
  defineCommand(
    model,
    {
      usage: "check [model]",
      description:
        "compare what models find on this machine with what was measured; without a name: every configured model",
      details: TARGET,
      examples: ["model check", "model check bundled:category-demo"],
    },
    async (options, target) => (await import("../model-check.ts")).checkModels(target, options(), context),
  );
  addTeachCommand(model, context);
  addReleaseCommands(model, context);
}

/** Adds the command that teaches a model an answer. */
function addTeachCommand(model: Command, context: CommandContext): void {
  defineCommand(
    model,
    {
      usage: "teach",
      description: "teach a network a question about pictures from a few examples, on this machine",
      details:
        "The base is any convolutional ONNX network of pictures.\n" +
        "The folder has a folder of pictures for each answer, named as the answer: 20 pictures at least, 8 of each.",
      required: [
        ["--base <model>", "network whose features are used: an ONNX file, bundled:NAME, or a configured model"],
        ["--examples <folder>", "folder with a folder of JPEG or PNG pictures for each answer"],
        ["--output <file>", "new ONNX file; its card is written beside it"],
      ],
      examples: ["model teach --base bundled:category-demo --examples doors --output doors.onnx"],
    },
    async (options) => (await import("../model-teach.ts")).teachModel(options(), context),
  );
}

/** Adds the commands that prepare a model for its rollout. */
function addReleaseCommands(model: Command, context: CommandContext): void {
  defineCommand(
    model,
    {
      usage: "measure <model> <pictures...>",
      description:
        "write the golden pictures of a model: what it finds here in these pictures, for model check elsewhere",
      details: `${TARGET}.\nThe folder goldens beside its file gets the pictures, stored without loss, and the findings.`,
      examples: ["model measure cargo.onnx load-1.jpg load-2.jpg empty.jpg"],
    },
    async (options, ...targets) => (await import("../model-measure.ts")).measureModel(targets, options(), context),
  ).option("--overwrite", "replace existing golden pictures");
  defineCommand(
    model,
    {
      usage: "sign <model>",
      description: "sign a model with its golden pictures, for roll-outs by the cloud",
      details: `${TARGET}.\nDevices use it where its key is their releaseKey, in place of their model of the same name.`,
      required: SIGNING,
      examples: ["model sign cargo.onnx --name category --release 1.1.0 --key release.pem"],
    },
    async (options, target = "") => (await import("../sign-release.ts")).signModel(target, options(), context),
  )
    .option("--release <version>", "version of the release (default: the version in the model)")
    .option("--output <file>", "where to write it (default: NAME-VERSION.release, in this folder)");
}

/** Options that every command that signs a release requires. */
export const SIGNING: CommandHelp["required"] = [
  ["--key <file>", "release key: Ed25519, PEM, kept outside the cloud"],
  ["--name <name>", "name of the model in the configurations, or of these settings"],
];
