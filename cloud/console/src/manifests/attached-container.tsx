import type { Container } from "@container-inspection/shared-schemas/containers";
import type { Manifest } from "@container-inspection/shared-schemas/manifests";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { isRefusal } from "../api/api-error.ts";
import { useWrite } from "../api/use-write.ts";
import { CurrentStatusChips } from "../containers/container-chips.tsx";
import { useContainer, useContainersNamed, useScan } from "../containers/containers-api.ts";
import { ScanMatchCard } from "../containers/manifest-match-card.tsx";
import { announce } from "../ui/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { ListProblem } from "../ui/list-problem.tsx";
import { Problem } from "../ui/problem.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { attachManifest, detachAll, detachManifest } from "./manifests-api.ts";

const CHANGED = ["manifests", "containers", "container"] as const;

/** The container of a manifest with its match, and the way to another one. */
export function AttachedContainer({ manifest }: { manifest: Manifest }) {
  const { containerId } = manifest;
  return (
    <>
      {containerId === null ? (
        <section className="card">
          <h2>{t`Container`}</h2>
          <p className="faint">
            <Trans>This manifest is attached to no container. It attaches by itself when its container appears.</Trans>
          </p>
          <AttachForm manifest={manifest} />
        </section>
      ) : (
        <OneContainer manifest={manifest} containerId={containerId} />
      )}
    </>
  );
}

function OneContainer({ manifest, containerId }: { manifest: Manifest; containerId: string }) {
  const { data: container, error } = useContainer(containerId);
  const scanId = container?.categoryScan?.scanId;
  const scan = useScan(containerId, scanId);
  const isCurrent = container?.manifestIds.includes(manifest.id) === true;
  return (
    <>
      <section className="card">
        <h2>{t`Container`}</h2>
        {!container && !error && <ListSkeleton rows={1} />}
        {error && !container && (
          <p className="faint">
            {isRefusal(error, 403)
              ? t`It is attached to a container that belongs to another user.`
              : t`The container cannot be shown.`}
          </p>
        )}
        {container && <ContainerLine container={container} manifest={manifest} isCurrent={isCurrent} />}
        <details>
          <summary className="faint">{t`Attach to another container`}</summary>
          <AttachForm manifest={manifest} />
        </details>
      </section>
      {container && isCurrent && (
        <ScanMatchCard scanId={scanId ?? null} scan={scan} hasManifest>
          <p className="faint small">
            {container.manifestIds.length > 1
              ? t`The newest picture alone, with all manifests of the container.`
              : t`The newest picture alone, with the manifest of the container.`}
          </p>
        </ScanMatchCard>
      )}
    </>
  );
}

type LineProps = { container: Container; manifest: Manifest; isCurrent: boolean };

function ContainerLine({ container, manifest, isCurrent }: LineProps) {
  const one = useWrite(detachManifest, CHANGED);
  const all = useWrite(detachAll, CHANGED);
  const count = container.manifestIds.length;
  const detach = async () => {
    const text = t`The manifest is kept. Other manifests of the container stay attached.`;
    const title = t`Detach the manifest from ${container.containerNumber}?`;
    if (await confirm({ title, text, action: t`Detach` }))
      await one.write({ id: container.id, manifestId: manifest.id }, () => announce(t`Manifest detached`));
  };
  const detachEach = async () => {
    const title = t`Detach all ${count} manifests from ${container.containerNumber}?`;
    if (await confirm({ title, text: t`They are kept, attached to no container.`, action: t`Detach all` }))
      await all.write(container.id, () => announce(t`${count} manifests detached`));
  };
  return (
    <>
      <p className="attached">
        <Link to="/containers/$id" params={{ id: container.id }} className="number">
          {container.containerNumber}
        </Link>
        <CurrentStatusChips container={container} />
        {isCurrent ? (
          <span className="device-actions">
            <button type="button" className="quiet" disabled={one.busy} onClick={() => void detach()}>
              <Trans>Detach</Trans>
            </button>
            {count > 1 && (
              <button type="button" className="quiet" disabled={all.busy} onClick={() => void detachEach()}>
                <Trans>Detach all {count}</Trans>
              </button>
            )}
          </span>
        ) : (
          <span className="faint">{t`on an earlier visit`}</span>
        )}
      </p>
      <Problem text={one.problem ?? all.problem} />
    </>
  );
}

/** Searches a container and attaches the manifest to it. */
function AttachForm({ manifest }: { manifest: Manifest }) {
  const [part, setPart] = useState(manifest.containerId === null ? (manifest.containerNumber ?? "") : "");
  const { data: containers, error } = useContainersNamed(part);
  const { write, busy, problem } = useWrite(attachManifest, CHANGED);
  const attach = async (container: Container, isReplacing: boolean) => {
    const title = t`Replace the manifests of ${container.containerNumber}?`;
    const text = t`They are kept, attached to no container.`;
    if (isReplacing && !(await confirm({ title, text, action: t`Replace` }))) return;
    const { id: containerId, manifestIds: shownIds } = container;
    await write({ containerId, manifestId: manifest.id, shownIds, isReplacing }, () =>
      announce(t`Manifest attached to ${container.containerNumber}`),
    );
  };
  return (
    <div className="attach">
      <SearchField label={t`Container number to attach to`} value={part} search={setPart} />
      <ListProblem error={error} />
      <Problem text={problem} />
      {part !== "" && containers?.length === 0 && <p className="faint">{t`No container has this number yet.`}</p>}
      <ul className="attach-list" aria-label={t`Containers to attach to`}>
        {part !== "" &&
          containers
            ?.filter(({ manifestIds }) => !manifestIds.includes(manifest.id))
            .map((container) => (
              <li key={container.id}>
                <span className="number">{container.containerNumber}</span>
                <span className="faint small">{countOf(container)}</span>
                <span className="device-actions">
                  <button type="button" className="quiet" disabled={busy} onClick={() => void attach(container, false)}>
                    {container.manifestId === null ? t`Attach` : t`Attach beside`}
                  </button>
                  {container.manifestId !== null && (
                    <button
                      type="button"
                      className="quiet"
                      disabled={busy}
                      onClick={() => void attach(container, true)}
                    >
                      <Trans>Replace</Trans>
                    </button>
                  )}
                </span>
              </li>
            ))}
      </ul>
    </div>
  );
}

const countOf = ({ manifestIds }: Container) =>
  manifestIds.length === 0 ? t`no manifest` : plural(manifestIds.length, { one: "# manifest", other: "# manifests" });
