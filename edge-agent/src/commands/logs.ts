import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { LogLine } from "../base/log-book.ts";
import { type AgentClient, AgentRequestError } from "../status/agent-client.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  loadConfig,
  runningAgent,
} from "./terminal/command-context.ts";
import { parseSince } from "./parse-since.ts";

type Options = CommonOptions & { follow?: boolean; level: LogLine["level"]; since?: string };

const logLines = z.object({
  lines: z.array(
    z.object({
      id: z.number(),
      atMs: z.number(),
      level: z.enum(["debug", "info", "warn", "error"]),
      message: z.string(),
      details: z.string(),
    }),
  ),
});
const FOLLOW_EVERY_MS = 1_000;

/**
 * Prints the newest lines of the running agent's log, which it keeps in memory; with --json, each line is an object.
 * With --follow, continues until a signal, or until the agent ends.
 */
export async function showLogs(options: Options, context: CommandContext): Promise<void> {
  const sinceMs = options.since === undefined ? 0 : parseSince(options.since, context.clock.nowMs());
  if (sinceMs === null) {
    throw new CommandError("usage", `"${options.since}" is not a time; use 30s, 15min, 2h, 1d or 2026-11-23T10:15:00Z`);
  }
  const config = await loadConfig(options, context);
  const agent = await runningAgent(config.dataDir, "the log of an ended service: journalctl -u edge-agent");
  const stopping = new AbortController();
  if (options.follow === true) {
    context.onStopSignal(() => stopping.abort());
    context.onReaderEnded(() => stopping.abort());
  }
  let afterId = 0;
  for (;;) {
    for (const line of await readLog(agent, { afterId, level: options.level })) {
      afterId = line.id;
      if (line.atMs >= sinceMs) context.print(options.json === true ? JSON.stringify(line) : formatLine(line, context));
    }
    if (options.follow !== true || stopping.signal.aborted) return;
    await delay(FOLLOW_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
  }
}

/** The lines that a running agent has kept. Throws a CommandError where its page is disabled. */
export async function readLog(
  agent: AgentClient,
  { afterId, level }: { afterId: number; level: LogLine["level"] },
): Promise<LogLine[]> {
  try {
    return logLines.parse(await agent.request(`/log?after=${afterId}&level=${level}`)).lines;
  } catch (error) {
    if (!(error instanceof AgentRequestError) || error.status !== 404) throw error;
    const message = "the log is unavailable while page.enabled is false; see the standard error of the agent";
    throw new CommandError("failed", message, { cause: error });
  }
}

const TONES = { debug: "quiet", info: undefined, warn: "warning", error: "bad" } as const;

function formatLine({ atMs, level, message, details }: LogLine, { paint }: CommandContext): string {
  const tone = TONES[level];
  const name = level.toUpperCase().padEnd(5);
  const text = `${new Date(atMs).toISOString()} ${tone === undefined ? name : paint(tone, name)} ${message}`;
  return details === "" ? text : `${text}  ${details}`;
}
