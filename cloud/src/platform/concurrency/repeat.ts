/**
 * Does `work` at once and then at every interval, never twice at the same time: a turn is skipped while work is under
 * way. A failure goes to `onError`, and the next turn tries again.
 */
export function repeat(
  intervalMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop: () => Promise<void> } {
  let running: Promise<void> | undefined;
  const begin = () => {
    running ??= work()
      .catch(onError)
      .finally(() => (running = undefined));
  };
  begin();
  const timer = setInterval(begin, intervalMs);
  return {
    /** Resolves once the work under way has ended; no further turn begins. */
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
