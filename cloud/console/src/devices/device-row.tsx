import { CLOCK_OFF_MS, type EdgeDevice } from "@container-inspection/shared-schemas/edge-devices";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { TimeAgo } from "../ui/time-ago.tsx";
import { DeviceActions } from "./device-actions.tsx";
import { StateChip } from "./state-chip.tsx";
import type { DeviceWork } from "./use-device-work.ts";

/** One device: how it is, the way to its page, and what an admin may do with its keys. */
export function DeviceRow({ device, work }: { device: EdgeDevice; work: DeviceWork }) {
  const { id, name, note, state, source, lastSeenAt } = device;
  return (
    <li className="card device-row" aria-label={name}>
      <Link to="/devices/$id" params={{ id }} title={note ?? undefined}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
      </Link>
      <StateChip state={state} />
      <span className="faint">
        {source === "shared-key" && `${t`shared key`}, `}
        {lastSeenAt === null ? (
          t`never seen`
        ) : (
          <>
            <Trans>
              last seen <TimeAgo at={lastSeenAt} />
            </Trans>
          </>
        )}
        <DeviceWorries device={device} />
      </span>
      <DeviceActions device={device} work={work} />
    </li>
  );
}

/** Problems of a device according to its newest heartbeat. */
function DeviceWorries({ device: { queue, faults, clockSkewMs } }: { device: EdgeDevice }) {
  const skewMs = clockSkewMs ?? 0;
  const counts: [number | null | undefined, (count: number) => string][] = [
    [queue?.pending, (count) => plural(count, { one: "# waiting", other: "# waiting" })],
    [
      queue?.unnumbered,
      (count) => plural(count, { one: "# without a container number", other: "# without a container number" }),
    ],
    [queue?.parked, (count) => plural(count, { one: "# set aside", other: "# set aside" })],
    [queue?.refused, (count) => plural(count, { one: "# refused", other: "# refused" })],
    [faults?.cameras, (count) => plural(count, { one: "# faulty camera", other: "# faulty cameras" })],
    [faults?.models, (count) => plural(count, { one: "# unused model", other: "# unused models" })],
  ];
  const worries = counts.flatMap(([count, describe]) => (count ? [describe(count)] : []));
  if (Math.abs(skewMs) > CLOCK_OFF_MS) worries.push(t`clock off by ${Math.round(skewMs / 1_000)} s`);
  return worries.length === 0 ? null : `, ${worries.join(", ")}`;
}
