import type {
  createMemoryReceipts,
  Interruption,
  MemoryConnection,
} from "../../cloud/src/platform/idempotency/testing/memory-receipts.ts";
import { createRandom } from "../power-cut/random.ts";
import { type Schedule, seedOf } from "./schedule.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Fault of the database during a request. */
export type DatabaseFault = "conflict" | "uncertain-commit";

/** One process of the cloud: it ends at the moments and at the calls to the database that the schedule names. */
export function createProcess(parts: {
  index: number;
  time: VirtualTime;
  schedule: Schedule;
  database: ReturnType<typeof createMemoryReceipts>;
}) {
  const { index, time, schedule, database } = parts;
  const random = createRandom(seedOf(schedule.seed, 2, index));
  const crashes = schedule.crashes.flatMap((crash) =>
    crash.side === "cloud" && crash.process === index && "call" in crash.at
      ? [{ call: crash.at.call, downMs: crash.downMs }]
      : [],
  );
  const lost = new Set<() => void>();
  const connections = new Set<MemoryConnection>();
  let calls = 0;
  let generation = 0;
  let isUp = true;
  let isCalm = false;
  const crash = (downMs: number) => {
    if (!isUp) return;
    isUp = false;
    generation += 1;
    for (const connection of connections) connection.disconnect();
    connections.clear();
    for (const lose of lost) lose();
    lost.clear();
    time.timers.after(downMs, () => (isUp = true));
  };
  /** Creates the interruption before each call to the database: the process may end, or the database fail. */
  const createInterrupt = (fault: DatabaseFault | null) => {
    const bornIn = generation;
    let conflicts = 0;
    return async (at: Interruption): Promise<void> => {
      calls += 1;
      const due = isCalm ? undefined : crashes.find(({ call }) => call === calls);
      if (due !== undefined) crash(due.downMs);
      if (generation === bornIn && random.chance(0.2)) await time.sleep(random.below(30));
      if (generation !== bornIn) return new Promise(() => {});
      if (fault === "conflict" && at === "before-commit" && (conflicts += 1) < 3) throw failure("40001");
      if (fault === "uncertain-commit" && at.endsWith("commit") && random.chance(0.5)) throw failure("08006");
    };
  };
  return {
    /** Callbacks for requests that are unanswered when the process ends. */
    lost,
    crash,
    isUp: () => isUp,
    /** Prevents any further end of the process. */
    calm: () => void (isCalm = true),
    connect(fault: DatabaseFault | null): MemoryConnection {
      const connection = database.connect(createInterrupt(fault));
      connections.add(connection);
      return connection;
    },
  };
}

/** The message by which failures of the simulated database are recognised. */
export const DATABASE_FAILED = "the simulated database failed";

const failure = (code: string): Error => Object.assign(new Error(DATABASE_FAILED), { code });
