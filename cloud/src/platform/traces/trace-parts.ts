import type { AiService } from "../ai/ai-service.ts";
import type { Database } from "../db/database.ts";
import type { ObjectStorage } from "../storage/object-storage.ts";
import { NO_TRACES, type Traces } from "./traces.ts";

/** Has each transaction of these pools be a step of its trace: from the wait for a connection to the commit. */
export function traceTransactions(traces: Traces, pools: Record<string, Database>): void {
  if (traces === NO_TRACES) return;
  // The embedded database is one for all names.
  for (const [db, pool] of new Map(Object.entries(pools).map(([name, db]) => [db, name]))) {
    const attributes = { "db.system.name": "postgresql", "db.pool": pool };
    const transact = db.transaction.bind(db);
    const transaction: Database["transaction"] = (work, config) =>
      traces.step("transaction", { kind: "client", attributes }, () => transact(work, config));
    Object.assign(db, { transaction });
  }
}

/** Wraps a storage: each write, read and delete is a step of its trace. */
export function traceStorage(traces: Traces, storage: ObjectStorage): ObjectStorage {
  if (traces === NO_TRACES) return storage;
  const step = <Result>(operation: string, work: () => Promise<Result>): Promise<Result> =>
    traces.step(`storage ${operation}`, { kind: "client" }, work);
  return {
    ...storage,
    write: (key, bytes) => step("write", () => storage.write(key, bytes)),
    read: (key, range) => step("read", () => storage.read(key, range)),
    delete: (key) => step("delete", () => storage.delete(key)),
  };
}

/** Wraps an AI service: each picture that it is asked about is a step of its trace. */
export function traceAi(traces: Traces, ai: AiService): AiService {
  if (traces === NO_TRACES) return ai;
  const step = <Outcome extends { kind: string }>(task: string, ask: () => Promise<Outcome>): Promise<Outcome> =>
    traces.step(`ai ${task}`, { kind: "client" }, async (span) => {
      const outcome = await ask();
      span.set({ "ai.outcome": outcome.kind });
      if (outcome.kind === "failed") span.fail(outcome.kind);
      return outcome;
    });
  return {
    ...ai,
    detect: (request) => step(request.task, () => ai.detect(request)),
    readNumber: (request) => step(request.task, () => ai.readNumber(request)),
  };
}
