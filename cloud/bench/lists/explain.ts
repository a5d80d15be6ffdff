import type { Client } from "pg";
import { z } from "zod";
import type { SentQuery } from "../../src/testing/recorded-database.ts";

/** Amount of data that a statement actually read from the large tables. */
export type Reading = {
  /** Large tables that were scanned from one end to the other. */
  scannedTables: string[];
  /**
   * Rows read from large tables, also those that a filter then removed. Entries of bitmap indexes, which are many to a
   * page, are in `pages`.
   */
  rows: number;
  /** Pages of 8 KB read from any table or index, each time counted. */
  pages: number;
  /** The plan as text, for messages. */
  plan: string;
};

/** Tables by the names of their indexes and of themselves, those only that have at least `minRows`. */
export type LargeTables = ReadonlyMap<string, string>;

type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string | undefined;
  "Index Name"?: string | undefined;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number | undefined;
  "Rows Removed by Index Recheck"?: number | undefined;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[] | undefined;
};

const planNode: z.ZodType<PlanNode> = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  "Rows Removed by Filter": z.number().optional(),
  "Rows Removed by Index Recheck": z.number().optional(),
  "Shared Hit Blocks": z.number(),
  "Shared Read Blocks": z.number(),
  Plans: z.lazy(() => z.array(planNode)).optional(),
});
const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: planNode })]) })]);

/** Names the tables that hold at least `minRows` by their statistics. */
export async function findLargeTables(client: Client, minRows: number): Promise<LargeTables> {
  const { rows } = await client.query<{ name: string; table: string }>(
    `with large as (select oid, relname from pg_class where relkind = 'r' and reltuples >= $1 and relnamespace = 'public'::regnamespace)
    select relname as name, relname as table from large
    union all select indexrelid::regclass::text, relname from pg_index join large on large.oid = indrelid`,
    [minRows],
  );
  return new Map(rows.map(({ name, table }) => [name, table]));
}

/** Runs a statement as it was sent, with its planned values, and returns the rows and pages it read. */
export async function readingOf(client: Client, query: SentQuery, large: LargeTables): Promise<Reading> {
  const { rows } = await client.query(`explain (analyze, timing off, format json) ${query.config.text}`, query.values);
  const [{ "QUERY PLAN": [{ Plan: top }] }] = explained.parse(rows); // prettier-ignore
  const nodes = [...nodesOf(top)];
  const read = nodes.filter((node) => node["Node Type"] !== "Bitmap Index Scan" && tableOf(node, large) !== undefined);
  return {
    scannedTables: read.filter((node) => node["Node Type"] === "Seq Scan").map((node) => tableOf(node, large) ?? ""),
    rows: read.reduce((sum, node) => sum + rowsOf(node), 0),
    pages: top["Shared Hit Blocks"] + top["Shared Read Blocks"],
    plan: describe(top),
  };
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

const tableOf = (node: PlanNode, large: LargeTables) => large.get(node["Relation Name"] ?? node["Index Name"] ?? "");

function rowsOf(node: PlanNode): number {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return Math.round((node["Actual Rows"] + removed) * node["Actual Loops"]);
}

function describe(node: PlanNode, depth = 0): string {
  const name = [node["Node Type"], node["Index Name"], node["Relation Name"]].filter(Boolean).join(" ");
  const line = `${"  ".repeat(depth)}${name}: ${rowsOf(node)} rows`;
  return [line, ...(node.Plans ?? []).map((child) => describe(child, depth + 1))].join("\n");
}
