import type { Manifest } from "@container-inspection/shared-schemas/manifests";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isRefusal } from "../api/api-error.ts";
import { useWrite } from "../api/use-write.ts";
import { NumberCheckChip } from "../containers/container-chips.tsx";
import { announce } from "../ui/announcer.tsx";
import { listPlace } from "../shell/list-place.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { confirm } from "../ui/confirm.ts";
import { Crumb } from "../ui/crumb.tsx";
import { PageProblem } from "../ui/page-problem.tsx";
import { Problem } from "../ui/problem.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { AttachedContainer } from "./attached-container.tsx";
import { GoodsTable } from "./goods-table.tsx";
import { ManifestChip } from "./manifest-chip.tsx";
import { ManifestFacts } from "./manifest-facts.tsx";
import { ManifestHistory } from "./manifest-history.tsx";
import { deleteManifest, type Tagged, useTaggedManifest } from "./manifests-api.ts";
import { MatchChange } from "./match-change.tsx";
import { SavedDoubtsCard } from "./saved-doubts.tsx";
import { titleOf } from "./title-of.ts";

const route = getRouteApi("/shell/manifests/$id");

/** One manifest: its content and its attachment, or its history of changes. */
export function ManifestPage(): ReactNode {
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const { data: found, error } = useTaggedManifest(id);
  if (error && !found) return <NoManifest id={id} error={error} />;
  if (!found) return <PageSkeleton />;
  return (
    <>
      <ToList />
      <ManifestHead found={found} />
      <SavedDoubtsCard manifestId={id} />
      <MatchChange manifestId={id} />
      <Tabs id={id} shown={tab} />
      {tab === "history" ? <ManifestHistory id={id} /> : <Declared manifest={found.data} />}
    </>
  );
}

const ToList = () => (
  <Crumb>
    <Link {...listPlace("/manifests")}>{t`Manifests`}</Link>
  </Crumb>
);

function ManifestHead({ found }: { found: Tagged }) {
  const { data: manifest, etag } = found;
  const router = useRouter();
  const { write, busy, problem } = useWrite(deleteManifest, ["manifests", "containers", "container"]);
  const remove = async () => {
    const text = t`It is detached from its container. Its history stays readable.`;
    if (!(await confirm({ title: t`Delete ${titleOf(manifest)}?`, text, action: t`Delete manifest`, isDanger: true })))
      return;
    await write({ id: manifest.id, etag }, () => {
      announce(t`${titleOf(manifest)} deleted`);
      void router.navigate({ to: "/manifests" });
    });
  };
  return (
    <>
      <div className="page-head">
        <PageTitle title={titleOf(manifest)} />
        <ManifestChip status={manifest.status} />
        {manifest.numberCheck && <NumberCheckChip check={manifest.numberCheck} />}
        <span className="push device-actions">
          <Link to="/manifests/$id/edit" params={{ id: manifest.id }} className="quiet button">{t`Edit`}</Link>
          <button type="button" className="quiet" disabled={busy} onClick={() => void remove()}>
            <Trans>Delete</Trans>
          </button>
        </span>
      </div>
      <Problem text={problem} />
    </>
  );
}

function Tabs({ id, shown }: { id: string; shown: "history" | undefined }) {
  return (
    <nav className="tabs container-tabs" aria-label={t`Parts of the manifest`}>
      {([undefined, "history"] as const).map((tab) => (
        <Link
          key={tab ?? "declared"}
          to="/manifests/$id"
          params={{ id }}
          search={{ tab }}
          resetScroll={false}
          activeProps={{}}
          className={tab === shown ? "active" : undefined}
          aria-current={tab === shown ? "page" : undefined}
        >
          {tab ? t`History` : t`Declared`}
        </Link>
      ))}
    </nav>
  );
}

const Declared = ({ manifest }: { manifest: Manifest }) => (
  <div className="split">
    <div className="column">
      <GoodsTable goods={manifest.declaredGoods} />
      <ManifestFacts manifest={manifest} />
    </div>
    <div className="column">
      <AttachedContainer manifest={manifest} />
    </div>
  </div>
);

/** A deleted manifest still has its history, for those who may see it. */
function NoManifest({ id, error }: { id: string; error: unknown }) {
  if (!isRefusal(error, 404))
    return (
      <PageProblem
        title={isRefusal(error, 403) ? t`You may not see this manifest` : t`The manifest cannot be shown`}
        error={error}
      />
    );
  return (
    <>
      <ToList />
      <PageProblem title={t`Manifest not found`} error={error} />
      <ManifestHistory id={id} isOfDeleted />
    </>
  );
}
