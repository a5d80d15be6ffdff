/*
 * Imported before a program, makes the outbox's connections use other settings than they ask for, and report what they
 * asked for: `change-pragmas.ts?synchronous=OFF&wal_autocheckpoint=50`. So the tests show that they notice an outbox
 * that is not safe.
 */
import Database from "better-sqlite3";

const changes = [...new URL(import.meta.url).searchParams];
const SYNCHRONOUS_FULL = 2;
// oxlint-disable-next-line typescript/unbound-method -- called with its connection below
const pragma = Database.prototype.pragma;

Database.prototype.pragma = function (this: Database.Database, source: string, options?: Database.PragmaOptions) {
  if (source === "synchronous" && changes.some(([name]) => name === source)) return SYNCHRONOUS_FULL;
  const result = pragma.call(this, source, options);
  if (source === "synchronous = FULL") for (const [name, value] of changes) pragma.call(this, `${name} = ${value}`);
  return result;
};
