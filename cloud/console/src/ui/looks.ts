import { createStore } from "../api/store.ts";

/** A choice that this browser keeps, and that styles read from an attribute of the page; the first by default. */
function createLook<Word extends string>(name: string, words: readonly [Word, ...Word[]]) {
  const chosen = createStore<Word>(words[0]);
  const wordOf = (word: string | null): Word => words.find((known) => known === word) ?? words[0];
  const apply = (word: Word) => {
    if (word === words[0]) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = word;
    chosen.set(word);
  };
  return {
    words,
    chosen,
    start: () => apply(wordOf(localStorage.getItem(name))),
    choose: (word: string) => {
      localStorage.setItem(name, word);
      apply(wordOf(word));
    },
  };
}

/** The colour scheme. */
export const theme = createLook("theme", ["system", "light", "dark"]);
/** The height of rows in lists; on a phone, all rows have room for a thumb. */
export const density = createLook("density", ["comfortable", "compact"]);

/** Applies what was chosen in this browser, before anything is shown. */
export function startLooks(): void {
  theme.start();
  density.start();
}
