import type { TimelineEntry } from "@container-inspection/shared-schemas";
import { plural, t } from "@lingui/core/macro";
import { locales } from "../language/language.ts";

/** Entries of one day that belong together: scans in a row by the same device or user, or one of another kind. */
type Group = { entries: [TimelineEntry, ...TimelineEntry[]] };
type Day = { name: string; groups: Group[] };

/** Scans in a row that are shown as one line, from this number on. */
const MANY = 3;

/** What happened, oldest first, by days; many scans in a row are one line that opens. */
export function ReportTimeline({ timeline }: { timeline: TimelineEntry[] }) {
  return (
    <section className="card">
      <h2>{t`Timeline`}</h2>
      {daysOf(timeline).map(({ name, groups }) => (
        <div key={name}>
          <h3>{name}</h3>
          <ol className="timeline">
            {groups.map(({ entries }) =>
              entries.length < MANY ? (
                entries.map((entry) => <Entry key={keyOf(entry)} entry={entry} />)
              ) : (
                <Scans key={keyOf(entries[0])} entries={entries} />
              ),
            )}
          </ol>
        </div>
      ))}
    </section>
  );
}

function Entry({ entry: { at, event, actor, message } }: { entry: TimelineEntry }) {
  return (
    <li>
      <span className="faint small">
        <Time at={at} />
      </span>
      <span>
        <bdi>{event === "escalated" ? t`Escalated: ${message}` : message}</bdi>{" "}
        {actor && (
          <span className="faint small">
            <bdi>{actor}</bdi>
          </span>
        )}
      </span>
    </li>
  );
}

function Scans({ entries }: Group) {
  const [first, last] = [entries[0], entries.at(-1) ?? entries[0]];
  return (
    <li>
      <span className="faint small">
        <Time at={first.at} /> – <Time at={last.at} />
      </span>
      <details>
        <summary>
          {plural(entries.length, { one: "# scan", other: "# scans" })}{" "}
          {first.actor && <span className="faint small">{first.actor}</span>}
        </summary>
        <ol className="timeline">
          {entries.map((entry) => (
            <Entry key={keyOf(entry)} entry={entry} />
          ))}
        </ol>
      </details>
    </li>
  );
}

const Time = ({ at }: { at: string }) => (
  <time dateTime={at}>{new Date(at).toLocaleTimeString(locales(), { timeStyle: "medium" })}</time>
);

const keyOf = ({ at, event, subjectId, message }: TimelineEntry) => `${at} ${event} ${subjectId} ${message}`;

function daysOf(timeline: TimelineEntry[]): Day[] {
  const days: Day[] = [];
  for (const entry of timeline) {
    const name = new Date(entry.at).toLocaleDateString(locales(), { dateStyle: "full" });
    let day = days.at(-1);
    if (day?.name !== name) days.push((day = { name, groups: [] }));
    const group = day.groups.at(-1);
    if (group && entry.event === "scanned" && isLike(group.entries[0], entry)) group.entries.push(entry);
    else day.groups.push({ entries: [entry] });
  }
  return days;
}

const isLike = (one: TimelineEntry, other: TimelineEntry) => one.event === other.event && one.actor === other.actor;
