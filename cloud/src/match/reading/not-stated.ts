/** Entries that forms ask for where there is nothing to state; letters and digits alone. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(
  [
    "na nil none null tba tbn tbc tbd notapplicable notavailable unknown noseal unsealed",
    "nonhaz nonhazardous nonhazmat nondg nodg nondangerous",
    "keine keiner ninguno ninguna aucun aucune nenhum nenhuma yok нет 无",
  ].flatMap((words) => words.split(" ")),
);

/** True for text that stands for nothing: empty, "N/A", "TBA", "NIL", "-", "0000" and their like. */
export function isNotStated(text: string): boolean {
  const compact = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return /^[-–—_.*/\s]*$/.test(text) || /^0+$/.test(compact) || PLACEHOLDERS.has(compact);
}
