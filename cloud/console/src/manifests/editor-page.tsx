import { t } from "@lingui/core/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isRefusal } from "../api/api-error.ts";
import { listPlace } from "../shell/list-place.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Crumb } from "../ui/crumb.tsx";
import { PageProblem } from "../ui/page-problem.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { ManifestEditor } from "./manifest-editor.tsx";
import { useTaggedManifest } from "./manifests-api.ts";
import { titleOf } from "./title-of.ts";

const newRoute = getRouteApi("/shell/manifests/new");
const editRoute = getRouteApi("/shell/manifests/$id/edit");

/** A manifest that is not there yet; its container number may come with the address. */
export function NewManifestPage(): ReactNode {
  const { number } = newRoute.useSearch();
  return (
    <>
      <Crumb>
        <Link {...listPlace("/manifests")}>{t`Manifests`}</Link>
      </Crumb>
      <div className="page-head">
        <PageTitle title={t`New manifest`} />
      </div>
      <ManifestEditor newest={null} containerNumber={number} />
    </>
  );
}

/** A manifest as it is now, to be changed. */
export function EditManifestPage(): ReactNode {
  const { id } = editRoute.useParams();
  const { data: newest, error } = useTaggedManifest(id);
  if (error && !newest)
    return (
      <PageProblem
        title={isRefusal(error, 404) ? t`Manifest not found` : t`The manifest cannot be shown`}
        error={error}
      />
    );
  if (!newest) return <PageSkeleton />;
  return (
    <>
      <Crumb>
        <Link {...listPlace("/manifests")}>{t`Manifests`}</Link> ›{" "}
        <Link to="/manifests/$id" params={{ id }}>
          <bdi>{titleOf(newest.data)}</bdi>
        </Link>
      </Crumb>
      <div className="page-head">
        <PageTitle title={t`Edit ${titleOf(newest.data)}`} />
      </div>
      <ManifestEditor key={id} newest={newest} />
    </>
  );
}
