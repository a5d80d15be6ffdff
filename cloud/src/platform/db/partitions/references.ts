import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database.ts";

type Reference = { referrer: string; name: string; definition: string; isChecked: boolean };

/**
 * Changes the partitions of a table without the foreign keys that refer to it, since Postgres detaches no partition
 * that rows refer to. Afterwards they hold for new rows; `checkReferences` checks the existing ones.
 */
export async function withoutReferences(
  tx: DatabaseOrTransaction,
  table: string,
  change: () => Promise<void>,
): Promise<void> {
  const references = await referencesTo(tx, table);
  for (const { referrer, name } of references)
    await tx.execute(sql.raw(`alter table ${referrer} drop constraint ${name}`));
  await change();
  for (const { referrer, name, definition } of references)
    await tx.execute(
      sql.raw(`alter table ${referrer} add constraint ${name} ${definition.replace(/ NOT VALID$/, "")} not valid`),
    );
}

/** Checks the existing rows of foreign keys that so far hold for new ones only. Neither readers nor writers wait. */
export async function checkReferences(tx: DatabaseOrTransaction, table: string): Promise<void> {
  for (const { referrer, name, isChecked } of await referencesTo(tx, table))
    if (!isChecked) await tx.execute(sql.raw(`alter table ${referrer} validate constraint ${name}`));
}

async function referencesTo(tx: DatabaseOrTransaction, table: string): Promise<Reference[]> {
  const { rows } = await tx.execute<Reference>(sql`
    select conrelid::regclass::text as referrer, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition,
      convalidated as "isChecked"
    from pg_constraint where contype = 'f' and conparentid = 0 and confrelid = ${table}::regclass
    order by referrer, name`);
  return rows;
}
