import { t } from "@lingui/core/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { listPlace } from "../../shell/list-place.ts";
import { Crumb } from "../../ui/crumb.tsx";
import { PageProblem } from "../../ui/page-problem.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { PageSkeleton } from "../../ui/skeleton.tsx";
import { DropZone } from "./drop-zone.tsx";
import { useImport } from "./imports-api.ts";
import { ShownImport } from "./shown-import.tsx";

const route = getRouteApi("/shell/manifests/import");

/** Imports a file of manifests: sent, previewed, asked about, written. The address keeps the import. */
export function ImportPage(): ReactNode {
  const { file } = route.useSearch();
  return (
    <>
      <Crumb>
        <Link {...listPlace("/manifests")}>{t`Manifests`}</Link>
      </Crumb>
      {file === undefined ? <NewImport /> : <KnownImport key={file} id={file} />}
    </>
  );
}

const NewImport = () => (
  <>
    <div className="page-head">
      <PageTitle title={t`Import manifests`} />
    </div>
    <div className="import">
      <DropZone />
    </div>
  </>
);

function KnownImport({ id }: { id: string }) {
  const { data: shown, error } = useImport(id);
  if (!shown && error) return <PageProblem title={t`This import cannot be shown`} error={error} />;
  if (!shown) return <PageSkeleton />;
  return (
    <>
      <div className="page-head">
        <PageTitle title={shown.fileName ?? t`Import manifests`} />
        <Link to="/manifests/import" className="quiet button push">{t`Import another file`}</Link>
      </div>
      <div className="import">
        <ShownImport shown={shown} error={error} />
      </div>
    </>
  );
}
