import type {
  EscalationDecision,
  EscalationSource,
  EscalationState,
} from "@container-inspection/shared-schemas/escalations";
import type { MatchFinding, StoredMatch } from "@container-inspection/shared-schemas/manifest-match";
import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, time, updatedAt } from "./columns.ts";
import { containers, visits } from "./containers.ts";
import { users } from "./people.ts";
import { scans } from "./scans.ts";

/** A question to a supervisor about a container; at most one that is not resolved per container. */
export const escalations = pgTable(
  "escalations",
  {
    id: text("id").primaryKey(),
    containerId: text("container_id")
      .notNull()
      .references(() => containers.id),
    visitId: text("visit_id")
      .notNull()
      .references(() => visits.id),
    /** Earlier visits whose late scans it is about, too. */
    aboutVisitIds: text("about_visit_ids").array().notNull().default([]),
    state: text("state").$type<EscalationState>().notNull(),
    source: text("source").$type<EscalationSource>().notNull(),
    reason: text("reason").notNull(),
    /** The scan that raised it, with its critical findings. */
    scanId: text("scan_id").references(() => scans.id),
    findings: jsonb("findings").$type<MatchFinding[]>().notNull(),
    /** Null when a scan raised it. */
    raisedById: text("raised_by_id").references(() => users.id),
    claimedById: text("claimed_by_id").references(() => users.id),
    claimedAt: time("claimed_at"),
    decision: text("decision").$type<EscalationDecision>(),
    decisionReason: text("decision_reason"),
    resolvedById: text("resolved_by_id").references(() => users.id),
    resolvedAt: time("resolved_at"),
    /** Match that it was decided on; null while it is not decided. */
    decidedOn: jsonb("decided_on").$type<StoredMatch>(),
    createdAt,
    updatedAt,
  },
  (table) => [
    uniqueIndex("escalations_one_open")
      .on(table.containerId)
      .where(sql`state <> 'RESOLVED'`),
    index("escalations_container").on(table.containerId, table.id),
    index("escalations_state").on(table.state, table.id),
    index("escalations_created").on(table.createdAt),
    index("escalations_resolved").on(table.resolvedAt),
    index("escalations_claimed_by").on(table.claimedById, table.id),
    index("escalations_reasons_part").using(
      "gin",
      sql`(reason || ' ' || coalesce(decision_reason, '')) gin_trgm_ops`,
      sql`short_grams("left"(lower(reason || ' ' || coalesce(decision_reason, '')), 1000))`,
    ),
  ],
);

/** Users who look at an escalation; a row counts for a minute or so after `seenAt`. */
export const escalationViewers = pgTable(
  "escalation_viewers",
  {
    escalationId: text("escalation_id")
      .notNull()
      .references(() => escalations.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    since: time("since").notNull(),
    seenAt: time("seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.escalationId, table.userId] }),
    index("escalation_viewers_seen").on(table.seenAt),
  ],
);
