import { createStore } from "../api/store.ts";

type Question = {
  title: string;
  text: string;
  action: string;
  /** True where something is lost: the button is red. */
  isDanger?: boolean;
};

/** The question that is asked now, and how to answer it. */
export const askedQuestion = createStore<(Question & { answer: (isConfirmed: boolean) => void }) | undefined>(
  undefined,
);

/** Asks the user to confirm what cannot be undone; the action is named on the button. */
export function confirm(question: Question): Promise<boolean> {
  askedQuestion.get()?.answer(false);
  return new Promise((resolve) =>
    askedQuestion.set({
      ...question,
      answer: (isConfirmed) => {
        askedQuestion.set(undefined);
        resolve(isConfirmed);
      },
    }),
  );
}
