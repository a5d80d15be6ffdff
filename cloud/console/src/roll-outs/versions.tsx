import type { Release } from "@container-inspection/shared-schemas/releases";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { Problem } from "../ui/problem.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { deleteRelease, useReleases } from "./roll-outs-api.ts";

/** The versions that were uploaded, newest first; one that was never rolled out can be deleted. */
export function Versions() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="transfer-import" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="faint">{t`Versions`}</summary>
      {isOpen && <VersionTable />}
    </details>
  );
}

function VersionTable() {
  const { data: releases, error } = useReleases();
  const { write, busy, problem } = useWrite(deleteRelease, ["roll-outs"]);
  const askToDelete = async (release: Release) => {
    const title = titleOf(release);
    const text = t`Its file is deleted from the service. The same version can be uploaded again.`;
    if (await confirm({ title: t`Delete ${title}?`, text, action: t`Delete version`, isDanger: true }))
      await write(release.id, () => announce(t`${title} deleted`));
  };
  return (
    <div className="list-table">
      <Problem text={problem ?? (error ? problemOf(error) : undefined)} />
      {releases?.length === 0 && <p className="faint">{t`No versions yet.`}</p>}
      <table aria-label={t`Versions`}>
        <tbody>
          {releases?.map((release) => (
            <tr key={release.id} aria-label={titleOf(release)}>
              <td>{titleOf(release)}</td>
              <td className="faint">
                <Trans>
                  <TimeAgo at={release.createdAt} /> by <bdi>{release.uploadedBy}</bdi>
                </Trans>
              </td>
              <td>
                <button type="button" className="quiet" disabled={busy} onClick={() => void askToDelete(release)}>
                  <Trans>Delete</Trans>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const titleOf = ({ kind, name, version }: Release) => `${kind} ${name} ${version}`;
