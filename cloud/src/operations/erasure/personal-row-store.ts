import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import {
  devices,
  emailJobs,
  escalationViewers,
  identities,
  importedColumns,
  incidentRecipients,
  linkTokens,
  notificationSettings,
  pushDeliveries,
  pushSubscriptions,
  recoveryCodes,
  savedViews,
  secondFactors,
  sessions,
  signInChallenges,
} from "../../platform/db/tables.ts";

/**
 * Person whose rows are deleted: an account, the addresses that it has had, and those that its user only asked for.
 */
export type ErasedPerson = { userId: string; addresses: readonly string[]; askedAddresses: readonly string[] };

type PersonalTable = { name: string; table: PgTable; isOf: (person: ErasedPerson) => SQL | undefined };

/**
 * The tables in which every row is about one person and about nothing else. Records of a person's actions (decisions,
 * shifts, uploads) are not among them: those rows stay, and name the pseudonym.
 */
const personalTables: readonly PersonalTable[] = [
  { name: "sessions", table: sessions, isOf: ({ userId }) => eq(sessions.userId, userId) },
  { name: "second_factors", table: secondFactors, isOf: ({ userId }) => eq(secondFactors.userId, userId) },
  { name: "recovery_codes", table: recoveryCodes, isOf: ({ userId }) => eq(recoveryCodes.userId, userId) },
  { name: "sign_in_challenges", table: signInChallenges, isOf: ({ userId }) => eq(signInChallenges.userId, userId) },
  { name: "identities", table: identities, isOf: ({ userId }) => eq(identities.userId, userId) },
  {
    name: "link_tokens",
    table: linkTokens,
    isOf: ({ userId, addresses }) => or(eq(linkTokens.userId, userId), inArray(linkTokens.email, [...addresses])),
  },
  { name: "imported_columns", table: importedColumns, isOf: ({ userId }) => eq(importedColumns.userId, userId) },
  { name: "saved_views", table: savedViews, isOf: ({ userId }) => eq(savedViews.userId, userId) },
  { name: "devices", table: devices, isOf: ({ userId }) => eq(devices.userId, userId) },
  { name: "push_subscriptions", table: pushSubscriptions, isOf: ({ userId }) => eq(pushSubscriptions.userId, userId) },
  { name: "push_deliveries", table: pushDeliveries, isOf: ({ userId }) => eq(pushDeliveries.userId, userId) },
  {
    name: "notification_settings",
    table: notificationSettings,
    isOf: ({ userId }) => eq(notificationSettings.userId, userId),
  },
  {
    name: "incident_recipients",
    table: incidentRecipients,
    isOf: ({ userId }) => eq(incidentRecipients.userId, userId),
  },
  { name: "escalation_viewers", table: escalationViewers, isOf: ({ userId }) => eq(escalationViewers.userId, userId) },
  {
    name: "email_jobs",
    table: emailJobs,
    isOf: ({ addresses, askedAddresses }) =>
      or(
        inArray(emailJobs.recipient, [...addresses]),
        and(eq(emailJobs.kind, "change-email"), inArray(emailJobs.recipient, [...askedAddresses])),
      ),
  },
];

/** Deletes rows that are only about a person; returns the number of rows per table, without tables that had none. */
export async function deletePersonalRows(
  tx: DatabaseOrTransaction,
  person: ErasedPerson,
): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const { name, table, isOf } of personalTables) {
    const rows = await tx.delete(table).where(isOf(person)).returning();
    if (rows.length > 0) deleted[name] = rows.length;
  }
  return deleted;
}
