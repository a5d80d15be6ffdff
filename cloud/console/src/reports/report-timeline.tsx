import type { TimelineEntry } from "@container-inspection/shared-schemas/reports";
import { plural, t } from "@lingui/core/macro";
import { inLanguage } from "../language/in-language.ts";
import { useTimeFormat } from "../ui/time-format.ts";

/** Entries of one day that belong together: scans and photos of one passage, or one of another kind. */
type Group = { entries: [TimelineEntry, ...TimelineEntry[]] };
type Day = { name: string; groups: Group[] };

/** Scans and photos in a row that are shown as one line, from this number on. */
const MANY = 3;
/** Time in ms between two records, up to which they count as taken in one passage. */
const PAUSE_MS = 5 * 60_000;

/** Events, oldest first, by day; many scans and photos in a row are one line that expands. */
export function ReportTimeline({ timeline }: { timeline: TimelineEntry[] }) {
  const format = useTimeFormat();
  const days = daysOf(timeline, (at) => format(at, { dateStyle: "full" }));
  return (
    <section className="card">
      <h2>{t`Timeline`}</h2>
      {days.map(({ name, groups }) => (
        <div key={name}>
          <h3>{name}</h3>
          <ol className="timeline">
            {groups.map(({ entries }) =>
              entries.length < MANY ? (
                entries.map((entry) => <Entry key={keyOf(entry)} entry={entry} />)
              ) : (
                <Records key={keyOf(entries[0])} entries={entries} />
              ),
            )}
          </ol>
        </div>
      ))}
    </section>
  );
}

function Entry({ entry: { at, event, actor, ...text } }: { entry: TimelineEntry }) {
  const message = inLanguage(text.message, text.phrase);
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

function Records({ entries }: Group) {
  const [first, last] = [entries[0], entries.at(-1) ?? entries[0]];
  const scans = entries.filter(({ event }) => event === "scanned").length;
  const photos = entries.length - scans;
  const counts = [
    scans > 0 && plural(scans, { one: "# scan", other: "# scans" }),
    photos > 0 && plural(photos, { one: "# photo", other: "# photos" }),
  ];
  const actors = [...new Set(entries.map(({ actor }) => actor))];
  return (
    <li>
      <span className="faint small">
        <Time at={first.at} /> – <Time at={last.at} />
      </span>
      <details>
        <summary>
          {counts.filter(Boolean).join(", ")}{" "}
          <span className="faint small">
            <bdi>{actors.filter(Boolean).join(", ")}</bdi>
          </span>
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

function Time({ at }: { at: string }) {
  const format = useTimeFormat();
  return <time dateTime={at}>{format(at, { timeStyle: "medium" })}</time>;
}

const keyOf = ({ at, event, subjectId, message }: TimelineEntry) => `${at} ${event} ${subjectId} ${message}`;

function daysOf(timeline: TimelineEntry[], dayOf: (at: string) => string): Day[] {
  const days: Day[] = [];
  for (const entry of timeline) {
    const name = dayOf(entry.at);
    let day = days.at(-1);
    if (day?.name !== name) days.push((day = { name, groups: [] }));
    const group = day.groups.at(-1);
    if (group && isOfPassage(group.entries.at(-1) ?? group.entries[0], entry)) group.entries.push(entry);
    else day.groups.push({ entries: [entry] });
  }
  return days;
}

const isRecord = ({ event }: TimelineEntry) => event === "scanned" || event === "evidence-added";
const isOfPassage = (last: TimelineEntry, next: TimelineEntry) =>
  isRecord(last) && isRecord(next) && Date.parse(next.at) - Date.parse(last.at) <= PAUSE_MS;
