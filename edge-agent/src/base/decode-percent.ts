/** Decodes `%XX`; a text with a bare `%`, such as a password that was never encoded, stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
