import type { Messages } from "@lingui/core";
import { i18n } from "./i18n.ts";
import { isLanguage, type Language } from "./languages.ts";

/** The texts of the other languages, each loaded only where it is in use. */
const CATALOGS = import.meta.glob<{ messages: Messages }>("./catalogs/*.po");

const KEPT_AS = "language";
const languageOf = (tag: string) => tag.toLowerCase().split("-")[0];

/** The language that was chosen in this browser; otherwise the first one of the browser's that the console has. */
export function languageInUse(): Language {
  const chosen = localStorage.getItem(KEPT_AS);
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map(languageOf).find(isLanguage) ?? "en";
}

/** Loads the texts of the language in use, before anything is shown. The console is in English if they do not load. */
export async function startLanguage(): Promise<void> {
  const language = languageInUse();
  if (language !== "en") {
    const messages = await CATALOGS[`./catalogs/${language}.po`]?.().then(
      (catalog) => catalog.messages,
      () => undefined,
    );
    if (messages) return activate(language, messages);
  }
  activate("en", {});
}

function activate(language: Language, messages: Messages): void {
  // Dates and numbers as the browser writes them in that language, which depends on the region too.
  const locales = navigator.languages.find((tag) => languageOf(tag) === language) ?? language;
  document.documentElement.lang = language;
  i18n.loadAndActivate({ locale: language, locales, messages });
}

/** Stores the choice in this browser and reloads the page; drafts of entered text stay. */
export function chooseLanguage(language: string): void {
  if (!isLanguage(language)) return;
  localStorage.setItem(KEPT_AS, language);
  window.location.reload();
}

/** Returns the locales for dates and numbers. */
export const locales = () => i18n.locales ?? i18n.locale;
