import { useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { Notice } from "../ui/notice.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useEdgeConfiguration, useEdgeDevice } from "./edge-devices-api.ts";

/** The configuration that is kept of a device, for new hardware; requested once it is opened. */
export function DeviceConfiguration({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="device-status" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="faint">Configuration</summary>
      {isOpen && <WhetherKept id={id} />}
    </details>
  );
}

function WhetherKept({ id }: { id: string }) {
  const { data: device, error } = useEdgeDevice(id);
  if (error && !device) return <Notice title="The configuration cannot be shown">{problemOf(error)}</Notice>;
  if (!device) return <ListSkeleton rows={2} />;
  if (device.configurationAt === null) return <p className="faint">The device has not reported its configuration.</p>;
  return <Kept id={id} />;
}

function Kept({ id }: { id: string }) {
  const { data: kept, error } = useEdgeConfiguration(id);
  if (error && !kept) return <Notice title="The configuration cannot be shown">{problemOf(error)}</Notice>;
  if (!kept) return <ListSkeleton rows={2} />;
  return (
    <>
      <p className="faint">
        Reported <TimeAgo at={kept.reportedAt} />, without secrets. New hardware restores it with a join code of this
        device.
      </p>
      {kept.missing.length > 0 && (
        <p className="faint">
          To be added on new hardware: {kept.missing.map(({ setting, name }) => name ?? setting).join(", ")}
        </p>
      )}
      <pre className="small device-configuration">{kept.configuration}</pre>
    </>
  );
}
