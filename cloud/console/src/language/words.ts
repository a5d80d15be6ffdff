import { i18n } from "./i18n.ts";

/**
 * A word of the API, such as a status or a role, in the language in use; a word that the catalog does not know stays.
 * The catalog has them under themselves as ids (api-words.ts).
 */
export const wordOf = (word: string): string => i18n._(word);
