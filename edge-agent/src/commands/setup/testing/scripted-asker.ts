import type { Asker } from "../ask.ts";

/**
 * A person who gives these answers in turn; `asked` lists the questions, `offered` the texts that were to be corrected,
 * `complaints` why an answer was refused.
 */
export function createScriptedAsker(answers: readonly (string | boolean)[]) {
  const left = [...answers];
  const asked: string[] = [];
  const offered: string[] = [];
  const complaints: string[] = [];
  const next = (message: string): string | boolean => {
    asked.push(message);
    const answer = left.shift();
    if (answer === undefined) throw new Error(`no answer is left for "${message}"`);
    return answer;
  };
  const asker: Asker = {
    isInteractive: true,
    async text({ message, usual, initial, validate }) {
      if (initial !== undefined) offered.push(initial);
      for (;;) {
        const answer = String(next(message)) || (usual ?? "");
        const problem = validate?.(answer);
        if (problem === undefined) return answer;
        complaints.push(problem);
      }
    },
    choose: async (message) => String(next(message)),
    confirm: async (message) => next(message) === true,
    work: (_, run) => run(),
    open: () => {},
    good: () => {},
    bad: (message) => void complaints.push(message),
    close: () => {},
  };
  return { asker, asked, offered, complaints, left };
}
