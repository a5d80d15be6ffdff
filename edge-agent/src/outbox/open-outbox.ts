/*
 * The queue between capturing and the cloud: from the commit of `insert` on, a capture cannot be lost.
 *
 * Limits
 * - The database grows to `maxBytes`, its write-ahead log to about 16 MiB more, the ballast takes `ballastBytes`.
 *   Quarantined files stand outside these limits until a person removes them.
 * - One process holds the outbox for writing; others may read it and retry parked records.
 *
 * Layout (beside `<file>`)
 * - `<file>`, `-wal`, `-shm`: SQLite in WAL mode, schema.ts: `records` and their `pictures`, waiting or parked;
 *   `sequences`, where each camera's numbers and hash chain stand; `picture_keys`, the captured picture files;
 *   `deliveries`, `intake`, `gaps`, `facts` for reports.
 * - `<file>.lock`, `<file>.pid`: who holds it. `<file>.ballast`: space given up so that a full disk can drain.
 * - `<file>.rescued`: temporarily, the open database after its file was removed.
 * - `outbox-quarantine-<time>/`: damaged files; one without `salvaged.json` is salvaged again at the next open. The
 *   code that finds damage, moves files to quarantine and salvages their records is in `recovery/`.
 *
 * Invariants
 * - A record, its pictures and its signed link of the hash chain are committed in one transaction with
 *   `synchronous=FULL`.
 * - A scan that waits for its container number has sequence 0 and is on no chain; `assignNumber` puts it at the end of
 *   its camera's chain and of the queue in one transaction, under the id that it has had from the beginning.
 * - A record leaves only by `acknowledge`, in one transaction with the parking of what the cloud refused of it. Batches
 *   of events that were not tried yet can become one record (`mergeEvents`), in one transaction.
 * - Nothing here knows what is in flight: after a restart every record that is not parked waits.
 * - Whatever is read is checked against its SHA-256; what does not match is parked, never sent, never deleted.
 * - When full: the history of deliveries goes first, then full-size pictures of the oldest records (noted on the record
 *   and sent as reduced), then captures are refused with a result that states it; events displace no pictures. The
 *   reserve of pages and the ballast serve only to settle records.
 * - Records of one camera wait in the order of their insertion, scans and identifications before events.
 */
import { createOutbox } from "./create-outbox.ts";
import { resolveLimits } from "./limits.ts";
import type { Outbox, OutboxOptions } from "./outbox.ts";
import { openStore } from "./store.ts";

/**
 * Opens the outbox for the agent, making it when missing and mending it when damaged. Throws OutboxError when another
 * process holds it (naming its pid) or the disk does not let it work.
 */
export function openOutbox(options: OutboxOptions): Outbox {
  const limits = resolveLimits(options.limits);
  const { file, nowMs, logger } = options;
  return createOutbox(openStore({ file, nowMs, logger, ...limits }), { ...options, limits });
}
