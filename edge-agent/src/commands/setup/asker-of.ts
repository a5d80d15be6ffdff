import type { CommandContext, CommonOptions } from "../terminal/command-context.ts";
import { askNobody, askOnTerminal, type Asker } from "./ask.ts";

/** Questions on the terminal of a command; none with `--json` or `--yes`, or where no person is at a terminal. */
export function askerOf(options: CommonOptions & { yes?: boolean }, context: CommandContext): Asker {
  const canAsk = options.yes !== true && options.json !== true && context.isTerminal && process.stdin.isTTY;
  return canAsk ? askOnTerminal() : askNobody(context.note);
}
