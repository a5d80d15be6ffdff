import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import type { Clock } from "../../platform/clock.ts";
import { createLogger } from "../../platform/logging/create-logger.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Connection } from "../../platform/db/connect.ts";
import { openDatabase } from "../../platform/db/open-database.ts";
import { type Environment, readSettings, type Settings } from "../../platform/settings/settings.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import { openTrackingDatabase, type TrackingDatabase } from "../../platform/db/tracking-database.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";

/** Dependencies that a command has on its process. */
export type CommandContext = {
  environment: Environment;
  nowMs: Clock;
  /** All kinds of background jobs. */
  jobKinds: readonly JobKind<object>[];
  /** Writes a line of the result. */
  print: (line: string) => void;
  /** Writes a line about progress, which is not part of the result. */
  note: (line: string) => void;
};

/** Ends a command; the message explains what to do. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** The service's parts that commands work on. */
export type System = {
  settings: Settings;
  connection: Connection;
  tracking: TrackingDatabase;
  storage: ObjectStorage;
  newId: () => string;
  nowMs: Clock;
};

/**
 * Opens the databases and the storage of the settings, runs `work`, and closes them. With `migrate`, the database is
 * migrated first. Throws if the embedded database is in use by another process.
 */
export async function withSystem<Result>(
  { environment, nowMs }: CommandContext,
  { migrate }: { migrate: boolean },
  work: (system: System) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(environment);
  const logger = createLogger("error");
  const connection = await openDatabase(settings, logger, { migrate });
  const tracking = openTrackingDatabase(settings, connection, logger, { migrate });
  try {
    const newId = createObjectIdMaker(nowMs);
    const storage = await openStorage(settings, newId);
    return await work({ settings, connection, tracking, storage, newId, nowMs });
  } finally {
    await Promise.all([connection.close(), tracking.own?.close()]);
  }
}

/** The pool of a separate tracking database for a command; undefined if tracking is in the main database. */
export async function trackingDatabaseOf({ tracking }: Pick<System, "tracking">): Promise<Database | undefined> {
  return tracking.own && (await tracking.pools()).background;
}
