import type { ZodType } from "zod";

/** One kind of background work: its queue, the shape of its data, and the bounds of its tries. */
export type JobKind<Data extends object> = {
  /** The queue's name: lower-case words joined by hyphens. Jobs that wait in the database are found by it. */
  name: string;
  data: ZodType<Data>;
  /** A JSON path of Postgres to the ids in the data that wait for the job's outcome. */
  subjectPath?: string;
  /** Number of retries of a failed job before it counts as permanently failed. */
  retries: number;
  /** The wait before the first retry; it doubles with each further one, with some jitter. */
  firstRetrySeconds: number;
  /** The longest wait between two tries. */
  longestRetrySeconds: number;
  /** A try that takes longer is aborted and counts as failed. */
  timeoutSeconds: number;
  /** Jobs of this kind that one process works on at once. */
  atOnce: number;
  /**
   * Jobs that each of these takes at once, 1 unless given. When all of them have ended, it takes the next ones: at once
   * if they filled the batch, and otherwise at the next poll. One that takes single jobs therefore does one for each
   * poll. A failed job is tried again alone; a batch that times out, or whose process is killed, as a whole.
   */
  batchSize?: number;
};

/** Information for a handler about its try. */
export type JobTry = {
  jobId: string;
  /** 1 for the first. */
  attempt: number;
  /** True when no retry follows a failure. */
  isLast: boolean;
  /** Aborts when the try has timed out. */
  signal: AbortSignal;
};

/** Does one try of a job: resolves when the job is done, rejects to have it tried again. A try may come twice. */
export type JobHandler<Data extends object> = (data: Data, attempt: JobTry) => Promise<void>;
