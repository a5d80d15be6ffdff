// The table of live events, which dashboards are told of as they happen.
import type { LiveEventKind } from "@container-inspection/shared-schemas";
import { sql } from "drizzle-orm";
import { bigint, customType, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "./tables.ts";

/** A transaction's number, which never starts again from the beginning. */
export const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * Appended to by writers in their transactions, kept for a week. Sequences count in the order of inserts, not of commits, so a
 * reader goes by the transaction first, and no further than where all transactions have ended (see events/event-store.ts).
 */
export const liveEvents = pgTable(
  "live_events",
  {
    xid: xid8("xid")
      .notNull()
      .default(sql`pg_current_xact_id()`),
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    at: time("at").notNull(),
    kind: text("kind").$type<LiveEventKind>().notNull(),
    /** Whose owner may know of it; plain text, as events are history. */
    containerId: text("container_id"),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.xid, table.id] })],
);
