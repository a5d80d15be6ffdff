import { createStore } from "../api/store.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEPT_AS = "theme";
const isTheme = (word: string | null): word is Theme => THEMES.some((theme) => theme === word);
const read = (): Theme => {
  const kept = localStorage.getItem(KEPT_AS);
  return isTheme(kept) ? kept : "system";
};

/** The colour scheme that the user chose in this browser. */
export const theme = createStore<Theme>("system");

/** Applies the scheme that was chosen in this browser, before anything is shown. */
export const startTheme = (): void => apply(read());

export function chooseTheme(chosen: string): void {
  if (!isTheme(chosen)) return;
  localStorage.setItem(KEPT_AS, chosen);
  apply(chosen);
}

/** The styles decide by the attribute; without it, by the system. */
function apply(chosen: Theme): void {
  if (chosen === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
  theme.set(chosen);
}
