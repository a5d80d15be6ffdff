import path from "node:path";
import { type Document, parse, parseDocument } from "yaml";
import { readPath } from "../config/config-path.ts";
import { editConfig } from "../config/edit-config.ts";
import { formatProblem } from "../config/problem.ts";
import { replaceConfigFile } from "../page/config-file.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  configFileOf,
  show,
} from "./terminal/command-context.ts";
import { pathOf, readConfigFile } from "./config-show.ts";

/** Changes one setting of the configuration file; comments stay. */
export async function setConfig(
  [setting, value]: readonly [string, string | undefined],
  options: CommonOptions & { unset?: boolean },
  context: CommandContext,
): Promise<void> {
  if ((value === undefined) !== (options.unset === true)) {
    throw new CommandError("usage", "specify either a value or --unset");
  }
  const text = await readConfigFile(options, context);
  const document = parseDocument(text);
  const at = pathOf(setting, () => readPath(setting, document));
  const parsed = value === undefined ? undefined : parseValue(value);
  await changeConfig(text, options, context, (changed) => {
    if (value === undefined) changed.deleteIn(at);
    // A plain value is set in the existing node, which has its comment.
    else changed.setIn(at, typeof parsed === "object" ? changed.createNode(parsed, { flow: true }) : parsed);
  });
  const file = configFileOf(options, context);
  show(options, context, { file, setting }, [`${setting} is changed in ${file}; ${APPLY}`]);
}

/** Hint on how to make a running agent use a changed file. */
export const APPLY = "a running agent uses it after SIGHUP or a restart";

/** Parses a value as YAML; a value that is not YAML is returned as text. */
function parseValue(value: string): unknown {
  try {
    return parse(value);
  } catch {
    return value;
  }
}

/** Changes and replaces the configuration file. Throws a CommandError if the check of the file refuses the change. */
export async function changeConfig(
  text: string,
  options: CommonOptions,
  context: CommandContext,
  change: (document: Document) => void,
): Promise<void> {
  const file = configFileOf(options, context);
  const edit = await editConfig({ text, file: path.resolve(file) }, change, context.environment);
  if (!edit.ok) throw new CommandError("usage", `${edit.message}\nThe file is unchanged.`);
  for (const warning of edit.warnings) context.note(formatProblem(file, warning));
  const problem = await replaceConfigFile(path.resolve(file), edit.text);
  if (problem !== null) throw new CommandError("failed", problem);
}
