import type { EdgeDeviceDetail } from "@container-inspection/shared-schemas";
import { Link } from "@tanstack/react-router";
import { Chip } from "../ui/chip.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";

type Camera = NonNullable<EdgeDeviceDetail["heartbeat"]>["cameras"][number];
type Props = { faulty: EdgeDeviceDetail["faultyCameras"]; cameras: Camera[] };

/** The cameras of a device by its newest heartbeat, with the ways to their pages and to what they have scanned. */
export function DeviceCameras({ faulty, cameras }: Props) {
  return (
    <section className="card list-table wide" aria-label="Cameras">
      <h2>Cameras</h2>
      {cameras.length === 0 ? (
        <p className="faint">No cameras.</p>
      ) : (
        <table aria-label="Cameras">
          <thead>
            <tr>
              <th>Camera</th>
              <th>State</th>
              <th>Pictures</th>
              <th>Restarts</th>
              <th>Last error</th>
              <th>Scans</th>
            </tr>
          </thead>
          <tbody>
            {cameras.map((camera) => (
              <CameraRow
                key={camera.cameraId}
                camera={camera}
                since={faulty.find(({ cameraId }) => cameraId === camera.cameraId)?.since}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function CameraRow({ camera, since }: { camera: Camera; since: string | undefined }) {
  const { cameraId, state, pictureFaults = [], frozen, lastError, restarts, framesPerSecond, lastFrameAt } = camera;
  const faults = pictureFaults.length === 0 && frozen ? ["frozen"] : pictureFaults;
  return (
    <tr>
      <td>
        <Link to="/cameras/$cameraId" params={{ cameraId }}>
          <bdi>{cameraId}</bdi>
        </Link>
      </td>
      <td>
        <Chip tone={state === "running" ? "good" : "bad"}>{state}</Chip>
        {faults.map((fault) => (
          <Chip key={fault} tone="caution">
            {fault}
          </Chip>
        ))}
        {since && (
          <span className="faint small">
            {" "}
            faulty since <TimeAgo at={since} />
          </span>
        )}
      </td>
      <td>
        {framesPerSecond !== null && `${framesPerSecond.toFixed(1)} per s`}
        {lastFrameAt && (
          <span className="faint small">
            {" "}
            newest <TimeAgo at={lastFrameAt} />
          </span>
        )}
      </td>
      <td>{restarts !== null && `${restarts} ${restarts === 1 ? "restart" : "restarts"}`}</td>
      <td>{lastError}</td>
      <td>
        <Link to="/containers" search={{ camera: cameraId }}>
          Scanned containers
        </Link>
      </td>
    </tr>
  );
}
