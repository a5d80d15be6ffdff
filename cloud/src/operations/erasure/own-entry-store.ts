import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { auditLog } from "../../platform/db/tables.ts";

const { before, after } = auditLog;

/** The actions whose entries contain the address or the name of the account that they are about. */
const NAMING_ACTIONS = ["user.create", "user.update", "user.set-name", "user.change-email"];
const ASK_ACTION = "user.ask-email-change";
/** The actions on what only the user has: their entries contain labels of the user's own, such as "Ann's phone". */
const LABEL_ACTIONS = [
  ASK_ACTION,
  "user.add-second-factor",
  "user.remove-second-factor",
  "user.reset-second-factor",
  "user.save-view",
  "user.delete-view",
];
const LABELLED_SUBJECTS = ["device", "push-subscription"];

const isAbout = (userId: string) => and(eq(auditLog.subjectType, "user"), eq(auditLog.subjectId, userId));

/** Texts about its user that the log of an account contains; addresses are lower-case. */
export type FormerTexts = {
  /** Those that the account has had, or under which it has acted. */
  addresses: string[];
  names: string[];
  /** Those that the user asked for and may never have confirmed: they may be another person's. */
  askedAddresses: string[];
};

export async function findFormerTexts(db: DatabaseOrTransaction, userId: string): Promise<FormerTexts> {
  const acted = await db
    .selectDistinct({ address: sql<string>`lower(${auditLog.actorName})` })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, userId), eq(auditLog.actorType, "user")));
  const asked = await db
    .select({ address: sql<string | null>`lower(${after} ->> 'newEmail')` })
    .from(auditLog)
    .where(and(isAbout(userId), eq(auditLog.action, ASK_ACTION)));
  const rows = await db
    .select({
      addresses: sql<(string | null)[]>`array[lower(${before} ->> 'email'), lower(${after} ->> 'email')]`,
      names: sql<(string | null)[]>`array[${before} ->> 'name', ${after} ->> 'name']`,
    })
    .from(auditLog)
    .where(and(isAbout(userId), inArray(auditLog.action, NAMING_ACTIONS)));
  const distinct = (texts: (string | null)[]) => [...new Set(texts.flatMap((text) => (text ? [text] : [])))];
  return {
    addresses: distinct([...acted.map(({ address }) => address), ...rows.flatMap((row) => row.addresses)]),
    names: distinct(rows.flatMap((row) => row.names)),
    askedAddresses: distinct(asked.map(({ address }) => address)),
  };
}

/**
 * Replaces the name in the entries about an account, whatever the name is, and empties the entries about what only its
 * user had. Who did what and when stays.
 */
export async function replaceOwnEntries(tx: DatabaseOrTransaction, userId: string, name: string): Promise<number> {
  const renamed = (column: PgColumn) =>
    sql`case when ${column} ->> 'name' is null then ${column}
      else jsonb_set(${column}, '{name}', to_jsonb(${name}::text)) end`;
  const hasName = sql`(${before} ->> 'name' is not null or ${after} ->> 'name' is not null)`;
  const named = await tx
    .update(auditLog)
    .set({ before: renamed(before), after: renamed(after) })
    .where(and(isAbout(userId), inArray(auditLog.action, NAMING_ACTIONS), hasName))
    .returning({ id: auditLog.id });
  const emptied = (column: PgColumn) => sql`case when ${column} is null then null else '{}'::jsonb end`;
  const isLabelled = or(
    and(isAbout(userId), inArray(auditLog.action, LABEL_ACTIONS)),
    and(eq(auditLog.actorId, userId), inArray(auditLog.subjectType, LABELLED_SUBJECTS)),
  );
  const labelled = await tx
    .update(auditLog)
    .set({ before: emptied(before), after: emptied(after) })
    .where(isLabelled)
    .returning({ id: auditLog.id });
  return named.length + labelled.length;
}
