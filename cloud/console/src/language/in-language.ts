import type { Phrase } from "@container-inspection/shared-schemas/phrase";
import { i18n } from "./i18n.ts";
import { locales } from "./language.ts";

/** A text of the service in the language in use; in English where it has no phrase, as from before there were any. */
export function inLanguage(english: string, phrase: Phrase | undefined): string {
  return phrase === undefined || i18n.locale === "en" ? english : translate(phrase);
}

/** The name of a class in the language in use; one that a site chose stays as it is. */
export const classInLanguage = (name: string): string => inLanguage(name, [name]);

/** A part that no catalog knows is shown by its template, such as the name of a class that a site chose. */
function translate([template, ...values]: Phrase): string {
  const shown = values.map((value) => {
    if (typeof value === "number") return new Intl.NumberFormat(locales(), { maximumFractionDigits: 1 }).format(value);
    return typeof value === "string" ? value : translate(value);
  });
  const id = String(template);
  // Catalogs have the names of rules as words.
  const word = [id, id.replaceAll("-", " ")].find((one) => Object.hasOwn(i18n.messages, one));
  if (word !== undefined) return i18n._(word, Object.fromEntries(shown.entries()));
  return id.replace(/\{(\d+)\}/g, (_, index: string) => shown[Number(index)] ?? "");
}
