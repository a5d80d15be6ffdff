import { migrationState } from "../../platform/db/migrate.ts";
import { openDatabase } from "../../platform/db/open-database.ts";
import { createLogger } from "../../platform/logging/create-logger.ts";
import { readSettings } from "../../platform/settings/settings.ts";
import type { CommandContext } from "./open-system.ts";

/** `migrate`. Needs only the database: picture storage may be unavailable. */
export async function migrate({ environment, print }: CommandContext): Promise<void> {
  const connection = await openDatabase(readSettings(environment), createLogger("error"));
  try {
    const { detail } = await migrationState(connection.db);
    print(detail);
  } finally {
    await connection.close();
  }
}
