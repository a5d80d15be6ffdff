import type { Database, DatabaseOrTransaction } from "../db/database.ts";
import type { AppContext } from "../http/context.ts";
import { idempotencyKeyOf } from "../http/replies.ts";
import { answerReceipt } from "./answer-receipt.ts";
import { sharedShelf } from "./receipt-store.ts";
import { withReceipt } from "./receipts.ts";
import { requestSha256 } from "./request-sha256.ts";

/** A write of a device: requests with one key are compared by their body and by the device that signed them. */
type DeviceWrite = {
  db: Database;
  /** Idempotency keys are compared within this operation. */
  operationId: string;
  body: Record<string, unknown>;
  now: Date;
};

/** Does the work of a device's write in one transaction, once for its key, and answers 200 with its reply. */
export async function answerOnce<Data extends Record<string, unknown>>(
  c: AppContext,
  { db, operationId, body, now }: DeviceWrite,
  work: (tx: DatabaseOrTransaction) => Promise<Data>,
) {
  const signedBy = c.get("edgeCaller").device?.id ?? null;
  const compared = requestSha256({ signedBy, body });
  const key = idempotencyKeyOf(c);
  const receipt = { shelf: sharedShelf(db, operationId), key, requestSha256: compared, nowMs: now.getTime() };
  return answerReceipt(c, await withReceipt(db, receipt, work));
}
