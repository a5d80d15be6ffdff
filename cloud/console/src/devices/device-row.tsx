import type { EdgeDevice, EdgeDeviceState } from "@container-inspection/shared-schemas";
import { Chip, type Tone } from "../ui/chip.tsx";
import { confirm } from "../ui/confirm.ts";
import { TimeAgo } from "../ui/time-ago.tsx";
import { DeviceConfiguration } from "./device-configuration.tsx";
import { DeviceStatus } from "./device-status.tsx";
import { makeJoinCode, revokeEdgeDevice, rotateEdgeKey } from "./edge-devices-api.ts";
import type { Secret } from "./secret-card.tsx";

const STATE_TONE: Record<EdgeDeviceState, Tone> = {
  waiting: "info",
  active: "good",
  silent: "bad",
  revoked: "neutral",
};
const SKEW_MS = 60_000;

type Props = {
  device: EdgeDevice;
  act: (work: () => Promise<Secret | undefined>) => Promise<boolean>;
  busy: boolean;
};

/** One device: how it is, and what an admin may do with its keys. */
export function DeviceRow({ device, act, busy }: Props) {
  const { id, name, note, state, source, lastSeenAt } = device;
  const newCode = () => act(async () => ({ device: name, ...(await makeJoinCode(id)) }));
  const newKey = async () => {
    const text = "Its current key works for one more day. The box needs the new key before that.";
    if (await confirm({ title: `Create a new key for ${name}?`, text, action: "Create key" }))
      await act(async () => ({ device: name, apiKey: (await rotateEdgeKey(id)).apiKey }));
  };
  const revoke = async () => {
    const text = "This disables its keys immediately and permanently.";
    if (!(await confirm({ title: `Revoke ${name}?`, text, action: "Revoke device" }))) return;
    await act(async () => {
      await revokeEdgeDevice(id);
      return undefined;
    });
  };
  return (
    <li className="card device-row" aria-label={name}>
      <strong title={note ?? undefined}>{name}</strong>
      <Chip tone={STATE_TONE[state]}>{state}</Chip>
      <span className="faint">
        {source === "shared-key" && "shared key, "}
        {lastSeenAt === null ? (
          "never seen"
        ) : (
          <>
            last seen <TimeAgo at={lastSeenAt} />
          </>
        )}
        <DeviceWorries device={device} />
      </span>
      {state !== "revoked" && (
        <span className="device-actions">
          <button type="button" className="quiet" disabled={busy} onClick={() => void newCode()}>
            Join code
          </button>
          <button type="button" className="quiet" disabled={busy} onClick={() => void newKey()}>
            New key
          </button>
          {source === "own-key" && (
            <button type="button" className="quiet" disabled={busy} onClick={() => void revoke()}>
              Revoke
            </button>
          )}
        </span>
      )}
      <DeviceStatus id={id} />
      <DeviceConfiguration id={id} />
    </li>
  );
}

/** What needs attention according to the newest heartbeat. */
function DeviceWorries({ device: { queue, faults, clockSkewMs } }: { device: EdgeDevice }) {
  const skewMs = clockSkewMs ?? 0;
  const counts: [number | null | undefined, (count: number) => string][] = [
    [queue?.pending, (count) => `${count} waiting`],
    [queue?.unnumbered, (count) => `${count} without a container number`],
    [queue?.parked, (count) => `${count} set aside`],
    [queue?.refused, (count) => `${count} refused`],
    [faults?.cameras, (count) => countOf(count, "faulty camera")],
    [faults?.models, (count) => countOf(count, "unused model")],
  ];
  const worries = counts.flatMap(([count, describe]) => (count ? [describe(count)] : []));
  if (Math.abs(skewMs) > SKEW_MS) worries.push(`clock off by ${Math.round(skewMs / 1_000)} s`);
  return worries.length === 0 ? null : `, ${worries.join(", ")}`;
}

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;
