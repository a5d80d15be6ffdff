import { CLOCK_OFF_MS, type EdgeDeviceDetail } from "@container-inspection/shared-schemas/edge-devices";
import { t } from "@lingui/core/macro";
import { Chip } from "../ui/chip.tsx";
import { Facts } from "../ui/facts.tsx";
import { fixed } from "../ui/format.ts";
import { TimeAgo } from "../ui/time-ago.tsx";
import { durationOf } from "./amounts.ts";

/** Properties of a device, and the time at which it was last seen. */
export function DeviceFacts({ device }: { device: EdgeDeviceDetail }) {
  const { note, source, reportedId, agentVersion, heartbeat, createdAt, revokedAt } = device;
  return (
    <section className="card" aria-label={t`Status`}>
      <h2>{t`Status`}</h2>
      <Facts
        facts={[
          [t`Note`, note && <bdi>{note}</bdi>],
          [t`Last seen`, timeOf(device.lastSeenAt) ?? t`never`],
          [t`Silent since`, timeOf(device.silentSince)],
          [t`Last heartbeat`, timeOf(device.lastHeartbeatAt) ?? t`none yet`],
          [t`Agent`, agentVersion],
          [t`Running for`, heartbeat?.uptimeSeconds && durationOf(heartbeat.uptimeSeconds)],
          [t`Clock`, <Clock key="clock" device={device} />],
          [t`Live pictures`, heartbeat?.watchingEnabled === false ? t`switched off on the device` : undefined],
          [t`Reported id`, reportedId && <bdi>{reportedId}</bdi>],
          [t`Key`, source === "shared-key" ? t`the shared key` : t`its own key`],
          [t`Added`, timeOf(createdAt)],
          [t`Revoked`, timeOf(revokedAt)],
        ]}
      />
    </section>
  );
}

const timeOf = (at: string | null) => at && <TimeAgo at={at} />;

function Clock({ device: { clockSkewMs, heartbeat } }: { device: EdgeDeviceDetail }) {
  if (clockSkewMs === null) return t`unknown`;
  const isOff = Math.abs(clockSkewMs) > CLOCK_OFF_MS;
  const seconds = fixed(Math.abs(clockSkewMs) / 1_000, 1);
  const skew = clockSkewMs < 0 ? t`${seconds} s behind` : t`${seconds} s ahead`;
  return (
    <>
      {isOff ? <Chip tone="bad">{skew}</Chip> : skew}
      {heartbeat?.clockSynchronised === false && (
        <>
          {" "}
          <Chip tone="caution">{t`not synchronised`}</Chip>
        </>
      )}
    </>
  );
}
