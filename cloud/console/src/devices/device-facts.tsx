import type { EdgeDeviceDetail } from "@container-inspection/shared-schemas";
import { Chip } from "../ui/chip.tsx";
import { Facts } from "../ui/facts.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { durationOf } from "./amounts.ts";

/** A clock that is further off than this is pointed out. */
const SKEW_MS = 60_000;

/** What a device is, and when it was last heard. */
export function DeviceFacts({ device }: { device: EdgeDeviceDetail }) {
  const { note, source, reportedId, agentVersion, heartbeat, createdAt, revokedAt } = device;
  return (
    <section className="card" aria-label="Status">
      <h2>Status</h2>
      <Facts
        facts={[
          ["Note", note && <bdi>{note}</bdi>],
          ["Last seen", timeOf(device.lastSeenAt) ?? "never"],
          ["Silent since", timeOf(device.silentSince)],
          ["Last heartbeat", timeOf(device.lastHeartbeatAt) ?? "none yet"],
          ["Agent", agentVersion],
          ["Running for", heartbeat?.uptimeSeconds && durationOf(heartbeat.uptimeSeconds)],
          ["Clock", <Clock key="clock" device={device} />],
          ["Live pictures", heartbeat?.watchingEnabled === false ? "switched off on the device" : undefined],
          ["Reported id", reportedId && <bdi>{reportedId}</bdi>],
          ["Key", source === "shared-key" ? "the shared key" : "its own key"],
          ["Added", timeOf(createdAt)],
          ["Revoked", timeOf(revokedAt)],
        ]}
      />
    </section>
  );
}

const timeOf = (at: string | null) => at && <TimeAgo at={at} />;

function Clock({ device: { clockSkewMs, heartbeat } }: { device: EdgeDeviceDetail }) {
  if (clockSkewMs === null) return "unknown";
  const isOff = Math.abs(clockSkewMs) > SKEW_MS;
  const skew = `${(Math.abs(clockSkewMs) / 1_000).toFixed(1)} s ${clockSkewMs < 0 ? "behind" : "ahead"}`;
  return (
    <>
      {isOff ? <Chip tone="bad">{skew}</Chip> : skew}
      {heartbeat?.clockSynchronised === false && (
        <>
          {" "}
          <Chip tone="caution">not synchronised</Chip>
        </>
      )}
    </>
  );
}
