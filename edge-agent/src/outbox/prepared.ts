import type { Database, Statement } from "better-sqlite3";

const statements = new WeakMap<Database, Map<string, Statement>>();

/**
 * The statement of a text, prepared once for each open file: to prepare it takes several times as long as to run it. A
 * text must always be used in the same mode, with or without `pluck`.
 */
export function prepared<Parameters extends unknown[] | {} = unknown[], Row = unknown>(
  db: Database,
  sql: string,
): Parameters extends unknown[] ? Statement<Parameters, Row> : Statement<[Parameters], Row> {
  const known = statements.get(db) ?? new Map<string, Statement>();
  statements.set(db, known);
  const statement = known.get(sql) ?? db.prepare(sql);
  known.set(sql, statement);
  // The text states what its parameters and rows are, as for `db.prepare`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return statement as Parameters extends unknown[] ? Statement<Parameters, Row> : Statement<[Parameters], Row>;
}
