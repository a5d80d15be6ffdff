import type { ExaminationResult, ExaminedRule } from "@container-inspection/shared-schemas/examinations";
import type { MatchLane } from "@container-inspection/shared-schemas/manifest-match";
import { boolean, doublePrecision, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "./columns.ts";
import { containers, visits } from "./containers.ts";
import { escalations } from "./escalations.ts";
import { users } from "./people.ts";

/** Outcomes of examinations of containers by people; they are never changed. */
export const examinations = pgTable(
  "examinations",
  {
    id: text("id").primaryKey(),
    containerId: text("container_id")
      .notNull()
      .references(() => containers.id),
    visitId: text("visit_id")
      .notNull()
      .references(() => visits.id),
    /** The escalation whose decision ordered it; null without an order. */
    orderId: text("order_id").references(() => escalations.id),
    result: text("result").$type<ExaminationResult>().notNull(),
    isOpened: boolean("is_opened").notNull(),
    weighedKg: doublePrecision("weighed_kg"),
    note: text("note").notNull(),
    /** Lane of the visit at that time. */
    lane: text("lane").$type<MatchLane>(),
    /** The rules that had found something on the visit at that time. */
    rules: jsonb("rules").$type<ExaminedRule[]>().notNull(),
    byId: text("by_id")
      .notNull()
      .references(() => users.id),
    at: time("at").notNull(),
  },
  (table) => [
    index("examinations_visit").on(table.containerId, table.visitId, table.at),
    index("examinations_at").on(table.at),
  ],
);
