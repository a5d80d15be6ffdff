/**
 * Shares an answer among callers. Each gets one that was asked for after its call: callers that arrive while a question
 * is under way share the next one.
 */
export function shareNext<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | undefined;
  const begin = () => {
    next = undefined;
    const asked = ask();
    running = asked.catch(() => {});
    return asked;
  };
  return () => (next ??= running.then(begin));
}
