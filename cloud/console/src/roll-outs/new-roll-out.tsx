import type { Release } from "@container-inspection/shared-schemas/releases";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { useWrite } from "../api/use-write.ts";
import { useTopology } from "../cameras/cameras-api.ts";
import { Problem } from "../ui/problem.tsx";
import { beginRollOut, useGroupDevices, useReleases } from "./roll-outs-api.ts";

/** The group that a roll-out is for: everything, the devices of one site, or devices by name. */
const ALL = "all";
const NAMED = "named";

const beginActions = () =>
  ({
    shadow: t`Begin the comparison`,
    canary: t`Roll out to the first devices`,
    all: t`Roll out to all`,
  }) as const;

/** Selects a version, the devices that get it, and those that get it first. */
export function NewRollOut({ onBegun }: { onBegun: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="transfer-import" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="faint">{t`Begin a roll-out`}</summary>
      {isOpen && (
        <RollOutForm
          onBegun={() => {
            setIsOpen(false);
            onBegun();
          }}
        />
      )}
    </details>
  );
}

function RollOutForm({ onBegun }: { onBegun: () => void }) {
  const { data: releases, error: noReleases } = useReleases();
  const { data: devices = [], error: noDevices } = useGroupDevices();
  const { data: sites = [], error: noSites } = useTopology();
  const unread = noReleases ?? noDevices ?? noSites;
  const [releaseId, setReleaseId] = useState("");
  const [group, setGroup] = useState(ALL);
  const [deviceIds, setDeviceIds] = useState<string[]>([]);
  const [canaryIds, setCanaryIds] = useState<string[]>([]);
  const [isCompared, setIsCompared] = useState(false);
  const { write, busy, problem } = useWrite(beginRollOut, ["roll-outs"]);
  // A device that is no longer selected cannot be seen among the first.
  const firstOf = group === NAMED ? devices.filter(({ id }) => deviceIds.includes(id)) : devices;
  const firstIds = canaryIds.filter((canary) => firstOf.some(({ id }) => id === canary));
  const isModel = isOfModel(releases, releaseId);
  const stage = isModel && isCompared ? "shadow" : stageWithout(firstIds);
  const submit = () => {
    const isSite = group !== ALL && group !== NAMED;
    const chosen = { siteIds: isSite ? [group] : [], deviceIds: group === NAMED ? deviceIds : [] };
    void write({ releaseId, group: chosen, stage, canaryIds: firstIds }, onBegun);
  };
  return (
    <form className="card" onSubmit={(event) => (event.preventDefault(), submit())}>
      <ol className="form-steps">
        <li>
          <h3>{t`Version`}</h3>
          <VersionSelect releases={releases} id={releaseId} onChange={setReleaseId} />
        </li>
        <li>
          <h3>{t`Devices`}</h3>
          <select aria-label={t`Devices`} value={group} onChange={({ target }) => setGroup(target.value)}>
            <option value={ALL}>{t`every device`}</option>
            {sites.map(({ id, name }) => (
              <option key={id} value={id}>
                {t`devices at ${name}`}
              </option>
            ))}
            <option value={NAMED}>{t`selected devices`}</option>
          </select>
          {group === NAMED && (
            <DeviceChoice label={t`Selected devices`} devices={devices} ids={deviceIds} onChange={setDeviceIds} />
          )}
        </li>
        <li>
          <h3>{t`First devices`}</h3>
          <p className="faint small">{t`With none selected, all devices get it at once.`}</p>
          <DeviceChoice label={t`First devices`} devices={firstOf} ids={firstIds} onChange={setCanaryIds} />
        </li>
        <li>
          <h3>{t`Start`}</h3>
          {isModel && <CompareBox isChecked={isCompared} onChange={setIsCompared} />}
          <button type="submit" disabled={busy || (group === NAMED && deviceIds.length === 0)}>
            {beginActions()[stage]}
          </button>
          <Problem text={problem ?? (unread ? problemOf(unread) : undefined)} />
        </li>
      </ol>
    </form>
  );
}

const isOfModel = (releases: readonly Release[] | undefined, releaseId: string) =>
  releases?.find(({ id }) => id === releaseId)?.kind === "model";
const stageWithout = (firstIds: readonly string[]) => (firstIds.length > 0 ? "canary" : "all");

type VersionProps = {
  releases: Release[] | undefined;
  id: string;
  onChange: (id: string) => void;
};

const VersionSelect = ({ releases, id, onChange }: VersionProps) => (
  <select aria-label={t`Version`} required value={id} onChange={({ target }) => onChange(target.value)}>
    <option value="">{releases?.length === 0 ? t`Upload a version first` : t`Select a version`}</option>
    {releases?.map((release) => (
      <option key={release.id} value={release.id}>
        {release.kind} {release.name} {release.version}
      </option>
    ))}
  </select>
);

type CompareProps = { isChecked: boolean; onChange: (isChecked: boolean) => void };

const CompareBox = ({ isChecked, onChange }: CompareProps) => (
  <label className="roll-out-compare">
    <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
    {t`At first only compare it with the model in use`}
  </label>
);

type ChoiceProps = {
  label: string;
  devices: { id: string; name: string }[];
  ids: string[];
  onChange: (ids: string[]) => void;
};

const DeviceChoice = ({ label, devices, ids, onChange }: ChoiceProps) => (
  <div className="device-choice" role="group" aria-label={label}>
    {devices.length === 0 && <p className="faint">{t`No devices to select.`}</p>}
    {devices.map(({ id, name }) => (
      <label key={id}>
        <input
          type="checkbox"
          checked={ids.includes(id)}
          onChange={({ target }) => onChange(target.checked ? [...ids, id] : ids.filter((one) => one !== id))}
        />
        <bdi>{name}</bdi>
      </label>
    ))}
  </div>
);
