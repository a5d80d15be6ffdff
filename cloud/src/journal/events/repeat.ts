import type { Logger } from "pino";

/** Does `work` now and every so often, never twice at once; a failure is logged, and the next turn tries again. */
export function repeat(ms: number, work: () => Promise<void>, logger: Logger): { stop: () => Promise<void> } {
  const turn = async () => {
    await work().catch((error: unknown) =>
      logger.warn({ err: error }, "the upkeep of live events failed; trying again"),
    );
    running = undefined;
  };
  let running: Promise<void> | undefined;
  const begin = () => void (running ??= turn());
  begin();
  const timer = setInterval(begin, ms);
  return {
    /** Resolves once the work under way has ended; none begins after it. */
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
