import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import type { AtEnd } from "../platform/idempotency/receipts.ts";

/** `atEnd` takes writes that the reply does not depend on: they are sent together with the receipt. */
export type RecordTransaction = { tx: DatabaseOrTransaction; atEnd: AtEnd };
