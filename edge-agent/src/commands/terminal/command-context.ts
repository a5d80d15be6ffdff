import type { Clock } from "../../base/clock.ts";
import { type AgentConfig, readConfig } from "../../config/config.ts";
import { formatProblem } from "../../config/problem.ts";
import { type AgentClient, connectToAgent } from "../../status/agent-client.ts";
import { colourLine, type Paint } from "./colours.ts";
import type { HangUp } from "./hang-up.ts";

/** Environment of every command; created in `cli.ts`. */
export type CommandContext = {
  environment: Record<string, string | undefined>;
  version: string;
  clock: Clock;
  /** Uniform in [0, 1), for the jitter of retries. */
  random: () => number;
  /** Standard error is a terminal. */
  isTerminal: boolean;
  /** Colours of standard output. */
  paint: Paint;
  /** Writes a line to standard output. */
  print: (line: string) => void;
  /** Writes a line to standard error. */
  note: (line: string) => void;
  /** Calls back on SIGINT and SIGTERM, once; a second signal ends the process immediately. */
  onStopSignal: (stop: () => void) => void;
  /** Calls back when the reader of standard output has ended, as in `logs --follow | head`. */
  onReaderEnded: (stop: () => void) => void;
  /** Keeps SIGHUP from ending the process from now on; calls back on each. */
  onHangUp: (hungUp: (cause: HangUp) => void) => void;
};

/** Options that every command has. */
export type CommonOptions = { config?: string; json?: boolean; verbose?: boolean };

/** Exit codes of all commands; 78 is EX_CONFIG of sysexits.h. */
export const exitCodes = { done: 0, failed: 1, usage: 2, kept: 3, configuration: 78 } as const;
export type ExitCode = (typeof exitCodes)[Outcome];
/** Outcome of a command. */
export type Outcome = keyof typeof exitCodes;

/** The one meaning of each exit code, for the help and the chapter about the commands. */
export const exitCodeMeanings: Record<ExitCode, string> = {
  0: "done",
  1: "failed; the message names the reason",
  2: "wrong command line: an unknown command or option, or a name or file that cannot be used",
  3: "the scan is stored, and not delivered yet",
  78: "the configuration is invalid; retrying without a change cannot succeed",
};

/** A command failed; the message is all that its user needs. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: ExitCode;

  constructor(outcome: Exclude<Outcome, "done">, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCodes[outcome];
  }
}

/** Wraps a failure that the program's log has reported; its message is not printed again. */
export class LoggedError extends Error {
  override readonly name = "LoggedError";
}

/** An error for a name that the configuration does not have, with those that it has. */
export function unknownName(kind: string, name: string, known: Iterable<{ id: string }>): CommandError {
  const names = [...known].map(({ id }) => id).join(", ");
  const hint = names === "" ? `no ${kind} is configured` : `configured: ${names}`;
  return new CommandError("usage", `unknown ${kind} "${name}"; ${hint}`);
}

export const configFileOf = ({ config }: CommonOptions, { environment }: CommandContext): string =>
  config ?? environment["EDGE_AGENT_CONFIG"] ?? "edge-agent.yaml";

/**
 * The checked configuration; its warnings are printed to standard error. Throws a CommandError that lists every
 * problem.
 */
export async function loadConfig(
  options: CommonOptions,
  context: CommandContext,
  needs: Parameters<typeof readConfig>[2] = {},
): Promise<AgentConfig> {
  const file = configFileOf(options, context);
  const reading = await readConfig(file, context.environment, needs);
  if (!reading.ok) {
    const lines = reading.problems.map((problem) => formatProblem(file, problem));
    throw new CommandError("configuration", lines.join("\n"));
  }
  for (const warning of reading.warnings) context.note(formatProblem(file, warning));
  return reading.config;
}

export const NO_STATION = "no station is configured: add a station with its camera";

/** Throws a CommandError where no station is configured. */
export function requireStations({ file, stations }: AgentConfig): void {
  if (stations.length === 0) throw new CommandError("configuration", `${file}: ${NO_STATION}`);
}

/** The agent that runs on a data folder. Throws a CommandError where none runs, with what to do instead. */
export async function runningAgent(dataDir: string, instead = 'start it with "edge-agent run"'): Promise<AgentClient> {
  const agent = await connectToAgent(dataDir);
  if (!agent) throw new CommandError("failed", `no agent is running on ${dataDir}: ${instead}`);
  return agent;
}

/** Sends JSON to the running agent; resolves with its reply. Throws a CommandError where none runs. */
export async function askAgent(dataDir: string, path: string, body: object): Promise<unknown> {
  const agent = await runningAgent(dataDir);
  const headers = { "content-type": "application/json" };
  return agent.request(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Prints the value as JSON, or else the lines, with colours on a terminal. */
export function show(options: CommonOptions, context: CommandContext, value: unknown, lines: readonly string[]): void {
  if (options.json) context.print(JSON.stringify(value, null, 2));
  else for (const line of lines) context.print(colourLine(line, context.paint));
}
