import { randomUUID } from "node:crypto";
import { fromPglite, type JobResult, PgBoss } from "pg-boss";
import { z } from "zod";
import type { Logger } from "../logging/logger.ts";
import type { DatabaseOrTransaction } from "../db/database.ts";
import type { JobSource } from "../db/connect.ts";
import { codeOf } from "../db/error-code.ts";
import { takeTurn } from "../db/take-turn.ts";
import { createRepeatedLog } from "../logging/repeated-log.ts";
import { NO_TRACES, type Traces, traceUnderWay } from "../traces/traces.ts";
import type { JobHandler, JobKind } from "./job-kind.ts";
import { queueStatementsOf } from "./job-store.ts";

/**
 * The queue of background work, stored in the database: enqueued jobs survive restarts and are shared by all
 * processes.
 */
export type Jobs = {
  /**
   * Enqueues a job with the statements of `tx`: it exists when the transaction commits, and never otherwise. Returns
   * its id. `delaySeconds` keeps it back that long.
   */
  enqueue: <Data extends object>(
    tx: DatabaseOrTransaction,
    kind: JobKind<Data>,
    data: Data,
    options?: { delaySeconds?: number },
  ) => Promise<string>;
  /** Enqueues many jobs of a kind with one statement of `tx`. */
  enqueueAll: <Data extends object>(tx: DatabaseOrTransaction, kind: JobKind<Data>, all: Data[]) => Promise<void>;
  /** Begins to work on jobs of a kind, `atOnce` at a time, until `stop`. */
  work: <Data extends object>(kind: JobKind<Data>, handler: JobHandler<Data>) => Promise<void>;
  /** Starts no further jobs and lets running ones finish for at most `drainMs`; interrupted jobs are retried. */
  stop: (drainMs: number) => Promise<void>;
};

/** Connections of the queue's own, beside those of requests. */
const POOL_SIZE = 3;
const SCHEMA = "jobs";

type QueueOptions = {
  /** All that will be enqueued or worked on. */
  kinds: readonly JobKind<object>[];
  logger: Logger;
  traces?: Traces;
  /** Seconds after which a new job is seen at the latest; at least 0.5. */
  pollSeconds?: number;
  /** An error of the queue is logged once in this time, with the number of those that followed. */
  countErrorsMs?: number;
};

/**
 * Opens the queue in the database, where its tables are made when they are absent; processes that start at once take
 * turns.
 */
export async function openJobs(
  source: JobSource,
  { kinds, logger, traces = NO_TRACES, pollSeconds = 2, countErrorsMs }: QueueOptions,
): Promise<Jobs> {
  const boss = new PgBoss({
    ...("url" in source
      ? { connectionString: source.url, max: POOL_SIZE, application_name: "container-inspection-jobs" }
      : { db: fromPglite(source.pglite), backend: "pglite" as const }),
    schema: SCHEMA,
    schedule: false,
  });
  const log = createRepeatedLog(logger, countErrorsMs);
  boss.on("error", (error) =>
    log(`jobs ${codeOf(error) ?? "error"}`, () =>
      logger.warn({ err: error }, "the job queue could not reach its database; retrying"),
    ),
  );
  const open = async () => {
    await boss.start();
    for (const { name } of kinds) await openQueue(boss, name);
  };
  try {
    // pg-boss's own lock is not enough: it looks before it waits, and may then create what another has created.
    await ("url" in source ? takeTurn(source.url, open) : open());
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return {
    async enqueue(tx, kind, data, { delaySeconds } = {}) {
      const id = await boss.send(kind.name, withTrace(data), {
        ...boundsOf(kind),
        db: queueStatementsOf(tx),
        ...(delaySeconds === undefined ? {} : { startAfter: delaySeconds }),
      });
      if (id === null) throw new Error(`the queue ${kind.name} rejected the job`);
      return id;
    },
    async enqueueAll(tx, kind, all) {
      if (all.length === 0) return;
      const jobs = all.map((data) => ({ data: withTrace(data), ...boundsOf(kind) }));
      await boss.insert(kind.name, jobs, { db: queueStatementsOf(tx) });
    },
    async work(kind, handler) {
      await boss.work<object>(kind.name, workOptions(kind, pollSeconds), (batch) =>
        Promise.all(batch.map(async (job) => handle(kind, handler, job, { logger, traces }))),
      );
    },
    stop: (drainMs) => boss.stop({ graceful: drainMs > 0, timeout: drainMs }),
  };
}

/** Returns the queue's options for working on a kind. */
const workOptions = ({ batchSize = 1, atOnce }: Omit<JobKind<object>, "data">, pollSeconds: number) => ({
  batchSize,
  // The next batch is fetched at once after a full one, and after `pollSeconds` otherwise. A single job fills none.
  burstWhenBatchFull: batchSize > 1,
  perJobResults: true as const,
  localConcurrency: atOnce,
  pollingIntervalSeconds: pollSeconds,
});

/**
 * Trace context, among the data of a job, for continuing the trace that enqueued it: kinds read only their own data.
 */
const traceInData = z.object({ trace: z.object({ traceparent: z.string(), atMs: z.number().optional() }) });

const withTrace = <Data extends object>(data: Data): Data => {
  const trace = traceUnderWay();
  return trace ? { ...data, trace } : data;
};

const traceOf = (data: object) => traceInData.safeParse(data).data?.trace;

/** The bounds of a job's tries, as the queue takes them. */
const boundsOf = (kind: Omit<JobKind<object>, "data">) => ({
  retryLimit: kind.retries,
  retryDelay: kind.firstRetrySeconds,
  retryDelayMax: kind.longestRetrySeconds,
  retryBackoff: true,
  expireInSeconds: kind.timeoutSeconds,
});

/**
 * Makes a queue that is absent, and has pg-boss keep its settings in memory: looked up later, inside a transaction,
 * they would be asked for on another connection, which the embedded database does not have.
 */
async function openQueue(boss: PgBoss, name: string): Promise<void> {
  if (!(await boss.getQueue(name))) await boss.createQueue(name);
  await boss.findJobs(name, { id: randomUUID() });
}

async function handle<Data extends object>(
  kind: JobKind<Data>,
  handler: JobHandler<Data>,
  job: { id: string; data: object; retryCount: number; signal: AbortSignal },
  { logger, traces }: { logger: Logger; traces: Traces },
): Promise<JobResult> {
  const attempt = job.retryCount + 1;
  const isLast = attempt > kind.retries;
  try {
    const data = kind.data.parse(job.data);
    const options = {
      kind: "consumer" as const,
      after: traceOf(job.data),
      attributes: { "job.id": job.id, "job.attempt": attempt },
    };
    await traces.begin(`job ${kind.name}`, options, () =>
      handler(data, { jobId: job.id, attempt, isLast, signal: job.signal }),
    );
    return { id: job.id, status: "completed" };
  } catch (error) {
    const line = { err: error, jobId: job.id, job: kind.name, attempt };
    logger.warn(line, isLast ? "a job failed and will not be retried" : "a job failed; it will be retried");
    return { id: job.id, status: "failed", output: error };
  }
}
