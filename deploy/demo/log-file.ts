import { closeSync, existsSync, openSync, renameSync, writeSync } from "node:fs";

const MAX_BYTES = 20_000_000;

/** A log that a program writes; `file.1` contains the previous log. */
export type LogFile = { write(chunk: Uint8Array): void; close(): void };

/**
 * Opens a log file for a new start of its program. The log of the previous start is kept as `file.1`, for it may have
 * the reason of a crash, and so is the previous content when the file becomes too large.
 */
export function openLogFile(file: string, maxBytes = MAX_BYTES): LogFile {
  let [fd, sizeBytes] = [openNew(file), 0];
  return {
    write(chunk) {
      if (sizeBytes > 0 && sizeBytes + chunk.length > maxBytes) {
        closeSync(fd);
        [fd, sizeBytes] = [openNew(file), 0];
      }
      writeSync(fd, chunk);
      sizeBytes += chunk.length;
    },
    close: () => closeSync(fd),
  };
}

function openNew(file: string): number {
  if (existsSync(file)) renameSync(file, `${file}.1`);
  return openSync(file, "w");
}
