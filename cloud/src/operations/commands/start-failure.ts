import { hasCode, isDatabaseUnavailable } from "../../platform/db/error-code.ts";
import { RefusedDatabaseError } from "../../platform/db/migrate.ts";
import { FolderInUseError } from "../../platform/db/lock-folder.ts";
import { BackupError } from "../backup/manifest.ts";
import { ExportError } from "../training-data/export-training-data.ts";
import { CommandError } from "./open-system.ts";
import { SettingsError } from "../../platform/settings-error.ts";
import { StorageUnavailableError } from "../../platform/storage/object-storage.ts";

/** Errors whose messages need no stack. */
const plainErrors = [
  SettingsError,
  FolderInUseError,
  StorageUnavailableError,
  BackupError,
  ExportError,
  CommandError,
  RefusedDatabaseError,
];

/**
 * Returns the message of a failed start: the problem and its remedy, without a stack if that does not help.
 */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (plainErrors.some((kind) => error instanceof kind)) return error.message;
  if (hasCode(error, "EADDRINUSE"))
    return `${error.message}: another program listens there. Stop it, or set PORT to a free port (0 takes any).`;
  if (hasCode(error, "EACCES"))
    return `${error.message}: permission denied. Ports below 1024 need privileges; DATA_DIR must be writable.`;
  if (hasCode(error, "EADDRNOTAVAIL")) return `${error.message}: HOST is not an address of this machine.`;
  if (hasCode(error, "ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT"))
    return `The database of DATABASE_URL does not answer (${messageOf(error)}). Is it running, and is the address right?`;
  if (hasCode(error, "28P01", "28000"))
    return `The database refused the user or password of DATABASE_URL (${error.message}).`;
  if (hasCode(error, "57P03", "53300"))
    return `The database of DATABASE_URL accepts no connections at the moment (${messageOf(error)}). Try again shortly, or raise its max_connections.`;
  if (causeOf(error).includes("pg_trgm"))
    return (
      `The database of DATABASE_URL needs the PostgreSQL extension pg_trgm, which searches use (${causeOf(error)}). Install the contrib ` +
      `modules of its PostgreSQL, or allow the extension where the provider keeps a list, and start again. Nothing was changed.`
    );
  if (hasCode(error, "42501"))
    return `The user of DATABASE_URL may not create the tables (${causeOf(error)}). Make it the owner of the database.`;
  if (hasCode(error, "55P03"))
    return `The database could not be brought up to date: its tables are locked (${causeOf(error)}). Stop older replicas, and start again.`;
  if (hasCode(error, "3D000"))
    return `The database named in DATABASE_URL does not exist (${error.message}). Create it first.`;
  if (isDatabaseUnavailable(error))
    return `The database of DATABASE_URL was lost during the start (${causeOf(error)}). Start again once it answers.`;
  return describeUnknown(error);
}

/** The stack of a failure that nothing explains, after the words of its cause. */
function describeUnknown(error: Error): string {
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${error.cause.message}\n${stack}` : stack;
}

/** The error of the database, which a failed query hides behind its text. */
function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function messageOf(error: Error): string {
  return error instanceof AggregateError ? error.errors.map(String).join("; ") : error.message;
}
