import type { EdgeDeviceDetail } from "@container-inspection/shared-schemas";
import { useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { Chip } from "../ui/chip.tsx";
import { Notice } from "../ui/notice.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useEdgeDevice } from "./edge-devices-api.ts";

/** The cameras and models of a device, by its newest heartbeat; requested once it is opened. */
export function DeviceStatus({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="device-status" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="faint">Cameras and models</summary>
      {isOpen && <OpenStatus id={id} />}
    </details>
  );
}

function OpenStatus({ id }: { id: string }) {
  const { data: device, error } = useEdgeDevice(id);
  if (error && !device) return <Notice title="The device cannot be shown">{problemOf(error)}</Notice>;
  if (!device) return <ListSkeleton rows={2} />;
  if (!device.heartbeat) return <p className="faint">No heartbeat yet.</p>;
  return (
    <>
      <Cameras device={device} cameras={device.heartbeat.cameras} />
      <Models models={device.heartbeat.models} />
    </>
  );
}

type Heartbeat = NonNullable<EdgeDeviceDetail["heartbeat"]>;
type Camera = Heartbeat["cameras"][number];

function Cameras({ device: { faultyCameras }, cameras }: { device: EdgeDeviceDetail; cameras: Camera[] }) {
  if (cameras.length === 0) return <p className="faint">No cameras.</p>;
  return (
    <table aria-label="Cameras">
      <thead>
        <tr>
          <th>Camera</th>
          <th>State</th>
          <th>Faulty since</th>
          <th>Last error</th>
        </tr>
      </thead>
      <tbody>
        {cameras.map((camera) => (
          <CameraRow
            key={camera.cameraId}
            camera={camera}
            since={faultyCameras.find(({ cameraId }) => cameraId === camera.cameraId)?.since}
          />
        ))}
      </tbody>
    </table>
  );
}

function CameraRow({ camera, since }: { camera: Camera; since: string | undefined }) {
  const { cameraId, state, pictureFaults = [], frozen, lastError } = camera;
  const faults = pictureFaults.length === 0 && frozen ? ["frozen"] : pictureFaults;
  return (
    <tr>
      <td>{cameraId}</td>
      <td>
        <Chip tone={state === "running" ? "good" : "bad"}>{state}</Chip>
        {faults.map((fault) => (
          <Chip key={fault} tone="caution">
            {fault}
          </Chip>
        ))}
      </td>
      <td>{since === undefined ? "" : <TimeAgo at={since} />}</td>
      <td>{lastError}</td>
    </tr>
  );
}

function Models({ models }: { models: Heartbeat["models"] }) {
  if (models.length === 0) return <p className="faint">No models.</p>;
  return (
    <table aria-label="Models">
      <thead>
        <tr>
          <th>Model</th>
          <th>Version</th>
          <th>Error</th>
        </tr>
      </thead>
      <tbody>
        {models.map(({ name, version, error }, at) => (
          <tr key={`${name} ${at}`}>
            <td>{name}</td>
            <td>{version}</td>
            <td>
              {error && (
                <>
                  <Chip tone="bad">not used</Chip> {error}
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
