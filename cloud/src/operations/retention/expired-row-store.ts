import { idFloor } from "@container-inspection/shared-schemas/object-id";
import { and, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { HEARTBEAT_ROUTE } from "../../fleet/edge-devices/edge-device-rules.ts";
import { LIVE_PICTURE_ROUTE } from "../../fleet/watching/watch-rules.ts";
import { IMPORT_ROUTE } from "../../inspection/manifests/importing/import-once.ts";
import {
  emailJobs,
  escalationViewers,
  idempotencyReceipts,
  linkTokens,
  manifestImports,
  pushDeliveries,
  sessions,
  signInChallenges,
  webhookDeliveries,
} from "../../platform/db/tables.ts";
import type { Database } from "../../platform/db/database.ts";
import type { MayGoOn } from "./maintenance-work.ts";

/** Rows that one statement deletes: a second's work at most, so that no request waits long for a lock. */
const ROWS_AT_ONCE = 5_000;

/** Sessions that ended before a time. */
export const deleteEndedSessions = (db: Database, before: Date, mayGoOn: MayGoOn) =>
  deleteWhere(db, sessions, lt(sessions.endsAt, before), mayGoOn);

/** Tokens of mailed links that expired before a time. */
export const deleteExpiredLinkTokens = (db: Database, before: Date, mayGoOn: MayGoOn) =>
  deleteWhere(db, linkTokens, lt(linkTokens.expiresAt, before), mayGoOn);

/** Sign-ins and enrolments that expired before a time without their second step. */
export const deleteExpiredChallenges = (db: Database, before: Date, mayGoOn: MayGoOn) =>
  deleteWhere(db, signInChallenges, lt(signInChallenges.expiresAt, before), mayGoOn);

/** Mails from before a time, in whichever status. */
export const deleteOldEmails = (db: Database, before: Date, mayGoOn: MayGoOn) =>
  deleteWhere(db, emailJobs, lt(emailJobs.createdAt, before), mayGoOn);

/** Users who looked at an escalation before a time and no longer do. */
export const deleteOldViewers = (db: Database, before: Date, mayGoOn: MayGoOn) =>
  deleteWhere(db, escalationViewers, lt(escalationViewers.seenAt, before), mayGoOn);

/** Deliveries of notices to phones that were made before a time. */
export const deletePushDeliveries = (db: Database, before: Date, mayGoOn: MayGoOn) =>
  deleteWhere(db, pushDeliveries, lt(pushDeliveries.id, idFloor(before.getTime())), mayGoOn);

/** Imports of manifests that were started before a time, with their rows. */
export const deleteManifestImports = (db: Database, before: Date, mayGoOn: MayGoOn) =>
  deleteWhere(db, manifestImports, lt(manifestImports.id, idFloor(before.getTime())), mayGoOn);

/** Deliveries of events to webhooks that were made before a time. */
export const deleteWebhookDeliveries = (db: Database, before: Date, mayGoOn: MayGoOn) =>
  deleteWhere(db, webhookDeliveries, lt(webhookDeliveries.id, idFloor(before.getTime())), mayGoOn);

/** Receipts of the idempotency keys of heartbeats, live pictures and imports that were received before a time. */
export const deleteShortReceipts = (db: Database, before: Date, mayGoOn: MayGoOn) => {
  const isShort = inArray(idempotencyReceipts.route, [HEARTBEAT_ROUTE, LIVE_PICTURE_ROUTE, IMPORT_ROUTE]);
  return deleteReceipts(db, and(isShort, lt(idempotencyReceipts.createdAt, before)), mayGoOn);
};

/** Deletes receipts by their keys, because each partition has a row at the same place (ctid). */
const deleteReceipts = (db: Database, condition: SQL | undefined, mayGoOn: MayGoOn) =>
  deleteInSteps(
    db,
    sql`delete from ${idempotencyReceipts} where (route, key) in (
      select route, key from ${idempotencyReceipts} where ${condition} limit ${ROWS_AT_ONCE}) returning 1`,
    mayGoOn,
  );

/** Deletes the rows of a condition in a table without partitions, some at a time, and returns how many. */
const deleteWhere = (db: Database, table: PgTable, condition: SQL | undefined, mayGoOn: MayGoOn) =>
  deleteInSteps(
    db,
    sql`delete from ${table} where ctid in (
      select ctid from ${table} where ${condition} limit ${ROWS_AT_ONCE}) returning 1`,
    mayGoOn,
  );

/** Repeats a statement that deletes some rows until it finds fewer, and returns how many were deleted in all. */
async function deleteInSteps(db: Database, deleteSome: SQL, mayGoOn: MayGoOn): Promise<number> {
  let deleted = 0;
  while (await mayGoOn()) {
    const { rows } = await db.execute<{ deleted: number }>(
      sql`with removed as (${deleteSome}) select count(*)::int as deleted from removed`,
    );
    const count = rows[0]?.deleted ?? 0;
    deleted += count;
    if (count < ROWS_AT_ONCE) break;
  }
  return deleted;
}
