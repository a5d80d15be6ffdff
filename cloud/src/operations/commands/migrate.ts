import { migrationState } from "../../platform/db/migrate.ts";
import { openTrackingDatabase } from "../../platform/db/tracking-database.ts";
import { openDatabase } from "../../platform/db/open-database.ts";
import { createLogger } from "../../platform/logging/create-logger.ts";
import { readSettings } from "../../platform/settings/settings.ts";
import type { CommandContext } from "./open-system.ts";

/** `migrate`. Needs only the database: picture storage may be unavailable. */
export async function migrate({ environment, print }: CommandContext): Promise<void> {
  const settings = readSettings(environment);
  const logger = createLogger("error");
  const connection = await openDatabase(settings, logger);
  const { own, pools } = openTrackingDatabase(settings, connection, logger);
  try {
    const { detail } = await migrationState(connection.db);
    print(detail);
    await pools();
    if (own) print((await own.look()).detail);
  } finally {
    await Promise.all([connection.close(), own?.close()]);
  }
}
