import { problemOf } from "../api/api-error.ts";
import { classColour } from "../ui/class-colour.ts";
import { percent } from "../ui/format.ts";
import { Problem } from "../ui/problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useCameraTracking } from "./camera-api.ts";

type Props = { cameraId: string; minutes: number; isHidden: (className: string) => boolean };

/** The objects of the range, the last seen first. */
export function TrackedObjects({ cameraId, minutes, isHidden }: Props) {
  const { data: summary, error } = useCameraTracking(cameraId, minutes);
  const objects = summary?.activeObjects.filter(({ className }) => !isHidden(className));
  return (
    <section className="card tracked-objects" aria-label="Tracked objects">
      <div className="card-head">
        <h2>Tracked objects</h2>
        {summary && <span className="faint">{summary.totalEvents} events</span>}
      </div>
      <Problem text={error ? `The tracked objects cannot be updated: ${problemOf(error)}` : undefined} />
      {!summary && !error && <ListSkeleton rows={3} />}
      {objects && (
        <table>
          <thead>
            <tr>
              <th>Object</th>
              <th>Confidence</th>
              <th>First seen</th>
              <th>Last seen</th>
              <th>Events</th>
            </tr>
          </thead>
          <tbody>
            {objects.map((object) => (
              <tr key={`${object.trackingId} ${object.firstSeen}`}>
                <td>
                  <i className="dot" style={{ background: classColour(object.className) }} />
                  {object.className} <span className="faint">#{object.trackingId}</span>
                </td>
                <td>{percent(object.confidence)}</td>
                <td>
                  <TimeAgo at={object.firstSeen} />
                </td>
                <td>
                  <TimeAgo at={object.lastSeen} />
                </td>
                <td>{object.eventCount}</td>
              </tr>
            ))}
            {objects.length === 0 && (
              <tr>
                <td colSpan={5} className="faint">
                  Nothing was tracked in this time.
                </td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </section>
  );
}
