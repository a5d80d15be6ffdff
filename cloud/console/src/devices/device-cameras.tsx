import type { EdgeDeviceDetail } from "@container-inspection/shared-schemas/edge-devices";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Chip } from "../ui/chip.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { fixed } from "../ui/format.ts";
import { wordOf } from "../language/words.ts";

type Camera = NonNullable<EdgeDeviceDetail["heartbeat"]>["cameras"][number];
type Props = { faulty: EdgeDeviceDetail["faultyCameras"]; cameras: Camera[] };

/** The cameras in the newest heartbeat of a device, with links to their pages and their scans. */
export function DeviceCameras({ faulty, cameras }: Props) {
  return (
    <section className="card list-table wide" aria-label={t`Cameras`}>
      <h2>{t`Cameras`}</h2>
      {cameras.length === 0 ? (
        <p className="faint">{t`No cameras.`}</p>
      ) : (
        <table aria-label={t`Cameras`}>
          <thead>
            <tr>
              <th>{t`Camera`}</th>
              <th>{t`State`}</th>
              <th>{t`Pictures`}</th>
              <th>{t`Restarts`}</th>
              <th>{t`Last error`}</th>
              <th>{t`Scans`}</th>
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
        <Chip tone={state === "running" ? "good" : "bad"}>{wordOf(state)}</Chip>
        {faults.map((fault) => (
          <Chip key={fault} tone="caution">
            {wordOf(fault)}
          </Chip>
        ))}
        {since && (
          <span className="faint small">
            {" "}
            <Trans>
              faulty since <TimeAgo at={since} />
            </Trans>
          </span>
        )}
      </td>
      <td>
        {framesPerSecond !== null && t`${fixed(framesPerSecond, 1)} per s`}
        {lastFrameAt && (
          <span className="faint small">
            {" "}
            <Trans>
              newest <TimeAgo at={lastFrameAt} />
            </Trans>
          </span>
        )}
      </td>
      <td>{restarts !== null && plural(restarts, { one: "# restart", other: "# restarts" })}</td>
      <td>{lastError}</td>
      <td>
        <Link to="/containers" search={{ camera: cameraId }}>{t`Scanned containers`}</Link>
      </td>
    </tr>
  );
}
