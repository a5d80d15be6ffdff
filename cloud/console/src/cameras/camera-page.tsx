import type { CameraTrackingSummary } from "@container-inspection/shared-schemas";
import { getRouteApi, Link } from "@tanstack/react-router";
import { problemOf } from "../api/api-error.ts";
import { MINUTES } from "../shell/choices.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { classColour } from "../ui/class-colour.ts";
import { Crumb } from "../ui/crumb.tsx";
import { percent } from "../ui/format.ts";
import { PageProblem } from "../ui/page-problem.tsx";
import { Problem } from "../ui/problem.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { CameraDrift } from "./camera-drift.tsx";
import { useCamera, useCameraTracking } from "./cameras-api.ts";
import { LivePicture } from "./live-picture.tsx";
import { useLivePicture } from "./use-live-picture.ts";

const DEFAULT_MINUTES = "5";
const route = getRouteApi("/shell/cameras/$cameraId");

/** One camera: where its tracked objects are now, and every object of the last minutes. */
export function CameraPage() {
  const { cameraId } = route.useParams();
  const { minutes = DEFAULT_MINUTES } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: camera } = useCamera(cameraId);
  const { data: summary, error } = useCameraTracking(cameraId, Number(minutes));
  const watched = useLivePicture(cameraId);
  if (watched.isUnknown) return <PageProblem title="There is no such camera" error={watched.problem} />;
  const name = camera?.name ?? cameraId;
  const choose = (value: string) =>
    void navigate({
      search: { minutes: MINUTES.find((choice) => choice === value) },
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <Crumb>
        <Link to="/cameras">Cameras</Link>
      </Crumb>
      <div className="page-head">
        <PageTitle title={name} />
        {name !== cameraId && <span className="faint">{cameraId}</span>}
        <label className="push faint">
          last{" "}
          <select value={minutes} onChange={(event) => choose(event.target.value)}>
            {MINUTES.map((choice) => (
              <option key={choice} value={choice}>
                {choice === "1" ? "minute" : `${choice} minutes`}
              </option>
            ))}
          </select>
        </label>
      </div>
      <CameraDrift cameraId={cameraId} />
      <Problem text={error ? `The tracked objects cannot be updated: ${problemOf(error)}` : undefined} />
      {!summary && !error && <PageSkeleton />}
      {summary && (
        <div className="split">
          <LivePicture cameraId={cameraId} summary={summary} watched={watched} />
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
