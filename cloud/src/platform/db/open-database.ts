import path from "node:path";
import type { Logger } from "../logging/logger.ts";
import type { Settings } from "../settings/settings.ts";
import type { QueryObserver } from "./measure-client.ts";
import { type Connection, connectEmbedded, connectPostgres } from "./connect.ts";

/** Opens the database that the settings name: Postgres, or the embedded one under `DATA_DIR`. */
export async function openDatabase(
  { databaseUrl, databaseDirectUrl: directUrl, databaseConnections: sizes, dataDir }: Settings,
  logger: Logger,
  { migrate = true, observe }: { migrate?: boolean; observe?: QueryObserver } = {},
): Promise<Connection> {
  if (databaseUrl === undefined) return connectEmbedded(path.join(dataDir, "database"), { migrate });
  return connectPostgres(databaseUrl, logger, { migrate, directUrl, sizes, observe });
}
