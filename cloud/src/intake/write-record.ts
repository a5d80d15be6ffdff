import { type JudgedSender, recordSender } from "../inspection/provenance/record-link.ts";
import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import { commitWithReceipt, type ReceiptOutcome, type ReceiptRequest } from "../platform/idempotency/receipts.ts";
import type { Needs } from "./parts.ts";
import type { Recording } from "./plan-recording.ts";
import type { SentRecord } from "./passage-of-record.ts";
import { writeEvidence } from "./record-evidence.ts";
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
  record: SentRecord,
  recording: Recording,
  sender: JudgedSender,
): Promise<ReceiptOutcome<Reply>> {
  return commitWithReceipt<DatabaseOrTransaction, Reply>(parts.db, receipt, async (tx, atEnd) => {
    const reply = await writeOfKind({ tx, atEnd }, parts, record, recording);
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
