import { DEFAULT_POOL_SIZES, type PoolName } from "../db/pools.ts";
import { postgresAddress, wholeNumber } from "./variable.ts";

/** The size of one pool of database connections. */
function connections(name: string, pool: PoolName, users: string) {
  const meaning = `the most connections for ${users}, 1 to 100`;
  return wholeNumber({ name, fallback: DEFAULT_POOL_SIZES[pool], min: 1, max: 100, meaning });
}

/** The variables of the databases. */
export const databaseVariables = {
  databaseUrl: postgresAddress({
    name: "DATABASE_URL",
    shownDefault: "embedded database",
    meaning: "`postgres://user:password@host:5432/name`; the server must offer the extension `pg_trgm`",
  }),
  databaseDirectUrl: postgresAddress({
    name: "DATABASE_DIRECT_URL",
    shownDefault: "`DATABASE_URL`",
    meaning: "the address of Postgres itself if `DATABASE_URL` is that of a [connection pooler](connections.md)",
  }),
  trackingDatabaseUrl: postgresAddress({
    name: "TRACKING_DATABASE_URL",
    shownDefault: "`DATABASE_URL`",
    meaning:
      "a database of its own for tracking events, Postgres or the coordinator of a Citus cluster ([tracking database](tracking-database.md))",
  }),
  databaseReadUrl: postgresAddress({
    name: "DATABASE_READ_URL",
    meaning:
      "a standby of `DATABASE_URL` for lists, reports and exports, the address of the server itself and not of a pooler ([read replica](read-replica.md)); without it " +
      "they use `DATABASE_URL`",
  }),
  databaseReadWaitMs: wholeNumber({
    name: "DATABASE_READ_WAIT_MS",
    fallback: 250,
    min: 0,
    max: 5_000,
    meaning:
      "how long a read waits until the standby has what was committed before it; if that is too short, reads use `DATABASE_URL` until it has caught up",
  }),
  databaseEdgeConnections: connections("DATABASE_EDGE_CONNECTIONS", "edge", "writes of edge devices"),
  databasePeopleConnections: connections("DATABASE_PEOPLE_CONNECTIONS", "people", "requests of users"),
  databaseBackgroundConnections: connections("DATABASE_BACKGROUND_CONNECTIONS", "background", "background work"),
};
