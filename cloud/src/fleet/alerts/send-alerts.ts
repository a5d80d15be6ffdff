import { LINK } from "../../notices/mail/compose-email.ts";
import { countEmails } from "../../notices/mail/email-job-store.ts";
import { sendComposed } from "../../notices/mail/send-email.ts";
import { webAppUrlOf } from "../../people/auth/app-links.ts";
import { lockUser } from "../../people/accounts/user-store.ts";
import type { Needs } from "../parts.ts";
import { composeAlert } from "./compose-alert.ts";
import {
  alignIncidents,
  deleteRecipients,
  findDueIncidents,
  findWaitingUsers,
  insertRecipients,
  placeIncidents,
  setMailed,
} from "./incident-store.ts";
import { wantsAlert } from "./notification-rules.ts";
import { findReaders, findSiteNames } from "./notification-store.ts";

/**
 * Minimum pause after a mail to a user, as a multiple of the time that the first mail waits for further alerts.
 */
const PAUSE_FACTOR = 5;
/** Age after which an unsent alert is outdated; the mail queue gives up much earlier. */
const WORTH_SENDING_MS = 3 * 86_400_000;

type Parts = Needs<"settings" | "db" | "jobs" | "mailer" | "nowMs" | "newId">;

/**
 * Writes the mails about incidents that have begun or ended: each beginning and each end to each recipient once, in the
 * transaction that records it. Runs every quarter of a minute, in any process.
 */
export async function sendAlerts(parts: Parts): Promise<{ mails: number }> {
  const { db, settings, nowMs } = parts;
  const now = new Date(nowMs());
  await findRecipients(parts, now);
  const before = new Date(now.getTime() - settings.alertDigestSeconds * 1_000);
  let mails = 0;
  for (const userId of await findWaitingUsers(db, before)) if (await mailIncidents(parts, userId, now)) mails += 1;
  return { mails };
}

/** Finds the name, the places and the recipients of new incidents. Without a mail server there are no recipients. */
async function findRecipients({ db, mailer }: Parts, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await alignIncidents(tx, now);
    const placed = await placeIncidents(tx, now);
    if (placed.length === 0 || !mailer) return;
    const readers = await findReaders(tx);
    const recipients = placed.flatMap((incident) =>
      readers
        .filter(({ wishes }) => wantsAlert(wishes, incident))
        .map(({ userId }) => ({ incidentId: incident.id, userId })),
    );
    await insertRecipients(tx, recipients);
  });
}

/** Writes one mail with all that a user is to learn; false while the pause after the last mail lasts. */
async function mailIncidents(parts: Parts, userId: string, now: Date): Promise<boolean> {
  const { db, settings } = parts;
  return db.transaction(async (tx) => {
    // One mail at a time: of two processes, the second one finds nothing left.
    await lockUser(tx, userId);
    const due = await findDueIncidents(tx, userId);
    const [reader] = await findReaders(tx, userId);
    // Of an account that was disabled, or a kind or site that is no longer chosen.
    const unwanted = due.filter((incident) => !reader || !wantsAlert(reader.wishes, incident));
    await deleteRecipients(
      tx,
      userId,
      unwanted.map(({ id }) => id),
    );
    const wanted = due.filter((incident) => !unwanted.includes(incident));
    if (!reader || wanted.length === 0) return false;
    const since = new Date(now.getTime() - PAUSE_FACTOR * settings.alertDigestSeconds * 1_000);
    if ((await countEmails(tx, { kind: "alert", recipient: reader.email, since })) > 0) return false;
    const context = {
      now,
      role: reader.role,
      timeZone: reader.timeZone,
      siteNames: await findSiteNames(tx),
      home: LINK,
    };
    await sendComposed(parts, tx, {
      kind: "alert",
      to: reader.email,
      ...composeAlert(wanted, context),
      link: webAppUrlOf(settings),
      linkExpiresAt: new Date(now.getTime() + WORTH_SENDING_MS),
    });
    await setMailed(tx, userId, wanted, now);
    return true;
  });
}
