import type { DatabaseOrTransaction } from "../db/database.ts";
import type { JobHandler, JobKind } from "./job-kind.ts";

/** One row of the worker table in workers.ts: a kind of job, and what creates its handler from the parts. */
export type WorkerDefinition<Needs = never> = {
  kind: JobKind<object>;
  createHandler: (parts: Needs) => JobHandler<object>;
  abandoned?: Abandoned<Needs>;
};

/**
 * Work that waits for jobs of a kind, and the end of its wait once no job is left: a last try may end with its
 * process.
 */
export type Abandoned<Needs = never> = {
  /** Ids of pending items that no live job of the kind names, the oldest first. */
  find: (db: DatabaseOrTransaction, kind: JobKind<object>, limit: number) => Promise<string[]>;
  /** Keeps others from changing it until the transaction ends; false when it is no longer pending. */
  lock: (tx: DatabaseOrTransaction, id: string) => Promise<boolean>;
  /** Ends the wait as a failure. */
  fail: (tx: DatabaseOrTransaction, parts: Needs, failed: { id: string; reason: string }) => Promise<void>;
};

/** Ties a kind of job to its handler, so that the types of one check the other. */
export function defineWorker<Data extends object, Needs>(
  kind: JobKind<Data>,
  createHandler: (parts: Needs) => JobHandler<Data>,
  abandoned?: Abandoned<Needs>,
): WorkerDefinition<Needs> {
  return {
    kind,
    // The table holds handlers of all shapes; data is parsed by the kind's schema before a handler sees it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    createHandler: createHandler as unknown as WorkerDefinition<Needs>["createHandler"],
    ...(abandoned ? { abandoned } : {}),
  };
}
