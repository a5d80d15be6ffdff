import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createReceiptShelves } from "../../fleet/tracking/stream-receipt-store.ts";
import type { DatabaseOrTransaction } from "../db/database.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { sharedShelf } from "./receipt-store.ts";
import type { ReceiptShelf, Transactions } from "./receipts.ts";
import { createMemoryReceipts } from "./testing/memory-receipts.ts";

type Receipt = { requestSha256: string; reply: Record<string, unknown> };

const NOW_MS = Date.parse("2026-11-20T08:00:00Z");
const RECEIPT: Receipt = { requestSha256: "ab".repeat(32), reply: { scanId: "s-1", list: [1, null] } };
const OTHER: Receipt = { requestSha256: "cd".repeat(32), reply: { scanId: "s-2" } };

const { db } = await createTestDatabase();
const inMemory = createMemoryReceipts().connect();
const streamShelves = createReceiptShelves(db);

/** Database that commits effects and receipts, with its shelves. */
type Store<Tx> = { db: Transactions<Tx>; shelf: (name: string) => ReceiptShelf<Tx> };

keepsTheContract<DatabaseOrTransaction>("Postgres, of a route", {
  db,
  shelf: (name) => sharedShelf(db, name),
});
keepsTheContract<DatabaseOrTransaction>("Postgres, of a camera's events", {
  db,
  shelf: (name) => streamShelves({ cameraId: name, newestMs: NOW_MS }),
});
keepsTheContract("in memory, for the simulation", { db: inMemory, shelf: inMemory.shelf });

test("the in-memory database drops uncommitted writes of a broken connection, and lets others continue", async () => {
  const memory = createMemoryReceipts();
  const broken = memory.connect((at) => (at === "before-commit" ? new Promise(() => {}) : Promise.resolve()));
  const whole = memory.connect();
  void broken.transaction((tx) => broken.shelf("a").insert(tx, "k", RECEIPT, NOW_MS));
  const waiting = whole.transaction((tx) => whole.shelf("a").insert(tx, "k", OTHER, NOW_MS));
  await new Promise((resolve) => setImmediate(resolve));
  broken.disconnect();
  expect(await waiting).toBe(true);
  expect(await whole.shelf("a").find("k")).toEqual(OTHER);
});

test("the database in memory gives no key to a connection that breaks while its insert waits", async () => {
  const memory = createMemoryReceipts();
  const [first, broken, whole] = [memory.connect(), memory.connect(), memory.connect()];
  const held = Promise.withResolvers<void>();
  const failing = first.transaction(async (tx) => {
    await first.shelf("a").insert(tx, "k", RECEIPT, NOW_MS);
    await held.promise;
    throw new Error("the work failed");
  });
  void broken.transaction((tx) => broken.shelf("a").insert(tx, "k", RECEIPT, NOW_MS));
  await new Promise((resolve) => setImmediate(resolve));
  broken.disconnect();
  held.resolve();
  await expect(failing).rejects.toThrow("the work failed");
  expect(await whole.transaction((tx) => whole.shelf("a").insert(tx, "k", OTHER, NOW_MS))).toBe(true);
});

function keepsTheContract<Tx>(name: string, { db: transactions, shelf }: Store<Tx>) {
  const insert = (place: string, receipt = RECEIPT) =>
    transactions.transaction((tx) => shelf(place).insert(tx, "key", receipt, NOW_MS));

  describe(`receipts in ${name}`, () => {
    test("are found once their transaction has committed, and not before", async () => {
      await transactions.transaction(async (tx) => {
        expect(await shelf("committed").insert(tx, "key", RECEIPT, NOW_MS)).toBe(true);
        expect(await shelf("committed").find("key")).toBeUndefined();
      });
      expect(await shelf("committed").find("key")).toEqual(RECEIPT);
      expect(await shelf("committed").find("other")).toBeUndefined();
    });

    test("vanish with a transaction that fails", async () => {
      const failing = transactions.transaction(async (tx) => {
        await shelf("failed").insert(tx, "key", RECEIPT, NOW_MS);
        throw new Error("the work failed");
      });
      await expect(failing).rejects.toThrow("the work failed");
      expect(await shelf("failed").find("key")).toBeUndefined();
      expect(await insert("failed")).toBe(true);
    });

    test("are kept once for a key, and are separate for each shelf", async () => {
      expect(await insert("one")).toBe(true);
      expect(await insert("one", OTHER)).toBe(false);
      expect(await insert("two", OTHER)).toBe(true);
      expect(await shelf("one").find("key")).toEqual(RECEIPT);
      expect(await shelf("two").find("key")).toEqual(OTHER);
    });

    test.each([
      ["commits", true],
      ["fails", false],
    ])("make a second insert of a key wait until the first %s", async (_how, commits) => {
      const place = `waiting-${commits}`;
      const held = Promise.withResolvers<void>();
      const inserted = Promise.withResolvers<void>();
      const first = transactions.transaction(async (tx) => {
        await shelf(place).insert(tx, "key", RECEIPT, NOW_MS);
        inserted.resolve();
        await held.promise;
        if (!commits) throw new Error("the work failed");
      });
      await inserted.promise;
      let outcome: boolean | undefined;
      const second = insert(place, OTHER).then((isFirst) => (outcome = isFirst));
      await db.execute(sql`select pg_sleep(0.05)`);
      expect(outcome).toBeUndefined();
      held.resolve();
      await first.catch(() => undefined);
      expect(await second).toBe(!commits);
      expect(await shelf(place).find("key")).toEqual(commits ? RECEIPT : OTHER);
    });
  });
}
