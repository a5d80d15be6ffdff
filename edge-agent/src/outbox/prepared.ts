import type { Database, Statement, Transaction } from "better-sqlite3";

const statements = new WeakMap<Database, Map<string, Statement>>();
const transactions = new WeakMap<Database, Transaction<(work: () => unknown) => unknown>>();

/**
 * The statement of a text, prepared once for each open file: to prepare it takes several times as long as to run it. A
 * text must always be used in the same mode, with or without `pluck`.
 */
export function prepared<Parameters extends unknown[] | {} = unknown[], Row = unknown>(
  db: Database,
  sql: string,
): Parameters extends unknown[] ? Statement<Parameters, Row> : Statement<[Parameters], Row> {
  const statement = statements.get(db)?.get(sql) ?? prepareFirst(db, sql);
  // The text states what its parameters and rows are, as for `db.prepare`.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return statement as Parameters extends unknown[] ? Statement<Parameters, Row> : Statement<[Parameters], Row>;
}

function prepareFirst(db: Database, sql: string): Statement {
  const statement = db.prepare(sql);
  statements.set(db, (statements.get(db) ?? new Map()).set(sql, statement));
  return statement;
}

/**
 * Runs work as one transaction, which takes the right to write at its beginning: all of it is kept, or nothing when it
 * throws. Within another transaction it is a part of that one.
 */
export function inTransaction<Result>(db: Database, work: () => Result): Result {
  // Made once for each open file: to make one takes several times as long as to begin and end it.
  const transaction = transactions.get(db) ?? db.transaction((each: () => unknown) => each());
  transactions.set(db, transaction);
  // The transaction answers what its work does.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return transaction.immediate(work) as Result;
}
