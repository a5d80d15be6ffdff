import { renameSync, writeFileSync } from "node:fs";

/**
 * Replaces a small file in one step: a reader, and a start after a power cut, finds the previous text or this one. A
 * new file has the given mode. `prepare` may change the new file before it takes its place. Throws the errors of the
 * file system.
 */
export function replaceFile(
  file: string,
  text: string,
  mode = 0o644,
  prepare: (temporary: string) => void = () => undefined,
): void {
  const temporary = `${file}.new`;
  writeFileSync(temporary, text, { mode, flush: true });
  prepare(temporary);
  renameSync(temporary, file);
}
