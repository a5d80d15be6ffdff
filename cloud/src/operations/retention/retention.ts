import { deleteEndedIncidents } from "../../fleet/alerts/incident-store.ts";
import { deleteDriftPictures } from "../../fleet/drift/drift-store.ts";
import { forgetFilesBefore } from "../../fleet/tracking/archive/file-store.ts";
import { deleteTrackingBefore } from "../../fleet/tracking/maintain-partitions.ts";
import { dayOf } from "../../fleet/tracking/partition-days.ts";
import { deleteEventsBefore } from "../../journal/events/event-store.ts";
import { forgetExpiredLinks } from "../../notices/mail/email-job-store.ts";
import type { Settings } from "../../platform/settings/settings.ts";
import { deleteObjects } from "./delete-objects.ts";
import { expirePictures, expireSitePictures } from "./expire-pictures.ts";
import {
  deleteEndedSessions,
  deleteExpiredChallenges,
  deleteExpiredLinkTokens,
  deleteManifestImports,
  deleteShortReceipts,
  deleteOldEmails,
  deleteOldViewers,
  deletePushDeliveries,
  deleteWebhookDeliveries,
} from "./expired-row-store.ts";
import type { MaintenanceParts, MayGoOn } from "./maintenance-work.ts";

const DAY_MS = 86_400_000;

type Retention = {
  /**
   * Returns the time in ms for which data is kept, from the time that the delete step compares with; undefined keeps
   * everything forever.
   */
  keptForMs: (settings: Settings) => number | undefined;
  /**
   * Deletes records from before a time, step by step until `mayGoOn` is false, and returns their number; `busy` if a
   * table was locked.
   */
  delete: (parts: MaintenanceParts, before: Date, mayGoOn: MayGoOn) => Promise<number | "busy">;
};

const days = (count: number) => () => count * DAY_MS;
/** Rows that name their own end: a session, a link. */
const untilItsEnd = days(0);

/**
 * Rules for expired data: the time for which it is kept, and the step that deletes it. The audit log, invites, and
 * the receipts of scans, evidence and identify and of users' writes are kept forever. The libraries that count rate
 * limits and run jobs remove their rows themselves.
 */
export const retention = {
  sessions: { keptForMs: untilItsEnd, delete: ({ db }, ...when) => deleteEndedSessions(db, ...when) },
  linkTokens: { keptForMs: untilItsEnd, delete: ({ db }, ...when) => deleteExpiredLinkTokens(db, ...when) },
  signInChallenges: { keptForMs: untilItsEnd, delete: ({ db }, ...when) => deleteExpiredChallenges(db, ...when) },
  /** The links in email jobs; the jobs themselves stay. */
  mailedLinks: { keptForMs: untilItsEnd, delete: ({ db }, before) => forgetExpiredLinks(db, before) },
  emails: {
    keptForMs: ({ emailRetentionDays }) => emailRetentionDays * DAY_MS,
    delete: ({ db }, ...when) => deleteOldEmails(db, ...when),
  },
  pushDeliveries: { keptForMs: days(30), delete: ({ db }, ...when) => deletePushDeliveries(db, ...when) },
  webhookDeliveries: { keptForMs: days(30), delete: ({ db }, ...when) => deleteWebhookDeliveries(db, ...when) },
  incidents: { keptForMs: days(400), delete: ({ db }, before) => deleteEndedIncidents(db, before) },
  liveEvents: { keptForMs: days(7), delete: ({ db }, ...when) => deleteEventsBefore(db, ...when) },
  /** Imports of files, with the outcomes of their rows; the manifests stay. */
  manifestImports: { keptForMs: days(30), delete: ({ db }, ...when) => deleteManifestImports(db, ...when) },
  /** Receipts of heartbeats, live pictures and imports of manifests. */
  shortReceipts: { keptForMs: days(1), delete: ({ db }, ...when) => deleteShortReceipts(db, ...when) },
  /** Users who looked at an escalation and did not report that they left. */
  escalationViewers: { keptForMs: days(1), delete: ({ db }, ...when) => deleteOldViewers(db, ...when) },
  /** Tracking events, their summaries and the receipts of their idempotency keys, by whole days. */
  tracking: {
    keptForMs: ({ trackingRetentionDays }) => trackingRetentionDays * DAY_MS,
    delete: async (parts, before) => {
      // If the tracking database is separate, older events that are still in the main one also expire.
      const former = parts.tracking.own ? await deleteTrackingBefore(parts, before) : undefined;
      const { background: db } = await parts.tracking.pools();
      const { dropped, strayRows, isBusy } = await deleteTrackingBefore({ ...parts, db }, before);
      if (isBusy || former?.isBusy) return "busy";
      return dropped.length + strayRows + (former ? former.dropped.length + former.strayRows : 0);
    },
  },
  /** The files of days of tracking events that have left the database. */
  trackingFiles: {
    keptForMs: ({ trackingRetentionDays }) => trackingRetentionDays * DAY_MS,
    delete: async (parts, before) => {
      const keys = await forgetFilesBefore(parts.db, dayOf(before.getTime()));
      await deleteObjects(parts, keys);
      return keys.length;
    },
  },
  /** The pictures of cameras that drift; their numbers stay. */
  driftPictures: {
    keptForMs: ({ pictureRetentionDays }) =>
      pictureRetentionDays === undefined ? undefined : pictureRetentionDays * DAY_MS,
    delete: ({ db }, before) => deleteDriftPictures(db, before),
  },
  /** The pictures of scans and evidence; their records stay, with the hashes. */
  pictures: {
    keptForMs: ({ pictureRetentionDays }) =>
      pictureRetentionDays === undefined ? undefined : pictureRetentionDays * DAY_MS,
    delete: expirePictures,
  },
  /** Pictures of sites that have their own retention. */
  sitePictures: {
    keptForMs: ({ sitePictureRetentionDays }) => (Object.keys(sitePictureRetentionDays).length > 0 ? 0 : undefined),
    delete: expireSitePictures,
  },
} satisfies Record<string, Retention>;

/**
 * Deletes expired records, and returns the number of each kind. A kind that fails or is busy does not stop the others.
 */
export async function deleteExpired(
  table: Readonly<Record<string, Retention>>,
  parts: MaintenanceParts,
  mayGoOn: MayGoOn,
): Promise<{ deleted: Record<string, number>; isBusy: boolean }> {
  const { settings, nowMs, logger } = parts;
  const deleted: Record<string, number> = {};
  const failures: unknown[] = [];
  let isBusy = false;
  for (const [what, { keptForMs, delete: remove }] of Object.entries(table)) {
    const keptMs = keptForMs(settings);
    if (keptMs === undefined) continue;
    try {
      const count = await remove(parts, new Date(nowMs() - keptMs), mayGoOn);
      if (count === "busy") isBusy = true;
      else deleted[what] = count;
    } catch (error) {
      logger.error({ err: error, what }, "expired data could not be deleted");
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "expired data could not be deleted");
  return { deleted, isBusy };
}
