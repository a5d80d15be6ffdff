import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { errorCodeOf } from "../outbox/outbox-error.ts";

/** The data folder cannot be used; the message names the reason and the fix, in one sentence. */
export class DataFolderError extends Error {
  override readonly name = "DataFolderError";
}

/** Makes the data folder, and checks that this user may read and write it and the files of the outbox in it. */
export function makeDataFolder(dataDir: string): void {
  const { R_OK, W_OK, X_OK } = constants;
  // First, because a failed mkdir does not always name the cause.
  const nearest = nearestPath(dataDir);
  if (statSync(nearest).isDirectory()) accessSync(nearest, W_OK | X_OK);
  mkdirSync(dataDir, { recursive: true });
  accessSync(dataDir, R_OK | W_OK | X_OK);
  const files = readdirSync(dataDir).filter((name) => name.startsWith("outbox.sqlite"));
  for (const name of files) accessSync(pathInside(dataDir, name), R_OK | W_OK);
}

/** Makes the data folder and checks it. Throws a DataFolderError for problems that a technician must fix. */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeDataFolder(dataDir);
  } catch (error) {
    throw explainDataFolder(dataDir, error);
  }
}

/** Existing part of a path. */
const nearestPath = (file: string): string => (existsSync(file) ? file : nearestPath(path.dirname(file)));

type Place = { dataDir: string; user: string; failedPath: string };

/** Reason and fix by the system's or SQLite's code. */
const EXPLANATIONS: readonly (readonly [RegExp, (place: Place) => string])[] = [
  [
    /^(EACCES|EPERM|SQLITE_(PERM|AUTH))/,
    ({ dataDir, user, failedPath }) =>
      `the user ${user} may not write ${failedPath}; run "mkdir -p ${dataDir} && chown -R ${user} ${dataDir}" as root`,
  ],
  [
    /^(EROFS|SQLITE_READONLY)/,
    () => "it is mounted read-only; check the disk and the system log, then mount it writable",
  ],
  [
    /^(ENOTDIR|EEXIST)/,
    ({ failedPath }) => `${failedPath} is or passes through a file; set dataDir to a folder, or remove the file`,
  ],
  [
    /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)/,
    () => "its disk is full; free up space, or set dataDir to a folder on another disk",
  ],
  [/^(EIO|SQLITE_IOERR)/, () => "its disk fails to read or write; check the system log, and replace the disk"],
];

/** Returns a DataFolderError for an error of the system; every other error unchanged. */
export function explainDataFolder(dataDir: string, error: unknown): unknown {
  const code = errorCodeOf(error);
  const explain = EXPLANATIONS.find(([pattern]) => pattern.test(code))?.[1];
  if (!explain) return error;
  const reason = explain({ dataDir, user: userName(), failedPath: pathOf(error) ?? dataDir });
  const text = reason.replace("; ", ` (${code}); `);
  return new DataFolderError(`the data folder ${dataDir} cannot be used: ${text}`, { cause: error });
}

function pathOf(error: unknown): string | undefined {
  return error instanceof Error && "path" in error && typeof error.path === "string" ? error.path : undefined;
}

/** Returns the user's name, or its number where the system has no name for it. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "of the agent");
  }
}
