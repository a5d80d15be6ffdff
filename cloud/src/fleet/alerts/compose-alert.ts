import type { Role } from "@container-inspection/shared-schemas/roles";
import { html } from "hono/html";
import type { ComposedEmail } from "../../notices/mail/send-email.ts";
import { type Clock, clockOf, headOf, isOver, onOneLine, type Repeated, summaryOf, timesOf } from "./incident-texts.ts";
import type { DueIncident } from "./incident-store.ts";
import { mailPage } from "./mail-page.ts";

/** Maximum number of incidents that a mail lists per site; further ones are only counted. */
const MOST_SHOWN = 25;

type Context = {
  now: Date;
  role: Role;
  timeZone: string;
  siteNames: ReadonlyMap<string, string>;
  /** The address of the console, ending in a slash. */
  home: string;
};
type Section = { title: string; places: { place: string; items: Repeated[]; more: number }[] };

/** The mail about incidents that have begun or ended. */
export function composeAlert(incidents: readonly DueIncident[], context: Context): ComposedEmail {
  const items = withoutRepetitions(incidents);
  const places = new Set(items.map(({ incident }) => placeOf(incident, context)));
  const [only] = places;
  const summary = summaryOf(items);
  const subject = places.size === 1 && only !== undefined && only !== NO_SITE ? `${only}: ${summary}` : summary;
  const sections = [
    sectionOf(
      "Needs attention",
      items.filter(({ incident }) => !isOver(incident)),
      context,
    ),
    sectionOf(
      "Over",
      items.filter(({ incident }) => isOver(incident)),
      context,
    ),
  ].filter((section) => section.places.length > 0);
  const clock = clockOf(context.now, context.timeZone);
  return { subject, body: textOf(sections, clock, context), html: htmlOf(subject, sections, clock, context) };
}

/** One item for each subject: a camera that fails ten times in a minute is one line. */
function withoutRepetitions(incidents: readonly DueIncident[]): Repeated[] {
  const found = new Map<string, Repeated>();
  for (const incident of incidents) {
    const key = `${incident.kind} ${incident.subject}`;
    const before = found.get(key);
    // Incidents that were mailed before are not counted again.
    const times = (before?.times ?? 0) + (incident.isKnown ? 0 : 1);
    found.delete(key);
    found.set(key, { incident, times });
  }
  return [...found.values()];
}

const NO_SITE = "Without a site";

function placeOf({ siteIds }: DueIncident, { siteNames }: Context): string {
  const names = siteIds.flatMap((id) => siteNames.get(id) ?? []);
  if (names.length === 0) return NO_SITE;
  return onOneLine(names.toSorted((one, other) => one.localeCompare(other)).join(", "));
}

function sectionOf(title: string, items: readonly Repeated[], context: Context): Section {
  const byPlace = Map.groupBy(items, ({ incident }) => placeOf(incident, context));
  const places = [...byPlace].toSorted(([one], [other]) => one.localeCompare(other));
  return {
    title,
    places: places.map(([place, found]) => ({
      place,
      items: found.slice(0, MOST_SHOWN),
      more: Math.max(0, found.length - MOST_SHOWN),
    })),
  };
}

/**
 * Returns the console address of the camera or device of an incident; devices are linked for admins only.
 */
function linkOf({ cameraId, deviceId }: DueIncident, { home, role }: Context): string | undefined {
  if (cameraId !== null) return `${home}cameras/${encodeURIComponent(cameraId)}`;
  return deviceId !== null && role === "admin" ? `${home}devices/${deviceId}` : undefined;
}

const REASON = "You receive this because you chose alerts, or because your role receives them until you choose:";
const moreOf = (more: number) => `and ${more} more`;

function textOf(sections: readonly Section[], clock: Clock, { home }: Context): string {
  const lines = sections.flatMap(({ title, places }) => [
    title.toUpperCase(),
    "",
    ...places.flatMap(({ place, items, more }) => [
      place,
      ...items.map((item) => `- ${headOf(item.incident)}, ${timesOf(item, clock)}`),
      ...(more > 0 ? [`- ${moreOf(more)}`] : []),
      "",
    ]),
  ]);
  return [
    ...lines,
    `Times are in ${clock.zone}.`,
    "",
    `Faults of cameras and devices now: ${home}today`,
    "",
    REASON,
    `${home}account`,
    "",
  ].join("\n");
}

function htmlOf(subject: string, sections: readonly Section[], clock: Clock, context: Context): string {
  const item = (repeated: Repeated) => {
    const { incident } = repeated;
    const link = linkOf(incident, context);
    const head =
      link === undefined ? html`<b>${headOf(incident)}</b>` : html`<a href="${link}"><b>${headOf(incident)}</b></a>`;
    return html`<li style="margin:0 0 6px">
      ${head}<br /><span style="color:#555">${timesOf(repeated, clock)}</span>
    </li>`;
  };
  const section = ({ title, places }: Section) =>
    html`<h2 style="font-size:16px;margin:24px 0 8px">${title}</h2>
      ${places.map(
        ({ place, items, more }) =>
          html`<p style="margin:8px 0 4px;color:#555">${place}</p>
            <ul style="margin:0;padding:0 0 0 20px">
              ${items.map(item)}${more > 0 ? html`<li>${moreOf(more)}</li>` : ""}
            </ul>`,
      )}`;
  const { home } = context;
  const content = html`${sections.map(section)}
    <p style="margin:24px 0 8px"><a href="${home}today">Faults of cameras and devices now</a></p>
    <p style="color:#555;font-size:13px;margin:0">
      Times are in ${clock.zone}. ${REASON} <a href="${home}account">your notifications</a>.
    </p>`;
  return mailPage(subject, content);
}
