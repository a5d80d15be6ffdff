/**
 * Calls `check` every `everyMs` until it returns a value, and returns that value. Throws with `what` in the message
 * after `timeoutMs`; a check that throws counts as one without a value.
 */
export async function waitUntil<Answer>(
  what: string,
  check: () => Promise<Answer | undefined> | Answer | undefined,
  { timeoutMs, everyMs = 200 }: { timeoutMs: number; everyMs?: number },
): Promise<Answer> {
  const endsAt = performance.now() + timeoutMs;
  let lastError: unknown;
  while (performance.now() < endsAt) {
    try {
      const answer = await check();
      if (answer !== undefined) return answer;
    } catch (error) {
      lastError = error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  throw new Error(`timed out after ${Math.round(timeoutMs / 1000)} s waiting until ${what}`, { cause: lastError });
}
