import type { Jobs } from "../platform/jobs/jobs.ts";

/** A queue that `open` opens for the first job: most tests enqueue none, and to open one takes a dozen statements. */
export function createLateJobs(open: () => Promise<Jobs>): Jobs {
  let opened: Promise<Jobs> | undefined;
  const jobs = () => (opened ??= open());
  return {
    enqueue: async (...job) => (await jobs()).enqueue(...job),
    enqueueAll: async (...all) => (await jobs()).enqueueAll(...all),
    work: async (...kind) => (await jobs()).work(...kind),
    stop: async (drainMs) => (await opened)?.stop(drainMs),
  };
}
