import type { RollOut, RollOutDetail } from "@container-inspection/shared-schemas/releases";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { Chip, type Tone } from "../ui/chip.tsx";
import { confirm } from "../ui/confirm.ts";
import { Notice } from "../ui/notice.tsx";
import { Problem } from "../ui/problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { Comparison } from "./comparison.tsx";
import { changeRollOut, type RollOutChange, useRollOut } from "./roll-outs-api.ts";
import { wordOf } from "../language/words.ts";

type Device = RollOutDetail["devices"][number];

const STATE_TONE: Record<RollOut["state"], Tone> = {
  active: "good",
  stopped: "caution",
  superseded: "neutral",
  "rolled-back": "neutral",
};
const STAGES = ["shadow", "canary", "all"] as const satisfies readonly RollOut["stage"][];
const stageNames = (): Record<RollOut["stage"], string> => ({
  shadow: t`comparison`,
  canary: t`first devices`,
  all: t`all devices`,
});
const DEVICE_TONE: Record<NonNullable<Device["state"]>, Tone> = {
  downloading: "info",
  checking: "info",
  running: "good",
  comparing: "info",
  waiting: "caution",
  refused: "bad",
};

/** One roll-out: how far it is, what its devices run, and what an admin may do with it. */
export function RollOutCard({ rollOut, isOpen: isOpenFirst }: { rollOut: RollOut; isOpen: boolean }) {
  const { id, release, state, note, createdBy, createdAt } = rollOut;
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  const title = `${release.kind} ${release.name} ${release.version}`;
  return (
    <li className="card roll-out" aria-label={title}>
      <div className="roll-out-head">
        <strong>{title}</strong>
        <Chip tone={STATE_TONE[state]}>{wordOf(state.replace("-", " "))}</Chip>
        <span className="faint">
          <Trans>
            <TimeAgo at={createdAt} /> by <bdi>{createdBy}</bdi>
          </Trans>
          {note && `, ${note}`}
        </span>
        <Actions rollOut={rollOut} title={title} />
      </div>
      {state !== "rolled-back" && <Stages rollOut={rollOut} />}
      {release.settings.length > 0 && (
        <pre className="small">{release.settings.map(({ setting, value }) => `${setting}: ${value}`).join("\n")}</pre>
      )}
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="faint">{t`Devices`}</summary>
        {isOpen && <Devices id={id} />}
      </details>
    </li>
  );
}

/** The steps of a roll-out, with the one that it has reached; without first devices, all devices follow at once. */
function Stages({ rollOut: { stage, canaryIds } }: { rollOut: RollOut }) {
  const names = stageNames();
  const stages = STAGES.filter((one) => one === stage || one === "all" || (one === "canary" && canaryIds.length > 0));
  return (
    <ol className="stages" aria-label={t`Stages`}>
      {stages.map((one) => (
        <li key={one} aria-current={one === stage ? "step" : undefined}>
          {names[one]}
        </li>
      ))}
    </ol>
  );
}

function Actions({ rollOut: { id, stage, state, canaryIds }, title }: { rollOut: RollOut; title: string }) {
  const { write, busy, problem } = useWrite(changeRollOut, ["roll-outs"]);
  if (state === "rolled-back") return null;
  const change = (name: string, wanted: Omit<RollOutChange, "id">) => (
    <button
      type="button"
      className="quiet"
      disabled={busy}
      onClick={() => void write({ id, ...wanted }, () => announce(`${name}: ${title}`))}
    >
      {name}
    </button>
  );
  const rollBack = async () => {
    const text = t`Its devices return to what was rolled out before, or to their own configuration. This ends the roll-out.`;
    if (await confirm({ title: t`Roll back ${title}?`, text, action: t`Roll back` }))
      await write({ id, state: "rolled-back" }, () => announce(t`${title} rolled back`));
  };
  return (
    <span className="device-actions">
      {stage === "shadow" &&
        state === "active" &&
        canaryIds.length > 0 &&
        change(t`Promote to first devices`, { stage: "canary" })}
      {stage !== "all" && state === "active" && change(t`Promote to all`, { stage: "all" })}
      {state === "active" && change(t`Stop`, { state: "stopped" })}
      {state === "stopped" && change(t`Continue`, { state: "active" })}
      <button type="button" className="quiet" disabled={busy} onClick={() => void rollBack()}>
        <Trans>Roll back</Trans>
      </button>
      <Problem text={problem} />
    </span>
  );
}

function Devices({ id }: { id: string }) {
  const { data: rollOut, error } = useRollOut(id);
  if (error && !rollOut) return <Notice title={t`The devices cannot be shown`}>{problemOf(error)}</Notice>;
  if (!rollOut) return <ListSkeleton rows={2} />;
  const { devices, release } = rollOut;
  if (devices.length === 0) return <p className="faint">{t`No device belongs to this group.`}</p>;
  const count = (wanted: Device["state"]) => devices.filter(({ state }) => state === wanted).length;
  const [running, comparing, refused] = [count("running"), count("comparing"), count("refused")];
  return (
    <>
      <p>
        {t`${running} of ${devices.length} run it`}
        {comparing > 0 && `, ${t`${comparing} compare it`}`}
        {refused > 0 && `, ${t`${refused} refused it`}`}
      </p>
      <Comparison rollOut={rollOut} />
      <div className="list-table">
        <table aria-label={t`Devices of ${release.name} ${release.version}`}>
          <thead>
            <tr>
              <th>{t`Device`}</th>
              <th>{t`State`}</th>
              <th>{t`Runs`}</th>
              <th>{t`Reason`}</th>
              <th>{t`Reported`}</th>
            </tr>
          </thead>
          <tbody>
            {devices.map((device) => (
              <DeviceLine key={device.deviceId} device={device} sizeBytes={release.sizeBytes} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function DeviceLine({ device, sizeBytes }: { device: Device; sizeBytes: number }) {
  const { name, isCanary, isWanted, state, reason, downloadedBytes, runningVersion, lastHeartbeatAt } = device;
  const percent =
    state === "downloading" && downloadedBytes !== null && Math.floor((downloadedBytes / sizeBytes) * 100);
  return (
    <tr aria-label={name}>
      <td>
        <bdi>{name}</bdi> {isCanary && <Chip>{t`first`}</Chip>}
      </td>
      <td>
        {state === null ? (
          <span className="faint">{isWanted ? t`not reported yet` : t`waits for its stage`}</span>
        ) : (
          <Chip tone={DEVICE_TONE[state]}>{percent === false ? wordOf(state) : `${wordOf(state)}, ${percent} %`}</Chip>
        )}
      </td>
      <td>{runningVersion ?? <span className="faint">{t`its own configuration`}</span>}</td>
      <td>{reason}</td>
      <td>{lastHeartbeatAt === null ? <span className="faint">{t`never`}</span> : <TimeAgo at={lastHeartbeatAt} />}</td>
    </tr>
  );
}
