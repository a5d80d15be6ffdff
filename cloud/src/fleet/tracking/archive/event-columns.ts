import { z } from "zod";

/**
 * Numbers that show whether two sets of events are the same, whatever their order: how many, and for each group of
 * columns the sum of a hash of each event's key and its values in the group. All are decimal texts, as they grow long.
 */
export type Checks = z.infer<typeof checksRow>;

export const checksRow = z.object({
  events: z.string(),
  arrival: z.string(),
  object: z.string(),
  box: z.string(),
  confidence: z.string(),
});

/** The columns of an event's key; an event that comes again has the same. */
export const KEY_COLUMNS = ["camera_id", "occurred_at", "device_id", "session_id", "event_id"] as const;

/** The columns of the files: their names, types in DuckDB, and how Postgres writes their values as JSON. */
export const EVENT_COLUMNS = [
  { name: "camera_id", type: "VARCHAR", value: "camera_id" },
  { name: "occurred_at", type: "TIMESTAMP_MS", value: epochMs("occurred_at") },
  { name: "device_id", type: "VARCHAR", value: "device_id" },
  { name: "session_id", type: "VARCHAR", value: "session_id" },
  { name: "event_id", type: "VARCHAR", value: "event_id" },
  { name: "tracking_id", type: "INTEGER", value: "tracking_id" },
  { name: "event_type", type: "VARCHAR", value: "event_type" },
  { name: "class_name", type: "VARCHAR", value: "class_name" },
  { name: "confidence", type: "DOUBLE", value: "confidence" },
  { name: "x1", type: "INTEGER", value: "x1" },
  { name: "y1", type: "INTEGER", value: "y1" },
  { name: "x2", type: "INTEGER", value: "x2" },
  { name: "y2", type: "INTEGER", value: "y2" },
  { name: "received_at", type: "TIMESTAMP_MS", value: epochMs("received_at") },
] as const;

type Dialect = {
  milliseconds: (column: string) => string;
  /** The 64 bits of a double as a whole number: both print the same double with different digits. */
  bits: (column: string) => string;
  /** The first 60 bits of a text's MD5 as a whole number. */
  hash: (text: string) => string;
  asText: (sum: string) => string;
};

const postgres: Dialect = {
  milliseconds: epochMs,
  bits: (column) => `('x' || encode(float8send(${column}), 'hex'))::bit(64)::bigint`,
  hash: (text) => `('x' || substr(md5(${text}), 1, 15))::bit(60)::bigint`,
  asText: (sum) => `${sum}::text`,
};

const duckDb: Dialect = {
  milliseconds: (column) => `epoch_ms(${column})`,
  bits: (column) => `${column}::bit::bigint`,
  hash: (text) => `('0x' || substr(md5(${text}), 1, 15))::bigint`,
  asText: (sum) => `${sum}::varchar`,
};

/** The list of a select that computes `Checks` in Postgres, and the one that computes them in DuckDB. */
export const CHECKS_IN_POSTGRES = checksIn(postgres);
export const CHECKS_IN_DUCKDB = checksIn(duckDb);

function checksIn({ milliseconds, bits, hash, asText }: Dialect): string {
  const key = ["camera_id", milliseconds("occurred_at"), "device_id", "session_id", "event_id"];
  const sumOf = (values: string[], name: keyof Checks) =>
    `coalesce(${asText(`sum(${hash(`concat_ws(chr(31), ${[...key, ...values].join(", ")})`)})`)}, '0') as ${name}`;
  return [
    `${asText("count(*)")} as events`,
    sumOf([milliseconds("received_at")], "arrival"),
    sumOf(["tracking_id", "event_type", "class_name"], "object"),
    sumOf(["x1", "y1", "x2", "y2"], "box"),
    sumOf([bits("confidence")], "confidence"),
  ].join(",\n");
}

function epochMs(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::bigint`;
}

const groups = checksRow.keyof().options;

/** The checks of two sets that have no event in common. */
export function addChecks(one: Checks, other: Checks): Checks {
  const sums = groups.map((name) => [name, String(BigInt(one[name]) + BigInt(other[name]))]);
  return checksRow.parse(Object.fromEntries(sums));
}

/** The names of the groups in which two sets differ. */
export const differences = (one: Checks, other: Checks): string[] => groups.filter((name) => one[name] !== other[name]);
