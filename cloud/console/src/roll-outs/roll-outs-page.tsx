import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import { Problem } from "../ui/problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { NewRollOut } from "./new-roll-out.tsx";
import { RollOutCard } from "./roll-out-card.tsx";
import { uploadRelease, useRollOuts } from "./roll-outs-api.ts";
import { Versions } from "./versions.tsx";

const route = getRouteApi("/shell/admin/roll-outs");

/** Versions of models and settings on their way to the devices; which device runs what, and why not. */
export function RollOutsPage() {
  const { cursor } = route.useSearch();
  const { data, error } = useRollOuts(cursor);
  const navigate = route.useNavigate();
  // The newest is the first one of the first page.
  const showBegun = () => {
    announce(t`Roll-out begun`);
    void navigate({ search: {}, resetScroll: false });
  };
  const items = data?.items ?? [];
  return (
    <>
      <ReleaseUpload />
      <Versions />
      <NewRollOut onBegun={showBegun} />
      <ListProblem error={error} />
      {!data && !error && <ListSkeleton />}
      {data && items.length === 0 && (
        <Notice title={t`No roll-outs yet`}>
          <Trans>Upload a version that the release key has signed, and select the devices that get it.</Trans>
        </Notice>
      )}
      <ul className="container-list">
        {items.map((rollOut, at) => (
          <RollOutCard key={rollOut.id} rollOut={rollOut} isOpen={cursor === undefined && at === 0} />
        ))}
      </ul>
      <Pager cursor={cursor} nextCursor={data?.nextCursor} />
    </>
  );
}

/** Takes the file that `model sign` or `config sign` has written. */
function ReleaseUpload() {
  const { write, busy, problem } = useWrite(uploadRelease, ["roll-outs"]);
  const [file, setFile] = useState<File>();
  const [done, setDone] = useState<Awaited<ReturnType<typeof uploadRelease>>>();
  const submit = () => {
    setDone(undefined);
    if (!file) return;
    void write(file, (release) => {
      setDone(release);
      announce(t`${`${release.name} ${release.version}`} uploaded`);
    });
  };
  return (
    <details className="transfer-import">
      <summary className="faint">{t`Upload a version`}</summary>
      <form className="card" onSubmit={(event) => (event.preventDefault(), submit())}>
        <p className="faint">
          <Trans>
            Choose the file that <code>edge-agent model sign</code> or <code>edge-agent config sign</code> has written.
            Devices use it only if its key is the <code>releaseKey</code> of their own configuration.
          </Trans>
        </p>
        <div className="device-actions">
          <input
            type="file"
            aria-label={t`The signed version`}
            accept=".release"
            required
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
          <button type="submit" disabled={busy}>
            {busy ? t`Uploading …` : t`Upload`}
          </button>
        </div>
        <Problem text={problem} />
        {done && (
          <p>
            <Trans>
              {done.kind} {done.name} {done.version} is uploaded. Fingerprint of its key:{" "}
              <code>{done.keyFingerprint.slice(0, 16)}</code>
            </Trans>
          </p>
        )}
      </form>
    </details>
  );
}
