/**
 * Text of a camera or a model file as the cloud takes it: one invalid character must not make it reject the whole
 * message. Undefined when nothing is left.
 */
export function clipText(text: string, maxLength: number): string | undefined {
  return text.replaceAll("\0", "").slice(0, maxLength).toWellFormed() || undefined;
}
