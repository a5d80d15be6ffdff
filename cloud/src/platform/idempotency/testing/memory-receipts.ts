import type { ReceiptShelf, Transactions } from "../receipts.ts";

type Receipt = NonNullable<Awaited<ReturnType<ReceiptShelf<never>["find"]>>>;

/** A transaction of the in-memory database; its writes take effect at its commit. */
export type MemoryTransaction = { write: (effect: () => void) => void };
type Open = MemoryTransaction & { effects: (() => void)[]; keys: string[]; ended: Promise<void>; end: () => void };

/** One connection to the database in memory. */
export type MemoryConnection = Transactions<MemoryTransaction> & {
  shelf: (name: string) => ReceiptShelf<MemoryTransaction>;
  /** Breaks the connection: uncommitted writes are rolled back, and its work does not continue. */
  disconnect: () => void;
};

/**
 * Points at which a connection can be interrupted: before a commit, after it, and at each other call.
 */
export type Interruption = "begin" | "find" | "insert" | "before-commit" | "after-commit";

/**
 * Receipts in memory for a simulation, with what their rules need of Postgres: a transaction commits as a whole, others
 * see it only then, and an insert waits for another transaction with the same key.
 */
export function createMemoryReceipts() {
  const receipts = new Map<string, Receipt>();
  const inserting = new Map<string, Open>();

  const end = (tx: Open) => {
    for (const key of tx.keys) inserting.delete(key);
    tx.end();
  };
  const connect = (interrupt: (at: Interruption) => Promise<void> = async () => undefined): MemoryConnection => {
    const open = new Set<Open>();
    const finish = (tx: Open) => {
      if (open.delete(tx)) end(tx);
    };
    return {
      async transaction(work) {
        const tx = begin();
        open.add(tx);
        try {
          await interrupt("begin");
          const result = await work(tx);
          await interrupt("before-commit");
          for (const effect of tx.effects) effect();
          finish(tx);
          await interrupt("after-commit");
          return result;
        } catch (error) {
          finish(tx);
          throw error;
        }
      },
      shelf: (name) => ({
        async find(key) {
          await interrupt("find");
          return receipts.get(`${name} ${key}`);
        },
        async insert(transaction, key, receipt) {
          await interrupt("insert");
          const tx = [...open].find((each) => each === transaction);
          if (tx === undefined) throw new Error("the transaction has ended");
          const place = `${name} ${key}`;
          for (let other = inserting.get(place); other !== undefined; other = inserting.get(place)) {
            await other.ended;
            // The connection was broken during the wait: a key taken now would be taken for ever.
            if (!open.has(tx)) return new Promise(() => {});
          }
          if (receipts.has(place)) return false;
          inserting.set(place, tx);
          tx.keys.push(place);
          // As jsonb keeps it.
          const kept: Receipt = JSON.parse(JSON.stringify(receipt));
          tx.write(() => receipts.set(place, kept));
          return true;
        },
      }),
      disconnect() {
        for (const tx of open) end(tx);
        open.clear();
      },
    };
  };
  return { connect };
}

function begin(): Open {
  const effects: (() => void)[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  return { effects, keys: [], ended, end: resolve, write: (effect) => void effects.push(effect) };
}
