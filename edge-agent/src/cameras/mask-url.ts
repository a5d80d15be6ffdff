/**
 * The text with every credential a camera URL in it may carry replaced by `***`: user and password before the `@`, and
 * the value of query options whose names sound secret. Works on text that is no valid URL, and rather hides too much.
 */
export function maskUrl(text: string): string {
  return text
    .replaceAll(/\/\/[^\s"]*@/g, "//***@")
    .replaceAll(/([?&][^=&\s"]*(?:pass|pwd|token|secret|key|auth|user|usr|login)[^=&\s"]*=)[^&\s"#]*/gi, "$1***");
}
