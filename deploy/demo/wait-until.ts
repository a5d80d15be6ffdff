/**
 * Asks `check` every `everyMs` until it answers something, and gives that back.
 * Throws with `what` in the message when `timeoutMs` have passed; a check that throws counts as no answer yet.
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
  throw new Error(`waited ${Math.round(timeoutMs / 1000)} s in vain until ${what}`, { cause: lastError });
}
