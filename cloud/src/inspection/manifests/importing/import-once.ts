import { hash } from "node:crypto";
import type { Database, DatabaseOrTransaction } from "../../../platform/db/database.ts";
import { sharedShelf } from "../../../platform/idempotency/receipt-store.ts";
import { withReceipt } from "../../../platform/idempotency/receipts.ts";
import { requestSha256 } from "../../../platform/idempotency/request-sha256.ts";
import type { JudgedManifest } from "./import-file.ts";

/** The route whose receipts imports have. */
export const IMPORT_ROUTE = "importManifestsV1";

/** The outcome for one manifest of a file. */
export type Imported = { outcome: "imported" | "updated" | "unchanged"; manifestId: string };

/** Writes the manifest of some rows of a file as one transaction. */
export type WriteOnce = (
  rows: JudgedManifest["rows"],
  write: (tx: DatabaseOrTransaction) => Promise<Imported>,
) => Promise<Imported>;

type ImportRequest = {
  /** The `Idempotency-Key`; null writes every manifest. */
  key: string | null;
  userId: string;
  type: string;
  bytes: Uint8Array;
  nowMs: number;
};

/**
 * Begins the import of a file under the caller's key. Each manifest has its own receipt, committed with it: when a
 * file whose reply was lost, or that failed midway, is sent again, written manifests keep their outcome. Undefined if
 * the key was used for another file.
 */
export async function openImport(
  db: Database,
  { key, userId, type, bytes, nowMs }: ImportRequest,
): Promise<WriteOnce | undefined> {
  if (key === null) return (_rows, write) => db.transaction(write);
  const compared = requestSha256({ isCsv: /csv/i.test(type), sha256: hash("sha256", bytes) });
  const shelf = sharedShelf(db, IMPORT_ROUTE);
  const requestOf = (part: string | number) => ({
    key: JSON.stringify([userId, key, part]),
    requestSha256: compared,
    nowMs,
    shelf,
  });
  const file = await withReceipt(db, requestOf("file"), async () => ({}));
  if (file.kind === "key-reused") return undefined;
  return async ([first], write) => {
    const written = await withReceipt(db, requestOf(first.number), write);
    if (written.kind === "key-reused") throw new Error(`${first.place} has the receipt of another file`);
    return written.data;
  };
}
