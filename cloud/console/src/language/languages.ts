/**
 * The languages of the console by their tags, with their own names. English stands in the sources; every other language
 * has a catalog, `catalogs/TAG.po`.
 */
export const LANGUAGES = { en: "English", es: "Español", pt: "Português" } as const;
export type Language = keyof typeof LANGUAGES;

/** Returns true if a word is the tag of a language that the console has. */
export const isLanguage = (word: string | null | undefined): word is Language =>
  word !== null && word !== undefined && Object.hasOwn(LANGUAGES, word);

/** Returns the tags of the languages that have a catalog. */
export const translatedLanguages = () => Object.keys(LANGUAGES).filter((tag) => tag !== "en");
