import { CANCEL_SYMBOL, cancel, confirm, intro, log, outro, password, select, spinner, text } from "@clack/prompts";
import { collectTyped, withoutEcho } from "./typed-ahead.ts";

/** The user has left the questions. */
export class LeftError extends Error {
  override readonly name = "LeftError";
}

type Choice = { value: string; label: string };

/** Asks the user; without one, answers with the given values. Undefined: there is no answer. */
export type Asker = {
  isInteractive: boolean;
  text(question: {
    message: string;
    usual?: string | undefined;
    /** Text that the user may change, such as a previous answer that failed. */
    initial?: string | undefined;
    isSecret?: boolean;
    /** Returns the reason why the answer cannot be used; undefined if it can. */
    validate?: (answer: string) => string | undefined;
  }): Promise<string | undefined>;
  choose(message: string, choices: readonly Choice[]): Promise<string | undefined>;
  /** `usual` is what Enter answers. */
  confirm(message: string, usual?: boolean): Promise<boolean>;
  /** Shows the message until the work is done. */
  work<T>(message: string, run: () => Promise<T>): Promise<T>;
  open(title: string): void;
  good(message: string): void;
  bad(message: string): void;
  close(message: string): void;
};

/**
 * Questions on a terminal; the answers come from standard input, everything is shown on standard error. Text that is
 * typed during work is not lost: the next question that takes text shows it.
 */
export function askOnTerminal(): Asker {
  const common = { output: process.stderr };
  const answered = <T extends string | boolean>(answer: T | typeof CANCEL_SYMBOL): T => {
    if (answer !== CANCEL_SYMBOL) return answer;
    cancel("Stopped.", common);
    throw new LeftError("stopped; run edge-agent init again to continue");
  };
  let typed = "";
  /** Text that was typed during the work before this question. */
  const takeTyped = () => {
    const text = typed;
    typed = "";
    return text;
  };
  return {
    isInteractive: true,
    async text({ message, usual, initial, isSecret = false, validate }) {
      const check = (answer: string | undefined) => validate?.((answer ?? "") === "" ? (usual ?? "") : (answer ?? ""));
      const begun = takeTyped() || initial;
      if (isSecret) return answered(await password({ ...common, message, validate: check }));
      const shown = usual === undefined ? {} : { placeholder: usual, defaultValue: usual };
      const given = begun === undefined ? {} : { initialValue: begun };
      return answered(await text({ ...common, message, ...shown, ...given, validate: check }));
    },
    async choose(message, choices) {
      takeTyped();
      return answered(await select<string>({ ...common, message, options: [...choices] }));
    },
    async confirm(message, usual = true) {
      takeTyped();
      return answered(await confirm({ ...common, message, initialValue: usual }));
    },
    async work(message, run) {
      const shown = spinner({ output: withoutEcho(process.stderr) });
      shown.start(message);
      const stopCollecting = collectTyped(process.stdin);
      try {
        return await run();
      } finally {
        shown.clear();
        typed = stopCollecting();
      }
    },
    open: (title) => intro(title, common),
    good: (message) => log.success(message, common),
    bad: (message) => log.error(message, common),
    close: (message) => outro(message, common),
  };
}

/** Asks no questions: a value that no option gives has its default, or none. */
export function askNobody(note: (line: string) => void): Asker {
  return {
    isInteractive: false,
    text: async ({ usual }) => usual,
    choose: async () => undefined,
    confirm: async (_, usual = true) => usual,
    work: (_, run) => run(),
    open: () => {},
    good: note,
    bad: note,
    close: note,
  };
}
