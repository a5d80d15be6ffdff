import { optionalWholeNumber, wholeNumber } from "./variable.ts";

/** The variables of how long tracking events are kept, and where. */
export const trackingVariables = {
  trackingRetentionDays: wholeNumber({
    name: "TRACKING_RETENTION_DAYS",
    fallback: 30,
    min: 1,
    max: 3_650,
    meaning: "how long tracking events and the receipts of their idempotency keys are kept",
  }),
  trackingArchiveAfterDays: optionalWholeNumber({
    name: "TRACKING_ARCHIVE_AFTER_DAYS",
    shownDefault: "never",
    min: 7,
    max: 3_649,
    meaning:
      "after how many days tracking events move from the database into files of the storage, at least 7 and fewer than `TRACKING_RETENTION_DAYS` ([tracking archive](tracking-archive.md))",
  }),
  trackingArchiveCacheMb: wholeNumber({
    name: "TRACKING_ARCHIVE_CACHE_MB",
    fallback: 1_024,
    min: 64,
    max: 1_000_000,
    meaning:
      "the most megabytes of such files that stay under `DATA_DIR` once they were read, so that they are read again from there",
  }),
  trackingArchiveMemoryMb: wholeNumber({
    name: "TRACKING_ARCHIVE_MEMORY_MB",
    fallback: 512,
    min: 128,
    max: 100_000,
    meaning:
      "the memory in megabytes that DuckDB may use for each of the at most three readers and writers of such files",
  }),
  trackingArchiveThreads: wholeNumber({
    name: "TRACKING_ARCHIVE_THREADS",
    fallback: 2,
    min: 1,
    max: 64,
    meaning: "the threads that DuckDB may use for each of them",
  }),
};
