import { type Command, Option } from "commander";
import { exitCodes, type Outcome } from "../terminal/command-context.ts";

/** Help for a command: its usage, its description, and command lines as examples. */
export type CommandHelp = {
  /** Such as `retry [ids...]`. */
  usage: string;
  description: string;
  /** Example command lines, without the name of the program. */
  examples: readonly string[];
  /** Printed before the examples. */
  details?: string;
  /**
   * Options without which it does nothing. Commander's own are checked before mistyped options are, so that a mistyped
   * one would be reported as missing.
   */
  required?: readonly (readonly [flags: string, description: string])[];
};

/** Runs a command with its options and arguments; a command that returns nothing is done. */
type Act = (options: Command["opts"], ...args: string[]) => Promise<Outcome | void>;

/** Adds a command with the options that all have, whose action decides the exit code. */
export function defineCommand(parent: Command, help: CommandHelp, act: Act): Command {
  const required = (help.required ?? []).map(([flags, text]) => new Option(flags, `${text} (required)`));
  const command = parent.command(help.usage);
  for (const option of required) command.addOption(option);
  return command
    .description(help.description)
    .option("-c, --config <file>", "configuration file (default: $EDGE_AGENT_CONFIG, else ./edge-agent.yaml)")
    .option("--json", "print only JSON on standard output, errors as well")
    .option("--verbose", "print more details, with stack traces")
    .addHelpText("after", formatExamples(help))
    .action(async function (this: Command) {
      const missing = required.find((option) => this.getOptionValue(option.attributeName()) === undefined);
      if (missing) this.error(`error: required option '${missing.flags}' not specified`);
      process.exitCode = exitCodes[(await act(() => this.opts(), ...this.args)) ?? "done"];
    });
}

/** Adds a group name for several commands. */
export function defineGroup(parent: Command, help: CommandHelp): Command {
  return parent.command(help.usage).description(help.description).addHelpText("after", formatExamples(help));
}

/** The last part of a help text. */
export function formatExamples({ details, examples }: Pick<CommandHelp, "details" | "examples">): string {
  const title = examples.length === 1 ? "Example" : "Examples";
  const lines = examples.map((example) => `  ${example.includes("edge-agent") ? example : `edge-agent ${example}`}`);
  return `${details === undefined ? "" : `\n${details}\n`}\n${title}:\n${lines.join("\n")}`;
}
