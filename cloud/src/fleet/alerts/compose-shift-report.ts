import { html } from "hono/html";
import type { LaneCounts } from "../../inspection/statistics/lane-counts-store.ts";
import type { ComposedEmail } from "../../notices/mail/send-email.ts";
import type { PlacedShift } from "../shifts/shift-store.ts";
import { amountOf, clockOf } from "./incident-texts.ts";
import { mailPage } from "./mail-page.ts";

type Context = { now: Date; timeZone: string; home: string; counts: LaneCounts };

/** The mail about an ended shift: the records of its lane, and the decisions that are still open. */
export function composeShiftReport(
  { shift, lane, site, operator }: PlacedShift,
  { now, timeZone, home, counts }: Context,
): ComposedEmail {
  const clock = clockOf(now, timeZone);
  const span = `${clock.time(shift.startedAt)} to ${clock.time(shift.endsAt)}`;
  const subject = `${site.name}, ${lane.name}: ${amountOf(counts.containers, "container")}, ${counts.escalated} escalated`;
  const rows: [string, number][] = [
    ["Containers", counts.containers],
    ["Scans", counts.scans],
    ["Escalated", counts.escalated],
    ["Cleared", counts.cleared],
    ["Held", counts.held],
    ["Sent to inspection", counts.inspected],
    ["Not decided yet", counts.undecided],
  ];
  const list = `${home}containers?lane=${encodeURIComponent(lane.id)}`;
  const body = [
    `Shift of ${operator.email} in ${site.name}, ${lane.name}`,
    `${span} (${clock.zone})`,
    "",
    ...rows.map(([name, count]) => `${name}: ${count}`),
    "",
    LATE,
    "",
    `The lane's containers: ${list}`,
    "",
    REASON,
    `${home}account`,
    "",
  ].join("\n");
  const content = html`<h2 style="font-size:16px;margin:24px 0 4px">${site.name}, ${lane.name}</h2>
    <p style="margin:0 0 12px;color:#555">Shift of ${operator.email}, ${span}</p>
    <table style="border-collapse:collapse">
      ${rows.map(
        ([name, count]) =>
          html`<tr>
            <th scope="row" style="text-align:left;font-weight:normal;padding:2px 24px 2px 0">${name}</th>
            <td style="text-align:right"><b>${count}</b></td>
          </tr>`,
      )}
    </table>
    <p style="margin:12px 0"><a href="${list}">The lane's containers</a></p>
    <p style="color:#555;font-size:13px;margin:0">
      ${LATE} Times are in ${clock.zone}. ${REASON} <a href="${home}account">your notifications</a>.
    </p>`;
  return { subject, body, html: mailPage(subject, content) };
}

const LATE = "Records that devices deliver later are not counted.";
const REASON = "You receive this because it was your shift, or because you chose the reports of this site:";
