import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { streamEventReceipts } from "../../platform/db/tables/tracking.ts";
import type { DatabaseShelf } from "../../platform/idempotency/receipt-store.ts";
import { dayOf } from "./partition-days.ts";

/** The batch that a receipt is for: its camera, and the time of its newest event (of its arrival, without one). */
export type ReceiptBatch = { cameraId: string; newestMs: number };

/**
 * Keeps receipts of stream events by camera and key, in the partition of the day of their newest event: retention drops
 * them with the events. The same batch always has the same day, so however often and whenever it comes, one receipt is
 * written. The receipt of a key that comes again with another batch is found on any day, by a query that is planned
 * once: planning it for each request over some thirty partitions would take four times as long as running it.
 */
export function createReceiptShelves(db: Database): (batch: ReceiptBatch) => DatabaseShelf {
  const { cameraId, key, requestSha256, reply } = streamEventReceipts;
  const query = db
    .select({ requestSha256, reply })
    .from(streamEventReceipts)
    .where(and(eq(cameraId, sql.placeholder("cameraId")), eq(key, sql.placeholder("key"))))
    .limit(1)
    .prepare("find_stream_event_receipt");
  return (batch) => ({
    async find(sentKey) {
      const [found] = await query.execute({ cameraId: batch.cameraId, key: sentKey });
      return found && { reply: found.reply, requestSha256: Buffer.from(found.requestSha256).toString("hex") };
    },
    async insert(tx, sentKey, receipt, nowMs) {
      const written = await tx
        .insert(streamEventReceipts)
        .values({
          cameraId: batch.cameraId,
          key: sentKey,
          day: new Date(dayOf(batch.newestMs)),
          requestSha256: Buffer.from(receipt.requestSha256, "hex"),
          reply: receipt.reply,
          receivedAt: new Date(nowMs),
        })
        .onConflictDoNothing()
        .returning({ key });
      return written.length > 0;
    },
  });
}
