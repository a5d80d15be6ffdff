import type { TimelineEntry } from "@container-inspection/shared-schemas";
import { ExactTime } from "../ui/exact-time.tsx";

/** What happened, oldest first. */
export function ReportTimeline({ timeline }: { timeline: TimelineEntry[] }) {
  return (
    <section className="card">
      <h2>Timeline</h2>
      <ol className="timeline">
        {timeline.map(({ at, event, subjectId, actor, message }) => (
          <li key={`${at} ${event} ${subjectId} ${message}`}>
            <span className="faint small">
              <ExactTime at={at} />
            </span>
            <span>
              {event === "escalated" ? `Escalated: ${message}` : message}{" "}
              {actor && <span className="faint small">{actor}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
