import type { Logger } from "../logging/logger.ts";
import type { Settings } from "../settings/settings.ts";
import { type Connection, connectPostgres } from "./connect.ts";
import type { Database } from "./database.ts";
import { isReadOnly } from "./is-read-only.ts";
import type { QueryObserver } from "./measure-client.ts";
import { migrationState, trackingMigrations } from "./migrate.ts";
import type { DatabasePools, PoolName, PoolState } from "./pools.ts";

/**
 * Database of stream events, their rollups and the receipts of their batches: the main database, or a separate one.
 */
export type TrackingDatabase = {
  /** Opens the database on the first call, or the first one after it was unavailable; rejects while it is. */
  pools: () => Promise<DatabasePools>;
  /** Undefined in the main database, whose transactions include tracking. */
  own: OwnTrackingDatabase | undefined;
};

type OwnTrackingDatabase = {
  /** Checks if it accepts writes, and reports the problem if not. Rejects when it does not answer. */
  look: () => Promise<{ ok: boolean; detail: string }>;
  /** Its pools at this moment. */
  poolStates: () => Record<`tracking-${PoolName}`, PoolState> | undefined;
  close: () => Promise<void>;
};

type OpenOptions = { migrate?: boolean; observe?: QueryObserver | undefined };

/** The tracking tables of the main database. */
export function shareMainDatabase(pools: DatabasePools): TrackingDatabase {
  return { pools: async () => pools, own: undefined };
}

/**
 * The tracking database that the settings name, not opened yet; without one, that of `main`. It is opened and brought
 * up to date when it is first used: a process can start and serve everything else while it is unavailable.
 */
export function openTrackingDatabase(
  settings: Pick<Settings, "trackingDatabaseUrl" | "databaseConnections">,
  main: { pools: DatabasePools },
  logger: Logger,
  { migrate = true, observe }: OpenOptions = {},
): TrackingDatabase {
  const { trackingDatabaseUrl: url, databaseConnections: sizes } = settings;
  if (url === undefined) return shareMainDatabase(main.pools);
  let opened: Connection | undefined;
  let opening: Promise<Connection> | undefined;
  const open = async (): Promise<Connection> => {
    const options = { migrate, migrations: trackingMigrations, directUrl: url, sizes, observe };
    opening ??= connectPostgres(url, logger, options).finally(() => (opening = undefined));
    return (opened ??= await opening);
  };
  const pools = async () => (opened ?? (await open())).pools;
  return {
    pools,
    own: {
      look: async () => lookAt((await pools()).probes),
      poolStates: () => {
        const states = opened?.poolStates?.();
        return (
          states && {
            "tracking-people": states.people,
            "tracking-edge": states.edge,
            "tracking-background": states.background,
            "tracking-probes": states.probes,
          }
        );
      },
      close: async () => (await opening?.catch(() => undefined), opened?.close()),
    },
  };
}

async function lookAt(db: Database): Promise<{ ok: boolean; detail: string }> {
  const [{ state, detail }, readOnly] = await Promise.all([migrationState(db, trackingMigrations), isReadOnly(db)]);
  if (state !== "current" && state !== "newer") return { ok: false, detail };
  if (readOnly) return { ok: false, detail: "The tracking database is read-only." };
  return { ok: true, detail: "The tracking database accepts writes." };
}
