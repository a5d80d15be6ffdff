import type { CommandContext } from "../terminal/command-context.ts";

/** Creates the context of a command in the process of its test, and collects the lines that it writes. */
export const createContext = (environment: Record<string, string> = {}) => {
  const out: string[] = [];
  const err: string[] = [];
  const context: CommandContext = {
    environment,
    version: "1.2.3",
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    random: Math.random,
    isTerminal: false,
    paint: (_, text) => text,
    print: (line) => out.push(line),
    note: (line) => err.push(line),
    onStopSignal: () => {},
    onReaderEnded: () => {},
    onHangUp: () => {},
  };
  return { context, out, err };
};
