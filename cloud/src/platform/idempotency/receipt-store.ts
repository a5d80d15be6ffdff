import { and, eq, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../db/database.ts";
import { sendTogether } from "../db/send-together.ts";
import { hasCode } from "../db/error-code.ts";
import { idempotencyReceipts } from "../db/tables.ts";

/** What an idempotency receipt stands for. */
export type ReceiptRequest = {
  /** The operation, such as `ingestCategoryScanV1`: each route has its own keys. */
  route: string;
  /** The `Idempotency-Key` header; null does the work without a receipt. */
  key: string | null;
  /** From `requestSha256`: the same key with another value is refused. */
  requestSha256: string;
  nowMs: number;
  /** Where the receipt is kept; undefined keeps it with those of all routes, by route and key. */
  shelf?: ReceiptShelf;
};

/** A committed reply, and the request that it answered. */
type Receipt = { requestSha256: string; reply: Record<string, unknown> };

/** Where the receipts of some requests are kept, by key. */
export type ReceiptShelf = {
  /** The receipt of a key; undefined for a new one. */
  find: (key: string) => Promise<Receipt | undefined>;
  /** Keeps a receipt in the transaction whose effects it reports; false when another one committed the key first. */
  insert: (tx: DatabaseOrTransaction, key: string, receipt: Receipt, nowMs: number) => Promise<boolean>;
};

/**
 * Adds a write that the reply does not depend on: it goes to the database together with the receipt, in one round trip.
 */
export type AtEnd = (write: () => Promise<unknown>) => void;

/** What a request does in its transaction; answers the data of the reply. */
export type ReceiptWork<Data> = (tx: DatabaseOrTransaction, atEnd: AtEnd) => Promise<Data>;

export type ReceiptOutcome<Data> = { kind: "done"; data: Data; replayed: boolean } | { kind: "key-reused" };

/** The connection broke while committing: the effects may be there or not. */
export class UncertainCommitError extends Error {
  override name = "UncertainCommitError";
}

const MAX_ATTEMPTS = 5;
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

/** Another request committed this key first, so the transaction rolls back. */
class ReceiptTakenError extends Error {}

/**
 * Answers a request from its receipt, or does `work` and keeps its reply: `findReceipt`, then `commitWithReceipt`. A
 * route that has more to do before the transaction of a new key calls these two itself.
 */
export async function withReceipt<Data extends Record<string, unknown>>(
  db: Database,
  request: ReceiptRequest,
  work: ReceiptWork<Data>,
): Promise<ReceiptOutcome<Data>> {
  return (await findReceipt<Data>(db, request)) ?? commitWithReceipt(db, request, work);
}

/**
 * Does `work` in one transaction and keeps its reply there, so that effects and receipt commit together or not at all.
 * Where another request commits the same key first, answers that one's reply without any effect. Throws what `work`
 * throws, with nothing kept; tries again, at most 5 times in all, when the database gave up on a conflict. A connection
 * that broke after the commit was sent is an UncertainCommitError.
 */
export async function commitWithReceipt<Data extends Record<string, unknown>>(
  db: Database,
  request: ReceiptRequest,
  work: ReceiptWork<Data>,
): Promise<ReceiptOutcome<Data>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { kind: "done", data: await commit(db, request, work), replayed: false };
    } catch (error) {
      const isConflict = error instanceof ReceiptTakenError || hasCode(error, SERIALIZATION_FAILURE, DEADLOCK);
      if (!isConflict || attempt === MAX_ATTEMPTS) throw error;
    }
    const first = await findReceipt<Data>(db, request);
    if (first) return first;
  }
}

/** The reply that a key got before; undefined for a new key, or without one. */
export async function findReceipt<Data extends Record<string, unknown>>(
  db: DatabaseOrTransaction,
  { route, key, requestSha256, shelf = sharedShelf(db, route) }: ReceiptRequest,
): Promise<ReceiptOutcome<Data> | undefined> {
  if (key === null) return undefined;
  const receipt = await shelf.find(key);
  if (!receipt) return undefined;
  if (receipt.requestSha256 !== requestSha256) return { kind: "key-reused" };
  // The reply goes out as it was given, also where its shape has changed since.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { kind: "done", data: receipt.reply as Data, replayed: true };
}

async function commit<Data extends Record<string, unknown>>(
  db: Database,
  request: ReceiptRequest,
  work: ReceiptWork<Data>,
): Promise<Data> {
  let isCommitting = false;
  try {
    return await db.transaction(async (tx) => {
      const lastWrites: (() => Promise<unknown>)[] = [];
      const data = await work(tx, (write) => lastWrites.push(write));
      await sendTogether([...lastWrites.map((write) => write()), insertReceipt(db, tx, request, data)]);
      isCommitting = true;
      return data;
    });
  } catch (error) {
    if (!isCommitting || hasCode(error, SERIALIZATION_FAILURE, DEADLOCK)) throw error;
    throw new UncertainCommitError("the connection broke while committing", { cause: error });
  }
}

/** Waits for a transaction that writes the same key; throws when that one commits. */
async function insertReceipt(
  db: Database,
  tx: DatabaseOrTransaction,
  { route, key, requestSha256, nowMs, shelf = sharedShelf(db, route) }: ReceiptRequest,
  reply: Record<string, unknown>,
): Promise<void> {
  if (key === null || (await shelf.insert(tx, key, { requestSha256, reply }, nowMs))) return;
  throw new ReceiptTakenError(`the key ${key} was committed by another request`);
}

/**
 * The table that holds the receipts of every route without a shelf of its own. A route that makes its shelf once has
 * the query by which it finds receipts built once.
 */
export function sharedShelf(db: DatabaseOrTransaction, route: string): ReceiptShelf {
  const { requestSha256, reply } = idempotencyReceipts;
  const query = db
    .select({ requestSha256, reply })
    .from(idempotencyReceipts)
    .where(and(eq(idempotencyReceipts.route, route), eq(idempotencyReceipts.key, sql.placeholder("key"))))
    .prepare("find_receipt");
  return {
    async find(key) {
      const [receipt] = await query.execute({ key });
      return receipt;
    },
    async insert(tx, key, receipt, nowMs) {
      const written = await tx
        .insert(idempotencyReceipts)
        .values({ ...receipt, route, key, status: 200, createdAt: new Date(nowMs) })
        .onConflictDoNothing()
        .returning({ key: idempotencyReceipts.key });
      return written.length > 0;
    },
  };
}
