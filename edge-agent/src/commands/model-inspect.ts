import { stat } from "node:fs/promises";
import { type CommandContext, CommandError, type CommonOptions, loadConfig, show } from "./terminal/command-context.ts";
import { findModel, usualThreads, withWorker } from "./terminal/model-target.ts";
import type { LoadedModel } from "../inference/load-model.ts";
import { formatMegabytes, formatTable, plural } from "./terminal/wording.ts";

/** The target that is the reader of container numbers. */
const NUMBER_READER = "numbers";

/** Shows the properties of a model and how the agent reads it. */
export async function inspectModel(target: string, options: CommonOptions, context: CommandContext): Promise<void> {
  if (target === NUMBER_READER) return inspectNumberReader(options, context);
  const settings = await findModel(target, options, context);
  const { size: fileBytes } = await stat(settings.file);
  const { isTerminal } = context;
  const model = await withWorker({ threads: usualThreads(), isTerminal }, (pool) => pool.load(settings));
  const facts = { file: settings.file, fileBytes, ...model };
  const { layout, layoutReason, inputWidthPixels: width, inputHeightPixels: height } = facts;
  const rows = [
    ["model", `${facts.name} ${facts.version}`],
    ["file", `${facts.file}, ${formatMegabytes(fileBytes)}`],
    ["opset", String(facts.opset ?? "not stated")],
    ["task", facts.task],
    ["layout", `${layout}: ${layoutReason}`],
    ["input", `${width} × ${height} pixels`],
    ["outputs", facts.outputs],
    ["provider", facts.executionProvider],
    ["likeness", describeLikeness(facts)],
    ["classes", `${facts.classNames.length}: ${facts.classNames.join(", ")}`],
  ];
  show(options, context, facts, formatTable(rows));
}

/** Describes by which figures pictures are marked as unlike those that a model was trained on. */
const describeLikeness = ({ likeness }: Pick<LoadedModel, "likeness">): string =>
  likeness
    ? `figures of ${plural(likeness.pictures, "picture")} like those that it was trained on; others are marked`
    : "no figures of the pictures that it was trained on; none is marked";

/** Shows the files of the configured reader of container numbers. */
async function inspectNumberReader(options: CommonOptions, context: CommandContext): Promise<void> {
  const { numbers, file } = await loadConfig(options, context);
  if (!numbers) throw new CommandError("usage", `${file} configures no reader of container numbers`);
  const threads = usualThreads();
  const reader = await withWorker({ threads, isTerminal: context.isTerminal }, (pool) =>
    pool.loadNumberReader(numbers),
  );
  const { name, version, executionProvider } = reader;
  const facts = { name, version, characters: numbers.characters, lines: numbers.lines, executionProvider };
  const rows = [
    ["model", `${name} ${version}`],
    ["task", "identify: reads container numbers"],
    ["characters", numbers.characters],
    ...numbers.lines.map((lines) => ["lines", lines]),
    ["provider", executionProvider],
  ];
  show(options, context, facts, formatTable(rows));
}
