/*
 * `--import` this before a gate: it runs as the next release would, whose outbox has one more step, which only adds.
 * What that release keeps, this one must be able to use again.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const SCHEMA = /\/edge-agent\/src\/outbox\/schema\.ts$/;
const END_OF_STEPS = /\n\];\n/;
/** Step with changes that an older program does not notice: a column with a default, an index and a table. */
const STEP = `
  \`ALTER TABLE records ADD COLUMN next_note TEXT NOT NULL DEFAULT 'next';
   CREATE INDEX records_next ON records (next_note, ordinal);
   CREATE TABLE next_facts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;\`,`;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!SCHEMA.test(url)) return loaded;
    const source = readFileSync(new URL(url), "utf8");
    if (!END_OF_STEPS.test(source)) throw new Error(`${url} does not list its steps as before: change next-program.ts`);
    return { ...loaded, source: source.replace(END_OF_STEPS, () => `${STEP}\n];\n`) };
  },
});
