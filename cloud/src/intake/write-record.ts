import { recordSender } from "../inspection/provenance/record-link.ts";
import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import { sendTogether } from "../platform/db/send-together.ts";
import { commitWithReceipt, type ReceiptOutcome, type ReceiptRequest } from "../platform/idempotency/receipts.ts";
import { judgeSender, type Sending } from "./judge-sender.ts";
import type { Needs } from "./parts.ts";
import type { Recording } from "./plan-recording.ts";
import { isFromForeign, passageOf, type SentRecord } from "./passage-of-record.ts";
import { writeEvidence } from "./record-evidence.ts";
import type { EdgeRecord } from "./read-record.ts";
import { type ScanParts, writeCategoryScan, writeFindings } from "./record-scan.ts";
import type { RecordTransaction } from "./record-transaction.ts";

export type WriteParts = ScanParts & Needs<"db" | "logger" | "nowMs">;

/** The data of a reply to a device. */
export type Reply = Record<string, unknown>;

/**
 * Writes a record, its place in the chain of its sender and its receipt in one transaction. Throws an
 * UncertainCommitError where the record may be in the database or not.
 */
export async function writeRecord(
  parts: WriteParts,
  receipt: ReceiptRequest<DatabaseOrTransaction>,
  record: EdgeRecord,
  recording: Recording,
  sending: Sending,
): Promise<ReceiptOutcome<Reply>> {
  return commitWithReceipt<DatabaseOrTransaction, Reply>(parts.db, receipt, async (tx, atEnd) => {
    const judging = judgeSender(tx, record, sending);
    const { body } = record;
    // The sender is read together with the container, except where it decides on the container.
    const passage = body.passage_id === undefined ? null : passageOf(body, { isForeign: isFromForeign(await judging) });
    const writing = writeOfKind({ tx, atEnd }, parts, { ...record, passage }, recording);
    const [sender, reply] = await sendTogether([judging, writing]);
    atEnd(() => recordSender(parts, tx, recording.id, sender));
    return reply;
  });
}

function writeOfKind(
  transaction: RecordTransaction,
  parts: WriteParts,
  record: SentRecord,
  { id, as, folder }: Recording,
): Promise<Reply> {
  if (as.kind === "category") return writeCategoryScan(transaction, parts, record, { scanId: id, folder });
  if (as.kind === "evidence")
    return writeEvidence(transaction, parts, record, { evidenceId: id, folder, thumbnail: as.thumbnail });
  return writeFindings(transaction, parts, record, { type: as.kind, scanId: id, folder });
}
