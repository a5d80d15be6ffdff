import { hasCode } from "../db/error-code.ts";
import { sendTogether } from "../db/send-together.ts";

/**
 * Database that runs the work of a request as one transaction: all of it is committed, or nothing.
 */
export type Transactions<Tx> = { transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> };

/** Request that an idempotency receipt represents. */
export type ReceiptRequest<Tx> = {
  /** The `Idempotency-Key` header; null does the work without a receipt. */
  key: string | null;
  /** Hash returned by `requestSha256`: the same key with another value is refused. */
  requestSha256: string;
  nowMs: number;
  /** Shelf of the receipt, in the same database. */
  shelf: ReceiptShelf<Tx>;
};

/** A committed reply, and the request that it answered. */
type Receipt = { requestSha256: string; reply: Record<string, unknown> };

/** Store of the receipts of some requests, by key. */
export type ReceiptShelf<Tx> = {
  /** The committed receipt of a key; undefined for a new one. */
  find: (key: string) => Promise<Receipt | undefined>;
  /**
   * Keeps a receipt in the transaction whose effects it reports; waits for another transaction that has inserted the
   * same key, and returns false when that one commits first.
   */
  insert: (tx: Tx, key: string, receipt: Receipt, nowMs: number) => Promise<boolean>;
};

/**
 * Adds a write that the reply does not depend on: it goes to the database together with the receipt, in one round trip.
 */
export type AtEnd = (write: () => Promise<unknown>) => void;

/** Parameters for finding a receipt. */
type FindRequest = { key: string | null; requestSha256: string; shelf: Pick<ReceiptShelf<never>, "find"> };

/** Work of a request in its transaction; returns the data of the reply. */
export type ReceiptWork<Tx, Data> = (tx: Tx, atEnd: AtEnd) => Promise<Data>;

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
export async function withReceipt<Tx, Data extends Record<string, unknown>>(
  db: Transactions<Tx>,
  request: ReceiptRequest<Tx>,
  work: ReceiptWork<Tx, Data>,
): Promise<ReceiptOutcome<Data>> {
  return (await findReceipt<Data>(request)) ?? commitWithReceipt(db, request, work);
}

/**
 * Does `work` in one transaction and keeps its reply there, so that effects and receipt commit together or not at all.
 * Where another request commits the same key first, answers that one's reply without any effect. Throws what `work`
 * throws, with nothing kept; tries again, at most 5 times in all, when the database gave up on a conflict. A connection
 * that broke after the commit was sent is an UncertainCommitError.
 */
export async function commitWithReceipt<Tx, Data extends Record<string, unknown>>(
  db: Transactions<Tx>,
  request: ReceiptRequest<Tx>,
  work: ReceiptWork<Tx, Data>,
): Promise<ReceiptOutcome<Data>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { kind: "done", data: await commit(db, request, work), replayed: false };
    } catch (error) {
      const isConflict = error instanceof ReceiptTakenError || hasCode(error, SERIALIZATION_FAILURE, DEADLOCK);
      if (!isConflict || attempt === MAX_ATTEMPTS) throw error;
    }
    const first = await findReceipt<Data>(request);
    if (first) return first;
  }
}

/** The reply that a key got before; undefined for a new key, or without one. */
export async function findReceipt<Data extends Record<string, unknown>>({
  key,
  requestSha256,
  shelf,
}: FindRequest): Promise<ReceiptOutcome<Data> | undefined> {
  if (key === null) return undefined;
  const receipt = await shelf.find(key);
  if (!receipt) return undefined;
  if (receipt.requestSha256 !== requestSha256) return { kind: "key-reused" };
  // The reply goes out as it was given, also where its shape has changed since.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { kind: "done", data: receipt.reply as Data, replayed: true };
}

async function commit<Tx, Data extends Record<string, unknown>>(
  db: Transactions<Tx>,
  request: ReceiptRequest<Tx>,
  work: ReceiptWork<Tx, Data>,
): Promise<Data> {
  let isCommitting = false;
  try {
    return await db.transaction(async (tx) => {
      const lastWrites: (() => Promise<unknown>)[] = [];
      const data = await work(tx, (write) => lastWrites.push(write));
      await sendTogether([...lastWrites.map((write) => write()), insertReceipt(tx, request, data)]);
      isCommitting = true;
      return data;
    });
  } catch (error) {
    if (!isCommitting || hasCode(error, SERIALIZATION_FAILURE, DEADLOCK)) throw error;
    throw new UncertainCommitError("the connection broke while committing", { cause: error });
  }
}

/** Waits for a transaction that writes the same key; throws when that one commits. */
async function insertReceipt<Tx>(
  tx: Tx,
  { key, requestSha256, nowMs, shelf }: ReceiptRequest<Tx>,
  reply: Record<string, unknown>,
): Promise<void> {
  if (key === null || (await shelf.insert(tx, key, { requestSha256, reply }, nowMs))) return;
  throw new ReceiptTakenError(`the key ${key} was committed by another request`);
}
