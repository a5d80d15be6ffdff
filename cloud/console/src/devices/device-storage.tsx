import type { EdgeDeviceDetail } from "@container-inspection/shared-schemas/edge-devices";
import { t } from "@lingui/core/macro";
import { Chip } from "../ui/chip.tsx";
import { Facts } from "../ui/facts.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { bytesOf, durationOf } from "./amounts.ts";

/** Below this many hours until the queue is full, its time is pointed out. */
const FEW_HOURS = 24;

/** The disk and the queue of a device: how much waits for delivery, and how long there is room for more. */
export function DeviceStorage({ device: { heartbeat } }: { device: EdgeDeviceDetail }) {
  const { queue = null, disk = null } = heartbeat ?? {};
  return (
    <section className="card" aria-label={t`Storage`}>
      <h2>{t`Disk and queue`}</h2>
      {!queue && !disk && <p className="faint">{t`Not reported yet.`}</p>}
      {disk && <Disk {...disk} />}
      {queue && <Queue queue={queue} />}
    </section>
  );
}

function Disk({ freeBytes, totalBytes }: { freeBytes: number | null; totalBytes: number | null }) {
  if (freeBytes === null) return null;
  const free = bytesOf(freeBytes);
  const text = totalBytes === null ? t`${free} free` : t`${free} free of ${bytesOf(totalBytes)}`;
  return <Filled name={t`Disk`} text={text} used={(totalBytes ?? 0) - freeBytes} total={totalBytes} />;
}

type QueueReport = NonNullable<EdgeDeviceDetail["queue"]>;

function Queue({ queue }: { queue: QueueReport }) {
  const { pending, oldestAgeSeconds, unnumbered, parked, refused, usedBytes, maxBytes } = queue;
  const { hoursUntilFull, secondsUntilDrained, lastDeliveredAt } = queue;
  return (
    <>
      {usedBytes !== null && (
        <Filled
          name={t`Queue`}
          text={
            maxBytes === null ? t`${bytesOf(usedBytes)} used` : t`${bytesOf(usedBytes)} used of ${bytesOf(maxBytes)}`
          }
          used={usedBytes}
          total={maxBytes}
        />
      )}
      <Facts
        facts={[
          [t`Waiting`, pending],
          [t`Oldest record`, oldestAgeSeconds && t`waits for ${durationOf(oldestAgeSeconds)}`],
          [t`Full in`, hoursUntilFull !== null && <UntilFull hours={hoursUntilFull} />],
          [t`Delivered in`, secondsUntilDrained && durationOf(secondsUntilDrained)],
          [t`Last delivery`, lastDeliveredAt && <TimeAgo at={lastDeliveredAt} />],
          [t`Without a number`, unnumbered],
          [t`Set aside`, parked ? <Chip tone="caution">{parked}</Chip> : parked],
          [t`Refused`, refused ? <Chip tone="bad">{refused}</Chip> : refused],
        ]}
      />
    </>
  );
}

function UntilFull({ hours }: { hours: number }) {
  const text = durationOf(hours * 3_600);
  return hours < FEW_HOURS ? <Chip tone="bad">{text}</Chip> : text;
}

/** Used part of a storage, as a bar if its size is known. */
const Filled = ({ name, text, used, total }: { name: string; text: string; used: number; total: number | null }) => (
  <div className="filled">
    <span>{name}</span>
    <span className="faint">{text}</span>
    {total !== null && total > 0 && (
      <meter
        aria-label={t`${name}, used`}
        min={0}
        max={total}
        low={0.8 * total}
        high={0.95 * total}
        optimum={0}
        value={used}
      />
    )}
  </div>
);
