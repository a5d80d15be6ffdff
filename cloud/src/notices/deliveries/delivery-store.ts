import { and, desc, eq, getTableColumns, lt, ne, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { liveSubjects } from "../../platform/jobs/job-store.ts";

/** Columns that every table of deliveries has. Each channel's table adds its own columns. */
export type DeliveryRow = { id: string; status: string; attempts: number; createdAt: Date };
type DeliveryTable<Row> = PgTable & Record<"id" | "status" | "attempts", PgColumn> & { $inferSelect: Row };

/**
 * The deliveries of one channel: written with their cause, attempted until they succeed or fail, listed and deleted.
 */
export type DeliveryStore<Row extends DeliveryRow> = ReturnType<typeof createDeliveryStore<Row>>;

/** The statements on one table of deliveries, in which `delivered` is the status of success. */
export function createDeliveryStore<Row extends DeliveryRow>(table: DeliveryTable<Row>, delivered: Row["status"]) {
  // The types of drizzle's queries need a concrete table; the rows of every statement here are whole rows of this one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const allOf = async (query: PromiseLike<unknown>) => (await query) as Row[];
  const anyTable: PgTable = table;
  const select = (db: DatabaseOrTransaction, condition: SQL | undefined) => db.select().from(anyTable).where(condition);
  const isPending = eq(table.status, "pending");
  const isNotDelivered = ne(table.status, delivered);

  return {
    delivered,

    async find(db: DatabaseOrTransaction, id: string): Promise<Row | undefined> {
      return (await allOf(select(db, eq(table.id, id))))[0];
    },

    /** Finds a delivery that no other transaction can change until this one ends. */
    async lock(tx: DatabaseOrTransaction, id: string): Promise<Row | undefined> {
      return (await allOf(select(tx, eq(table.id, id)).for("update")))[0];
    },

    /** Deliveries whose columns equal the values that are given, newest first; `beforeId` starts after that one. */
    async list(
      db: DatabaseOrTransaction,
      { equal, beforeId, limit }: { equal: Partial<Row>; beforeId?: string | undefined; limit: number },
    ): Promise<Row[]> {
      const isBefore = beforeId === undefined ? undefined : lt(table.id, beforeId);
      const isWanted = and(...equals(table, equal), isBefore);
      return allOf(select(db, isWanted).orderBy(desc(table.id)).limit(limit));
    },

    /**
     * Records how the next attempt of a delivery ended; false when another process has recorded that attempt. A success
     * is recorded in any case: what has arrived needs no further attempt.
     */
    async recordAttempt(
      db: DatabaseOrTransaction,
      { id, attempts }: Pick<Row, "id" | "attempts">,
      change: Partial<Row> & Pick<Row, "status">,
    ): Promise<boolean> {
      const isThisAttempt = and(isPending, eq(table.attempts, attempts));
      const recorded = await db
        .update(anyTable)
        .set({ ...change, attempts: sql`${table.attempts} + 1` })
        .where(and(eq(table.id, id), change.status === delivered ? isNotDelivered : isThisAttempt))
        .returning({ id: table.id });
      return recorded.length > 0;
    },

    /** Makes a delivery pending again; undefined when it has arrived. */
    async reopen(tx: DatabaseOrTransaction, id: string, change: Partial<Row>): Promise<Row | undefined> {
      const isOpen = and(eq(table.id, id), isNotDelivered);
      const update = tx.update(anyTable).set({ ...change, status: "pending" });
      return (await allOf(update.where(isOpen).returning()))[0];
    },

    /** Ids of pending deliveries that no job of `kind` will attempt, the oldest first. */
    async findAbandoned(
      db: DatabaseOrTransaction,
      kind: { name: string; subjectPath?: string },
      limit: number,
    ): Promise<string[]> {
      const isAbandoned = and(isPending, sql`${table.id} not in ${liveSubjects(kind)}`);
      return (await allOf(select(db, isAbandoned).orderBy(table.id).limit(limit))).map(({ id }) => id);
    },
  };
}

/** A condition for each value that is given. */
function equals(table: PgTable, values: object): SQL[] {
  const columns = getTableColumns(table);
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => sql`${columns[name]} = ${value}`);
}
