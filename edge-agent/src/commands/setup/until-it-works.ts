import { CommandError } from "../terminal/command-context.ts";
import type { Asker } from "./ask.ts";

/** Outcome of trying an answer. */
export type Trial<T> = { ok: true; value: T; message: string } | { ok: false; message: string; fix: string };

/**
 * Asks for an answer and tries it, until one works. An answer that an option gives is tried first; without a person to
 * ask, it is the only one, and a CommandError reports its failure.
 */
export async function untilItWorks<Answer, T>(
  asker: Asker,
  step: {
    given?: Answer | undefined;
    /** Gets the answer that failed, if there is one, so that it need not be typed again. */
    ask: (failed?: Answer) => Promise<Answer | undefined>;
    /** Message if the answer is missing and no person can be asked. */
    missing: string;
    doing: string;
    attempt: (answer: Answer) => Promise<Trial<T>>;
  },
): Promise<T> {
  let answer = step.given ?? (await step.ask());
  for (;;) {
    if (answer === undefined) throw new CommandError("usage", step.missing);
    const tried = answer;
    const result = await asker.work(step.doing, () => step.attempt(tried));
    if (result.ok) {
      asker.good(result.message);
      return result.value;
    }
    const message = `${result.message}\nFix: ${result.fix}`;
    if (!asker.isInteractive) throw new CommandError("failed", message);
    asker.bad(message);
    answer = await step.ask(tried);
  }
}
