/** The phrases of texts that list them with commas: long lists stay readable as text. */
export const phrases = (...texts: readonly string[]): string[] => texts.flatMap((text) => text.split(", "));
