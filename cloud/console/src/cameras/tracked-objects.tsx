import type { CameraTrackingSummary } from "@container-inspection/shared-schemas/tracking";
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { classColour } from "../ui/class-colour.ts";
import { percent } from "../ui/format.ts";
import { Problem } from "../ui/problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useCameraTracking } from "./camera-api.ts";

type Props = { cameraId: string; minutes: number; isHidden: (className: string) => boolean };

/** Maximum number of objects that are read, and number of objects that are shown at first. */
const MOST = 100;
const FIRST = 20;

/** The objects of the range, the last seen first. */
export function TrackedObjects({ cameraId, minutes, isHidden }: Props) {
  const { data: summary, error } = useCameraTracking(cameraId, minutes);
  const [isWhole, setIsWhole] = useState(false);
  const objects = summary?.activeObjects.filter(({ className }) => !isHidden(className));
  return (
    <section className="card tracked-objects" aria-label={t`Tracked objects`} tabIndex={0}>
      <div className="card-head">
        <h2>{t`Tracked objects`}</h2>
        {summary && (
          <span className="faint">
            {summary.activeObjects.length === MOST && `${t`the last ${MOST} objects`}, `}
            <span>{plural(summary.totalEvents, { one: "# event", other: "# events" })}</span>
          </span>
        )}
      </div>
      <Problem text={error ? t`The tracked objects cannot be updated: ${problemOf(error)}` : undefined} />
      {!summary && !error && <ListSkeleton rows={3} />}
      {objects && <ObjectTable objects={objects.slice(0, isWhole ? MOST : FIRST)} />}
      {objects && objects.length > FIRST && (
        <button type="button" className="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t`Show the last ${FIRST}` : t`Show all ${objects.length}`}
        </button>
      )}
    </section>
  );
}

const ObjectTable = ({ objects }: { objects: CameraTrackingSummary["activeObjects"] }) => (
  <table>
    <thead>
      <tr>
        <th>{t`Object`}</th>
        <th>{t`Confidence`}</th>
        <th>{t`First seen`}</th>
        <th>{t`Last seen`}</th>
        <th>{t`Events`}</th>
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
          <td colSpan={5} className="faint">{t`Nothing was tracked in this time.`}</td>
        </tr>
      )}
    </tbody>
  </table>
);
