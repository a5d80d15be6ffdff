import type { CategoryMap } from "@container-inspection/shared-schemas/category-map";
import type { Replay, ReplayChange, ReplayLane, ReplayTally } from "@container-inspection/shared-schemas/replays";
import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import type { RuleSetState } from "@container-inspection/shared-schemas/rule-sets";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, time } from "./columns.ts";
import { visits } from "./containers.ts";
import { users } from "./people.ts";

/** Every rule set that was ever proposed or in force. Its rules never change; only its state does. */
export const ruleSets = pgTable(
  "rule_sets",
  {
    version: integer("version").primaryKey(),
    /** Null: for every site without its own rule set. No constraint: the rule sets of a deleted site stay. */
    siteId: text("site_id"),
    state: text("state").$type<RuleSetState>().notNull(),
    rules: jsonb("rules").$type<RuleSet>().notNull(),
    /** A category map that its activation puts in force, too. */
    map: jsonb("map").$type<CategoryMap>(),
    /** The version that its activation gave to the map. */
    mapVersion: integer("map_version"),
    /** The version that was in force when it was proposed. */
    baseVersion: integer("base_version"),
    note: text("note"),
    /** Null for the rule set that the release contains. */
    proposedById: text("proposed_by_id").references(() => users.id),
    createdAt,
    activatedById: text("activated_by_id").references(() => users.id),
    activatedAt: time("activated_at"),
  },
  (table) => [
    uniqueIndex("rule_sets_one_active")
      .on(sql`coalesce(site_id, '')`)
      .where(sql`state = 'active'`),
    index("rule_sets_site").on(table.siteId, table.version),
  ],
);

/** Runs of candidates over stored visits. A batch of visits moves the cursor and adds to the tally at once. */
export const replays = pgTable(
  "replays",
  {
    id: text("id").primaryKey(),
    ruleSetVersion: integer("rule_set_version")
      .notNull()
      .references(() => ruleSets.version),
    state: text("state").$type<Replay["state"]>().notNull(),
    days: integer("days").notNull(),
    since: time("since").notNull(),
    /** Versions that were in force when the replay started. */
    baseVersion: integer("base_version").notNull(),
    mapVersion: integer("map_version").notNull(),
    /** The last visit that was judged; null before the first batch. */
    cursor: text("cursor"),
    visitsDone: integer("visits_done").notNull(),
    visitsTotal: integer("visits_total").notNull(),
    /** Counts so far. */
    tally: jsonb("tally").$type<ReplayTally>().notNull(),
    result: jsonb("result").$type<NonNullable<Replay["result"]>>(),
    failure: text("failure"),
    startedById: text("started_by_id")
      .notNull()
      .references(() => users.id),
    startedAt: time("started_at").notNull(),
    finishedAt: time("finished_at"),
  },
  (table) => [
    index("replays_rule_set").on(table.ruleSetVersion, table.id),
    uniqueIndex("replays_one_running")
      .on(table.ruleSetVersion)
      .where(sql`state = 'running'`),
  ],
);

/** Visits that a candidate judges differently than the rules in force. */
export const replayChanges = pgTable(
  "replay_changes",
  {
    replayId: text("replay_id")
      .notNull()
      .references(() => replays.id, { onDelete: "cascade" }),
    visitId: text("visit_id")
      .notNull()
      .references(() => visits.id),
    /** The newest picture of the visit. No constraint: it may have been deleted since. */
    scanId: text("scan_id"),
    from: text("from_lane").$type<ReplayLane>().notNull(),
    to: text("to_lane").$type<ReplayLane>().notNull(),
    added: jsonb("added").$type<ReplayChange["added"]>().notNull(),
    removed: jsonb("removed").$type<ReplayChange["removed"]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.replayId, table.visitId] })],
);
