import { setTimeout as delay } from "node:timers/promises";
import { repeat } from "../concurrency/repeat.ts";
import { shareNext } from "../concurrency/share-next.ts";
import { within } from "../concurrency/within.ts";
import type { Logger } from "../logging/logger.ts";
import type { Database } from "./database.ts";
import type { QueryObserver } from "./measure-client.ts";
import { DEFAULT_TIMEOUTS, openPools, type PoolName, type PoolSizes, type PoolState } from "./pools.ts";
import { readPrimaryPosition, readStandbyPosition, type StandbyPosition } from "./wal-position.ts";

/** State of the replica: `ok` if reads go to it, and the reason if they do not. */
type ReplicaState = { ok: boolean; detail: string };

/** A standby of the main database that serves reads of users. */
export type ReadReplica = {
  db: Database;
  /**
   * Returns true if a read may use `db`: it has everything that was committed before this call, by any process. Waits
   * for that for a moment; never rejects.
   */
  isCurrent: () => Promise<boolean>;
  state: () => ReplicaState;
  /**
   * Returns the number of bytes of the log that it had not replayed at the last check; undefined while it does not
   * answer.
   */
  lagBytes: () => number | undefined;
  poolStates: () => Record<`replica-${PoolName}`, PoolState>;
  close: () => Promise<void>;
};

type Options = {
  url: string;
  /** Probes of the primary. */
  primary: Database;
  sizes: PoolSizes;
  /** Time in ms for which a read waits for the replica. */
  waitMs: number;
  logger: Logger;
  observe?: QueryObserver | undefined;
  lookEveryMs?: number;
};

const LOOK_EVERY_MS = 1_000;
/**
 * Number of checks in a row that must find it current after a failure: one that is late now and then would otherwise
 * change state all day.
 */
const CALM_LOOKS = 5;
/** Time limit in ms for a free connection: when all are busy, the primary soon gets the read. */
const CONNECT_MS = 2_000;
/** Time limit in ms for an answer of the replica, beyond the wait. */
const ANSWER_MS = 250;
const MAX_PAUSE_MS = 16;

const CURRENT = "Lists, reports and exports read from the replica.";
const BEHIND = "The read replica is behind: reads use the primary.";
const UNAVAILABLE = "The read replica does not answer: reads use the primary.";
const NOT_A_STANDBY = "DATABASE_READ_URL names no standby of DATABASE_URL: reads use the primary.";

/**
 * Opens the replica at `url`, and looks at it every second. No position is stored anywhere: each read asks the primary
 * how far it has committed, so that all processes agree, and no caller sees an older state than before.
 */
export function openReadReplica(options: Options): ReadReplica {
  const { url, primary, sizes, waitMs, logger, observe, lookEveryMs = LOOK_EVERY_MS } = options;
  const timeouts = { ...DEFAULT_TIMEOUTS, connectMs: CONNECT_MS };
  const { pools, states, close } = openPools(url, { sizes, timeouts, isBehindPooler: false, logger, observe });
  const readPrimary = shareNext(() => readPrimaryPosition(primary));
  const readStandby = shareRunning(() => readStandbyPosition(pools.probes));
  const caughtUp = async (position: bigint) => waitForReplay(readStandby, position, waitMs);
  let state: ReplicaState = { ok: false, detail: "The read replica was not asked yet." };
  let looksUntilUse = 1;
  let lag: bigint | undefined;

  const settle = (found: string, error?: unknown) => {
    if (found !== CURRENT) looksUntilUse = CALM_LOOKS;
    if (found === state.detail) return;
    state = { ok: found === CURRENT, detail: found };
    if (state.ok) logger.info(found);
    else logger.warn({ err: error }, found);
  };
  const look = async () => {
    const standby = await readStandby();
    const main = await readPrimary().catch(() => undefined);
    // Without the primary no request can be served, so the state stays the same.
    if (!main) return;
    lag = main.committed > standby.replayed ? main.committed - standby.replayed : 0n;
    // One that is ahead follows another primary, as after a failover.
    const isOurs = standby.identity === main.identity && standby.replayed <= main.written;
    const found = isOurs ? await caughtUp(main.committed) : NOT_A_STANDBY;
    if (found !== CURRENT) settle(found);
    else if (!state.ok && --looksUntilUse <= 0) settle(CURRENT);
  };
  const looks = repeat(
    lookEveryMs,
    () => within(waitMs + CONNECT_MS, look()),
    (error) => {
      lag = undefined;
      settle(UNAVAILABLE, error);
    },
  );

  return {
    db: pools.people,
    async isCurrent() {
      if (!state.ok) return false;
      const main = await readPrimary().catch(() => undefined);
      if (!main) return false;
      try {
        const found = await within(waitMs + ANSWER_MS, caughtUp(main.committed));
        if (found !== CURRENT) settle(found);
        return found === CURRENT;
      } catch (error) {
        settle(UNAVAILABLE, error);
        return false;
      }
    },
    state: () => state,
    lagBytes: () => (lag === undefined ? undefined : Number(lag)),
    poolStates: () => prefixed(states()),
    close: async () => (await looks.stop(), close()),
  };
}

/** Polls until the standby has replayed up to `position`, for `waitMs` at most. */
async function waitForReplay(
  readStandby: () => Promise<StandbyPosition>,
  position: bigint,
  waitMs: number,
): Promise<string> {
  const deadline = performance.now() + waitMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    const { isStandby, replayed } = await readStandby();
    if (!isStandby) return NOT_A_STANDBY;
    if (replayed >= position) return CURRENT;
    if (performance.now() + pauseMs > deadline) return BEHIND;
    await delay(pauseMs);
  }
}

/** Shares a question that is under way: an older answer does no harm where positions only grow. */
function shareRunning<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<Answer> | undefined;
  return () => (running ??= ask().finally(() => (running = undefined)));
}

const prefixed = (states: Record<PoolName, PoolState>) => ({
  "replica-people": states.people,
  "replica-edge": states.edge,
  "replica-background": states.background,
  "replica-probes": states.probes,
});
