import type { Camera } from "@container-inspection/shared-schemas/cameras";
import type { TopologyPlan } from "@container-inspection/shared-schemas/topology";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useOverview } from "../cameras/cameras-api.ts";
import { AdminsOnly } from "../shell/admins-only.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Crumb } from "../ui/crumb.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { Notice } from "../ui/notice.tsx";
import { Problem } from "../ui/problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { CameraRow } from "./camera-row.tsx";
import { NameForm } from "./name-form.tsx";
import { PlaceName } from "./place-name.tsx";
import { usePlan } from "./sites-api.ts";
import { type Edit, useEdit } from "./use-edit.ts";

/** Sites with their lanes, and which camera belongs where; for admins. */
export function SitesPage(): ReactNode {
  return (
    <>
      <Crumb>
        <Link to="/cameras">{t`Cameras`}</Link>
      </Crumb>
      <div className="page-head">
        <PageTitle title={t`Sites and lanes`} />
      </div>
      <AdminsOnly>
        <Sites />
      </AdminsOnly>
    </>
  );
}

function Sites() {
  const { data: plan, error } = usePlan();
  const overview = useOverview();
  const edit = useEdit();
  if (!plan || !overview.data)
    return (error ?? overview.error) ? <ListProblem error={error ?? overview.error} /> : <ListSkeleton rows={3} />;
  const cameras = overview.data.sites.flatMap((site) => site.lanes.flatMap((lane) => lane.cameras));
  return (
    <>
      <ListProblem error={error ?? overview.error} />
      <Problem text={edit.problem} />
      {plan.sites.length === 0 && (
        <Notice title={t`No sites yet`}>
          <Trans>A site is a place with lanes, such as a terminal with its gates.</Trans>
        </Notice>
      )}
      {plan.sites.map((site, index) => (
        <SiteCard key={site.id} site={site} isFirst={index === 0} sites={plan.sites} cameras={cameras} edit={edit} />
      ))}
      <section className="card" aria-label={t`New site`}>
        <NameForm
          label={t`Name of the new site`}
          action={t`Add site`}
          draft="new site"
          save={(name) => edit.change({ kind: "add-site", name }, t`Site ${name} added`)}
          busy={edit.busy}
        />
      </section>
      <section className="card" aria-label={t`Without a lane`}>
        <h2>{t`Cameras without a lane`}</h2>
        <ul className="placed-cameras">
          {overview.data.unassigned.map((camera) => (
            <CameraRow key={camera.cameraId} camera={camera} sites={plan.sites} edit={edit} />
          ))}
          {overview.data.unassigned.length === 0 && <li className="faint">{t`All cameras have a lane.`}</li>}
        </ul>
        <p className="faint small">
          <Trans>
            Cameras appear here with their first event. Add one before that under the ID in the configuration of its
            device.
          </Trans>
        </p>
        <NameForm
          label={t`ID of the camera`}
          kind="id"
          action={t`Add camera`}
          draft="new camera"
          save={edit.add}
          busy={edit.busy}
        />
      </section>
    </>
  );
}

type Site = TopologyPlan["sites"][number];
type SiteProps = { site: Site; isFirst: boolean; sites: Site[]; cameras: Camera[]; edit: Edit };

function SiteCard({ site, isFirst, sites, cameras, edit }: SiteProps) {
  const camerasOf = (laneId: string) => cameras.filter(({ lane }) => lane?.id === laneId);
  const count = site.lanes.reduce((sum, { id }) => sum + camerasOf(id).length, 0);
  return (
    <section className="card site" aria-label={site.name}>
      <PlaceName
        place={site}
        kind="site"
        isFirst={isFirst}
        edit={edit}
        consequence={t`This also removes its lanes (${site.lanes.length}). ${afterwards(count)}`}
      >
        <h2>{site.name}</h2>
      </PlaceName>
      <ul className="lanes">
        {site.lanes.map((lane, index) => (
          <li key={lane.id} aria-label={lane.name}>
            <PlaceName
              place={lane}
              kind="lane"
              isFirst={index === 0}
              edit={edit}
              consequence={afterwards(camerasOf(lane.id).length)}
            >
              <h3>{lane.name}</h3>
            </PlaceName>
            <ul className="placed-cameras">
              {camerasOf(lane.id).map((camera) => (
                <CameraRow key={camera.cameraId} camera={camera} sites={sites} edit={edit} />
              ))}
              {camerasOf(lane.id).length === 0 && <li className="faint">{t`No cameras`}</li>}
            </ul>
          </li>
        ))}
      </ul>
      <NameForm
        label={t`Name of the new lane`}
        action={t`Add lane`}
        draft={`new lane of ${site.id}`}
        save={(name) => edit.change({ kind: "add-lane", siteId: site.id, name }, t`Lane ${name} added`)}
        busy={edit.busy}
      />
    </section>
  );
}

const afterwards = (cameras: number) => {
  if (cameras === 0) return t`No camera is placed there.`;
  return plural(cameras, { one: "# camera has no lane afterwards.", other: "# cameras have no lane afterwards." });
};
