import { setTimeout as delay } from "node:timers/promises";
import { connectToAgent } from "../status/agent-client.ts";
import { colourLine } from "./terminal/colours.ts";
import { CommandError, type CommandContext, type CommonOptions, loadConfig } from "./terminal/command-context.ts";
import { describeStatus } from "./status.ts";

type Options = CommonOptions & { interval: number };

/** Alternate screen of a terminal, without its cursor; leaving restores the previous content. */
const ENTER = "\u001b[?1049h\u001b[?25l";
const LEAVE = "\u001b[?25h\u001b[?1049l";
const HOME = "\u001b[H";
const CLEAR_LINE = "\u001b[K";
const CLEAR_BELOW = "\u001b[J";

/** Shows the status of the running agent again and again, until a signal; then the terminal is as it was. */
export async function showTop(options: Options, context: CommandContext): Promise<void> {
  const { stdout } = process;
  if (!stdout.isTTY) throw new CommandError("usage", "top needs a terminal; in scripts: edge-agent status --json");
  const config = await loadConfig(options, context);
  const stopping = new AbortController();
  context.onStopSignal(() => stopping.abort());
  stdout.write(ENTER);
  try {
    while (!stopping.signal.aborted) {
      const agent = await connectToAgent(config.dataDir);
      const lines = agent
        ? describeStatus(await agent.request("/status"), context.clock.nowMs())
        : [`no agent is running on ${config.dataDir}`, "waiting for it; Ctrl-C ends this view"];
      const shown = lines
        .slice(0, stdout.rows - 1)
        .map((line) => colourLine(line.slice(0, stdout.columns), context.paint));
      stdout.write(`${HOME}${shown.map((line) => `${line}${CLEAR_LINE}\n`).join("")}${CLEAR_BELOW}`);
      await delay(options.interval * 1_000, undefined, { signal: stopping.signal }).catch(() => {});
    }
    return;
  } finally {
    stdout.write(LEAVE);
  }
}
