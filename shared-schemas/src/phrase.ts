import { z } from "zod";

/** A template and the values of its placeholders: numbers, words as their sender wrote them, and other phrases. */
export type Phrase = (string | number | Phrase)[];

/**
 * A sentence or a part of one, for programs that show it in other languages: `["The tare is {0}.", ["{0} kg", 2300]]`.
 */
export const phrase: z.ZodType<Phrase> = z.array(z.union([z.string(), z.number(), z.lazy(() => phrase)])).meta({
  id: "Phrase",
  description:
    "A text as its English template with the placeholders `{0}`, `{1}`, …, and then their values: numbers, words as their " +
    "sender wrote them, and phrases. A template has one translation, by which programs show the text in their language.",
});

/** The English text of a phrase, with ungrouped digits. */
export function textOfPhrase([template, ...values]: Phrase): string {
  return String(template).replace(/\{(\d+)\}/g, (_, index: string) => {
    const value = values[Number(index)] ?? "";
    return typeof value === "object" ? textOfPhrase(value) : String(value);
  });
}
