import type { Parts } from "../parts.ts";
import type { JobHandler, JobKind } from "./job-kind.ts";

/** One row of the worker table in workers.ts: a kind of job, and what works on it once the parts are there. */
export type WorkerDefinition = { kind: JobKind<object>; createHandler: (parts: Parts) => JobHandler<object> };

/** Ties a kind of job to its handler, so that the types of one check the other. */
export function defineWorker<Data extends object>(
  kind: JobKind<Data>,
  createHandler: (parts: Parts) => JobHandler<Data>,
): WorkerDefinition {
  return {
    kind,
    // The table holds handlers of all shapes; data is parsed by the kind's schema before a handler sees it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    createHandler: createHandler as unknown as WorkerDefinition["createHandler"],
  };
}
