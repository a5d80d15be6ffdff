// The tables partitioned by UTC day. drizzle cannot describe partitions, so their columns stand in the migration
// "tracking" and their SQL in the stores of tracking/. Both keep the same two rules:
// - A day has a partition once somebody needed it; until then, and for clocks far off, rows lie in `<table>_default`.
// - A day's rows are never split: making its partition takes them out of the default one.

/** Every stream event as it came, once; unique by device, session, event id and time. */
const TRACKING_EVENTS = "tracking_events";

/** Each object's events per camera and UTC minute and hour: how many, the first, and the last one's class and box. */
const TRACKING_ROLLUPS = "tracking_rollups";

/**
 * The partitioned tables: the column that decides the day, and how full writers leave a page. A rollup's row is updated as
 * long as its bucket is new; with room left beside it, four of five updates need not touch the index.
 */
export const dailyTables = [
  { table: TRACKING_EVENTS, column: "occurred_at", fillPercent: 100 },
  { table: TRACKING_ROLLUPS, column: "bucket", fillPercent: 70 },
] as const;
