import type { CameraTrackingSummary } from "@container-inspection/shared-schemas";
import { useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { classColour } from "../ui/class-colour.ts";
import { percent } from "../ui/format.ts";
import { Problem } from "../ui/problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useCameraTracking } from "./camera-api.ts";

type Props = { cameraId: string; minutes: number; isHidden: (className: string) => boolean };

/** So many objects are read, and so many of them are shown at first. */
const MOST = 100;
const FIRST = 20;

/** The objects of the range, the last seen first. */
export function TrackedObjects({ cameraId, minutes, isHidden }: Props) {
  const { data: summary, error } = useCameraTracking(cameraId, minutes);
  const [isWhole, setIsWhole] = useState(false);
  const objects = summary?.activeObjects.filter(({ className }) => !isHidden(className));
  return (
    <section className="card tracked-objects" aria-label="Tracked objects" tabIndex={0}>
      <div className="card-head">
        <h2>Tracked objects</h2>
        {summary && (
          <span className="faint">
            {summary.activeObjects.length === MOST && `the last ${MOST} objects, `}
            <span>{summary.totalEvents} events</span>
          </span>
        )}
      </div>
      <Problem text={error ? `The tracked objects cannot be updated: ${problemOf(error)}` : undefined} />
      {!summary && !error && <ListSkeleton rows={3} />}
      {objects && <ObjectTable objects={objects.slice(0, isWhole ? MOST : FIRST)} />}
      {objects && objects.length > FIRST && (
        <button type="button" className="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? `Show the last ${FIRST}` : `Show all ${objects.length}`}
        </button>
      )}
    </section>
  );
}

const ObjectTable = ({ objects }: { objects: CameraTrackingSummary["activeObjects"] }) => (
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
      {objects.map(({ trackingId, className, confidence, firstSeen, lastSeen, eventCount }) => (
        <tr key={`${trackingId} ${firstSeen}`}>
          <td>
            <i className="dot" style={{ background: classColour(className) }} />
            {className} <span className="faint">#{trackingId}</span>
          </td>
          <td>{percent(confidence)}</td>
          <td>
            <TimeAgo at={firstSeen} />
          </td>
          <td>
            <TimeAgo at={lastSeen} />
          </td>
          <td>{eventCount}</td>
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
);
