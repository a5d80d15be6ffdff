import { stat } from "node:fs/promises";
import { type CommandContext, type CommonOptions, exitCodes, type ExitCode, show } from "./command-context.ts";
import { findModel, usualThreads, withWorker } from "./model-target.ts";
import { formatMegabytes, formatTable } from "./wording.ts";

/** Shows what a model is and how the agent reads it. */
export async function inspectModel(target: string, options: CommonOptions, context: CommandContext): Promise<ExitCode> {
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
    ["classes", `${facts.classNames.length}: ${facts.classNames.join(", ")}`],
  ];
  show(options, context, facts, formatTable(rows));
  return exitCodes.done;
}
