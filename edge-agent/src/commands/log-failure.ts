import type { Logger } from "../base/logger.ts";
import { type CommandContext, LoggedError } from "./terminal/command-context.ts";

/**
 * Runs a program whose standard error is its log. Its notes and its failure become lines of that log, so that a reader
 * of JSON lines finds no free text; on a terminal they are printed as by every other command.
 */
export async function logFailure<T>(
  { isTerminal, logger, context }: { isTerminal: boolean; logger: Logger; context: CommandContext },
  run: (context: CommandContext) => Promise<T>,
): Promise<T> {
  if (isTerminal) return run(context);
  try {
    return await run({ ...context, note: (problem) => logger.warn({ problem }, "configuration") });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.error({ reason }, "the program ends because of a failure");
    throw new LoggedError(reason, { cause: error });
  }
}
