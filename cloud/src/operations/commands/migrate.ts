import { setTimeout as delay } from "node:timers/promises";
import { migrationState } from "../../platform/db/migrate.ts";
import { keepPartitions } from "../../platform/db/partitions/keep-partitions.ts";
import { openTrackingDatabase } from "../../platform/db/tracking-database.ts";
import { openDatabase } from "../../platform/db/open-database.ts";
import { createLogger } from "../../platform/logging/create-logger.ts";
import { readSettings } from "../../platform/settings/settings.ts";
import type { CommandContext } from "./open-system.ts";

/** Maximum number of attempts to change a locked table, and the pause in ms between them. */
const MAX_TRIES = 60;
const PAUSE_MS = 5_000;

/**
 * `migrate`. Needs only the database: picture storage may be unavailable. Also does what the service would otherwise do
 * in the background, such as the next partition, so that a rollout starts with nothing left.
 */
export async function migrate({ environment, nowMs, print, note }: CommandContext): Promise<void> {
  const settings = readSettings(environment);
  const logger = createLogger("error");
  const connection = await openDatabase(settings, logger);
  const { own, pools } = openTrackingDatabase(settings, connection, logger);
  try {
    const { detail } = await migrationState(connection.db);
    print(detail);
    for (
      let tries = 1;
      (await keepPartitions({ db: connection.db, logger, nowMs }, async () => true)).isBusy;
      tries += 1
    ) {
      if (tries === MAX_TRIES) {
        note("A table is still locked: the service will finish in the background.");
        break;
      }
      await delay(PAUSE_MS);
    }
    await pools();
    if (own) print((await own.look()).detail);
  } finally {
    await Promise.all([connection.close(), own?.close()]);
  }
}
