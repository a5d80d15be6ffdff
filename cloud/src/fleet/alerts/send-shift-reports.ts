import { countLane } from "../../inspection/statistics/lane-counts-store.ts";
import { LINK } from "../../notices/mail/compose-email.ts";
import { sendComposed } from "../../notices/mail/send-email.ts";
import { webAppUrlOf } from "../../people/auth/app-links.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { lockUnreported, type PlacedShift, setReported } from "../shifts/shift-store.ts";
import { composeShiftReport } from "./compose-shift-report.ts";
import { concernsSites } from "./notification-rules.ts";
import { findReaders, type Reader } from "./notification-store.ts";

/** Shifts of one transaction. */
const AT_ONCE = 20;
/** Age in ms after which a report is obsolete, because the next shift has ended as well. */
const WORTH_SENDING_MS = 86_400_000;

type Parts = Needs<"settings" | "db" | "jobs" | "mailer" | "nowMs" | "newId">;

/**
 * Writes the reports of shifts that have ended, each to each recipient once, in the transaction that records it. Runs
 * every quarter of a minute, in any process. Without a mail server a shift has no report.
 */
export async function sendShiftReports(parts: Parts): Promise<{ mails: number }> {
  let mails = 0;
  for (;;) {
    const reported = await parts.db.transaction(async (tx) => {
      const ended = await lockUnreported(tx, new Date(parts.nowMs()), AT_ONCE);
      const readers = ended.length === 0 || !parts.mailer ? [] : await findReaders(tx);
      for (const placed of ended) mails += await report(parts, tx, placed, readers);
      return ended.length;
    });
    if (reported < AT_ONCE) return { mails };
  }
}

async function report(
  parts: Parts,
  tx: DatabaseOrTransaction,
  placed: PlacedShift,
  readers: readonly Reader[],
): Promise<number> {
  const { shift, lane } = placed;
  const now = new Date(parts.nowMs());
  await setReported(tx, shift.id, now);
  const isOld = now.getTime() - shift.endsAt.getTime() > WORTH_SENDING_MS;
  const recipients = isOld ? [] : readers.filter((reader) => wantsReport(reader, placed));
  if (recipients.length === 0) return 0;
  const counts = await countLane(tx, lane.id, { from: shift.startedAt, to: shift.endsAt });
  const linkExpiresAt = new Date(now.getTime() + WORTH_SENDING_MS);
  for (const { email, timeZone } of recipients)
    await sendComposed(parts, tx, {
      kind: "shift-report",
      to: email,
      ...composeShiftReport(placed, { now, timeZone, home: LINK, counts }),
      link: webAppUrlOf(parts.settings),
      linkExpiresAt,
    });
  return recipients.length;
}

/** The operator of the shift, and all who chose the reports of its site. */
function wantsReport({ userId, wishes }: Reader, { operator, site }: PlacedShift): boolean {
  if (wishes.shiftReports === "none") return false;
  return operator.id === userId || (wishes.shiftReports === "sites" && concernsSites(wishes, [site.id]));
}
