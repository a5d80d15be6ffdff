import type { CameraTrackingSummary } from "@container-inspection/shared-schemas";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { useCameraTracking } from "../api.ts";
import { classColour } from "../ui/class-colour.ts";
import { percent } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { CameraDrift } from "./camera-drift.tsx";
import { LivePicture } from "./live-picture.tsx";

const MINUTES = [1, 5, 15, 60];

/** One camera: where its tracked objects are now, and every object of the last minutes. */
export function CameraPage() {
  const { cameraId = "" } = useParams();
  const [minutes, setMinutes] = useState(5);
  const { data: summary, error } = useCameraTracking(cameraId, minutes);
  return (
    <>
      <p className="crumb">
        <Link to="/cameras">Cameras</Link>
      </p>
      <div className="page-head">
        <h1>{cameraId}</h1>
        <label className="push faint">
          last{" "}
          <select value={minutes} onChange={(event) => setMinutes(Number(event.target.value))}>
            {MINUTES.map((choice) => (
              <option key={choice} value={choice}>
                {choice === 1 ? "minute" : `${choice} minutes`}
              </option>
            ))}
          </select>
        </label>
      </div>
      <CameraDrift cameraId={cameraId} />
      {error && <Notice title="The camera cannot be shown">{error.message}</Notice>}
      {summary && (
        <div className="split">
          <LivePicture cameraId={cameraId} summary={summary} />
          <ObjectTable summary={summary} />
        </div>
      )}
    </>
  );
}

function ObjectTable({ summary }: { summary: CameraTrackingSummary }) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>Tracked objects</h2>
        <span className="faint">{summary.totalEvents} events</span>
      </div>
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
          {summary.activeObjects.map((object) => (
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
          {summary.activeObjects.length === 0 && (
            <tr>
              <td colSpan={5} className="faint">
                Nothing was tracked in this time.
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
