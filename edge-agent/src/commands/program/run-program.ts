import completion from "@bomb.sh/tab/commander";
import { Command, CommanderError } from "commander";
import {
  CommandError,
  type CommandContext,
  exitCodeMeanings,
  exitCodes,
  type ExitCode,
  LoggedError,
} from "../terminal/command-context.ts";
import { addAgentCommands } from "./agent-commands.ts";
import { addCameraCommands } from "./camera-commands.ts";
import { formatExamples } from "./define-command.ts";
import { addModelCommands } from "./model-commands.ts";
import { addQueueCommands } from "./queue-commands.ts";
import { addSiteCommands } from "./site-commands.ts";

/** Every command; `isJson`: messages about a wrong command line are not written, because they follow as JSON. */
export function createProgram(context: CommandContext, isJson: boolean): Command {
  const program = new Command("edge-agent")
    .description(
      "Watches cameras at a gate or dock, scans each load once and delivers every scan to the cloud exactly once.",
    )
    .version(context.version)
    // Inherited by every command.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.print(text.trimEnd()),
      writeErr: (text) => (isJson ? undefined : context.note(text.trimEnd())),
    })
    .showHelpAfterError("(use --help for the available commands and options)")
    .addHelpText("after", formatExitCodes())
    .addHelpText("after", formatExamples({ examples: ["config check", "run", "status"] }));
  addAgentCommands(program, context);
  addQueueCommands(program, context);
  addModelCommands(program, context);
  addCameraCommands(program, context);
  addSiteCommands(program, context);
  addCompletion(program);
  return program;
}

function formatExitCodes(): string {
  const rows = Object.entries(exitCodeMeanings).map(([code, meaning]) => `  ${code.padEnd(2)} ${meaning}`);
  return `\nExit codes:\n${rows.join("\n")}`;
}

/** Adds `completion`, which prints the script of a shell, and the hidden command that those scripts ask. */
function addCompletion(program: Command): void {
  completion(program, { completionCommandName: "completion" });
  const printed = program.commands.find((command) => command.name() === "completion");
  printed?.description("print the script that completes commands and options in a shell").addHelpText(
    "after",
    formatExamples({
      details: "Restart the shell afterwards. In bash it needs the package bash-completion.",
      examples: [
        "edge-agent completion bash > ~/.local/share/bash-completion/completions/edge-agent",
        "edge-agent completion zsh > ~/.zfunc/_edge-agent   # with fpath+=~/.zfunc before compinit",
        "edge-agent completion fish > ~/.config/fish/completions/edge-agent.fish",
      ],
    }),
  );
}

/** Runs one command line without the program's name, and sets the exit code. Never throws. */
export async function runProgram(args: readonly string[], context: CommandContext): Promise<void> {
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  const isJson = own.includes("--json");
  try {
    await createProgram(context, isJson).parseAsync([...args], { from: "user" });
  } catch (error) {
    fail(error, { isJson, isVerbose: own.includes("--verbose") }, context);
  }
}

/** Prints one line, or with --json an object; the stack trace only with --verbose. */
function fail(
  failure: unknown,
  { isJson, isVerbose }: { isJson: boolean; isVerbose: boolean },
  context: CommandContext,
): void {
  const isLogged = failure instanceof LoggedError;
  const error = isLogged ? failure.cause : failure;
  const exitCode = exitCodeOf(error);
  process.exitCode = exitCode;
  if (exitCode === exitCodes.done) return;
  const message = error instanceof Error ? error.message : String(error);
  if (isJson) context.print(JSON.stringify({ error: { exitCode, message } }));
  // Commander has already written the message to standard error.
  else if (!isLogged && !(error instanceof CommanderError)) {
    context.note(isVerbose && error instanceof Error ? (error.stack ?? message) : message);
  }
}

/** Errors of the modules below the commands, by name, because those modules are loaded when they are needed. */
const codesByName: Record<string, ExitCode> = {
  // A model that the configuration names.
  ModelLoadError: exitCodes.configuration,
  PictureError: exitCodes.usage,
  ScanRefusedError: exitCodes.usage,
};

function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (error instanceof CommandError) return error.exitCode;
  return (error instanceof Error ? codesByName[error.name] : undefined) ?? exitCodes.failed;
}
