/** A failure of the outbox, described for the technician: the operation, its subject, the reason, and the fix. */
export class OutboxError extends Error {
  override name = "OutboxError";
  /** SQLite's or the system's code, such as `SQLITE_FULL` or `EACCES`; `OUTBOX` for findings of our own. */
  readonly code: string;

  constructor(failure: {
    operation: string;
    subject: string;
    reason: string;
    hint: string;
    code?: string;
    cause?: unknown;
  }) {
    const { operation, subject, reason, hint, code = "OUTBOX", cause } = failure;
    super(`Cannot ${operation} ${subject}: ${reason} (${code}). ${hint}`, { cause });
    this.code = code;
  }
}

/** SQLite's or the system's code of an error; empty when it has none. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Returns true if the file itself is broken, so that only quarantine and salvage help. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(errorCodeOf(error));

/** Error codes of a full page cap or disk; the last, if the index of the write-ahead log finds no space. */
const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT|SQLITE_IOERR_SHMSIZE)/;

/** Returns true if the page cap or the disk is full. */
export const isFull = (error: unknown): boolean => FULL.test(errorCodeOf(error));

/** Returns true if the storage under the outbox refused, which a program cannot mend. */
export const isStorageFailure = (error: unknown): boolean =>
  /^(SQLITE_(IOERR|READONLY|CANTOPEN|BUSY|LOCKED|PERM|AUTH|NOLFS)|E(IO|ACCES|ROFS|PERM|NOENT|MFILE|NFILE))/.test(
    errorCodeOf(error),
  );

const HINTS: readonly (readonly [RegExp, string])[] = [
  [FULL, "Free space on the disk, restore the connection to the cloud, or raise the outbox limit."],
  [
    /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EROFS|EPERM)/,
    "Make the folder writable for the user that runs the agent, and check that the disk is not mounted read-only.",
  ],
  [/^(ENOTDIR|EEXIST|ENOENT)/, "Check the folder in the configuration: part of its path is missing or is a file."],
  [
    /^(SQLITE_IOERR|EIO)/,
    "The disk failed to read or write: check the system log and the disk, and replace it if this repeats.",
  ],
  [/^SQLITE_(BUSY|LOCKED)/, "Another process uses the outbox: stop it, or wait until it is done."],
  [
    /^SQLITE_(CORRUPT|NOTADB)/,
    "The file is damaged: start the agent, which moves it to quarantine and saves every readable record.",
  ],
];

/** Puts an error of SQLite or the file system into an OutboxError; leaves OutboxErrors and all others as they are. */
export function explainStorageError(operation: string, subject: string, error: unknown): unknown {
  if (error instanceof OutboxError || !(error instanceof Error)) return error;
  const code = errorCodeOf(error);
  const hint = HINTS.find(([pattern]) => pattern.test(code))?.[1];
  if (hint === undefined) return error;
  return new OutboxError({ operation, subject, reason: error.message, hint, code, cause: error });
}
