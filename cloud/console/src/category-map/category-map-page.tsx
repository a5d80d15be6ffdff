import type { NumberedCategoryMap } from "@container-inspection/shared-schemas/category-map";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { problemOf } from "../api/api-error.ts";
import { Notice } from "../ui/notice.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { lazyPage } from "../ui/lazy-page.ts";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useBundledMap, useCategoryMap } from "./category-map-api.ts";
import { ClassTable } from "./class-table.tsx";
import { GeneralSettings } from "./general-settings.tsx";
import { UnmappedClasses } from "./unmapped-classes.tsx";
import { useEditedMap } from "./use-edited-map.ts";
import { ComparedVersion, Versions } from "./versions.tsx";

const SaveChanges = lazyPage(async () => (await import("./save-changes.tsx")).SaveChanges);
const route = getRouteApi("/shell/admin/category-map");

/**
 * Page of the map from a model's classes to the declared goods that they explain: the map in force, edited with its
 * differences in view.
 */
export function CategoryMapPage() {
  const { data: current, error } = useCategoryMap();
  if (current) return <OpenMap current={current} />;
  return error ? <Notice title={t`The category map cannot be shown`}>{problemOf(error)}</Notice> : <ListSkeleton />;
}

function OpenMap({ current }: { current: NumberedCategoryMap }) {
  const { version: compared } = route.useSearch();
  const state = useEditedMap(current);
  const { version, note, createdBy, createdAt } = current;
  return (
    <div className="category-map in-order">
      <p className="faint">
        <Trans>The map states which classes of a model explain which declared goods; the manifest match uses it.</Trans>{" "}
        {createdBy ? t`Version ${version}, by ${createdBy.email}` : t`Version ${version}, bundled with the service`},{" "}
        <TimeAgo at={createdAt} />
        {note && (
          <>
            : <bdi>{note}</bdi>
          </>
        )}
      </p>
      {compared !== undefined && (
        <ComparedVersion
          key={compared}
          version={compared}
          current={current}
          isEdited={state.differences.length > 0}
          startFrom={state.startFrom}
        />
      )}
      <UnmappedClasses state={state} />
      {state.differences.length > 0 && <SaveChanges state={state} current={current} />}
      <ClassTable state={state} bundled={useBundledMap(current)} />
      <GeneralSettings edited={state.edited} edit={state.edit} />
      <Versions current={current} />
    </div>
  );
}
